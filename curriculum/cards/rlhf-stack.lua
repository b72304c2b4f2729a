return card {
  seeds = {"S003-W27-C4"},
  readings = {{"openrlhf"}, {"trldocs"}, {"hfrlhf"}},
  sources = {
    "OpenRLHF: repository, hybrid engine (`--colocate_all_models`, sleeping vLLM engines)",
    "Sheng et al.: *HybridFlow: A Flexible and Efficient RLHF Framework*. EuroSys 2025, arXiv:2409.19256 (verl)",
    "vLLM: examples of weight transfer for RLHF (NCCL between GPUs, CUDA IPC on one)",
  },
  ephemeral = {{"Which stack uses which sampler and trainer", as_of = "2026-11"}},
  facts = function(hw)
    local m = models.llama3_8b
    local P = m.L*(2*m.d*m.d + 2*m.d*m.Hkv*m.hd + 3*m.d*m.ff + 2*m.d) + 2*m.V*m.d + m.d
    local f = {name = m.name, G = 16, tp = 2, a = 80, b = 20, big = 32, card = hw.h100.mem, nic = hw.ib_ndr.bw_dir,
               mean = 800, max = 4096}
    f.state, f.copy, f.sync = P*(2*16 + 2*2), 2*P/f.tp, 2*P
    f.bigs = f.big*1e9*((2*16 + 2*2)/f.G + 2/f.tp)
    f.split = function(a, b) return (math.sqrt(a) + math.sqrt(b))^2 end
    f.wait, f.x = f.split(f.a, f.b), math.sqrt(f.a)/(math.sqrt(f.a) + math.sqrt(f.b))
    return f
  end,
  questions = {
    q.num{id = "wait", unit = "1", rtol = .01, seed = "S003-W27-C4",
      ask = [[Sampling takes {{= p.a}} units on all GPUs, the rest {{= p.b}}. Half of the GPUs sample, half train, each
        group waits for the other. How many units is an iteration?]],
      vary = {a = {80, 60, 70}, b = {20, 30}},
      answer = function(f, p) return 2*(p.a + p.b) end,
      wrong = {{value = function(f, p) return p.a + p.b end, hint = "That is with all GPUs at every moment."},
               {value = function(f, p) return 2*math.max(p.a, p.b) end,
                hint = "That is when both work at once, on answers that are one iteration old."}},
      worked = [[{{= p.a}}/½ + {{= p.b}}/½ = {{= 2*(p.a+p.b)}}. The best split would give
        {{= n(f.split(p.a, p.b), 0)}}.]]},

    q.num{id = "state", unit = "GB", rtol = .01, seed = "S003-W27-C4",
      ask = [[Actor and critic train at 16 B a parameter, reference and reward are frozen at 2. All have {{= p.b}}
        billion parameters. How many GB a GPU, sharded over {{= p.g}}?]],
      vary = {b = {7, 13}, g = {8, 16}},
      answer = function(f, p) return p.b*36/p.g end,
      wrong = {{value = function(f, p) return p.b*20/p.g end, hint = "The critic trains, too."},
               {value = function(f, p) return p.b*64/p.g end, hint = "A frozen model has no moments."}},
      worked = [[{{= p.b}} · (2·16 + 2·2)/{{= p.g}} = {{= n(p.b*36/p.g, 1)}} GB.]]},

    q.choice{id = "ratio", seed = "S003-W27-C4",
      ask = "On the first minibatch after sampling the ratio of PPO should be 1. It is between 0.7 and 1.4. " ..
            "What is wrong?",
      options = {"the learning rate", "old log-probabilities come from the sampler, new ones from the trainer",
                 "the reward is not centred"},
      answer = 2,
      wrong = {{value = 1, hint = "No step has been taken."},
               {value = 3, hint = "The ratio knows no reward."}},
      worked = "Two programs, two sums, two roundings; the exponential of the difference."},

    q.choice{id = "ipc", seed = "S003-W27-C4",
      ask = "Trainer and sampler are two processes on the same GPU. How do new weights get across?",
      options = {"an NCCL broadcast between them", "a handle to the memory (CUDA IPC)",
                 "through a checkpoint, always"},
      answer = 2,
      wrong = {{value = 1, hint = "A communicator wants a GPU for each rank."},
               {value = 3, hint = "It works. Compute how long, per iteration."}},
      worked = "The bytes are on the right card already. What differs is their layout."},
  },
}
