return card {
  seeds = {"S003-W21-C6"},
  readings = {{"ringattn"}, {"ulysses"}, {"torchtitan"}, {"llama3"}},
  sources = {
    "NVIDIA: *Megatron-Core*, transformer_config.py (`cp_comm_type`), and the guide to its context_parallel package",
    "NVIDIA: *Transformer Engine*, the context-parallel modes of DotProductAttention",
    "PyTorch: `torch.distributed.tensor.experimental`: source of `context_parallel`, `_AllToAllRotater`",
  },
  ephemeral = {{"Names of options in Megatron-Core, Transformer Engine and TorchTitan", as_of = "2026-11"}},
  facts = function(hw)
    local m = models.llama3_8b
    local f = {name = m.name, S = 131072, P = 8, H = m.H, Hkv = m.Hkv, hd = m.hd, mfu = .5,
               link = hw.h100.nvlink_dir, nic = hw.ib_ndr.bw_dir}
    f.c = f.S//f.P
    f.ring = function(P) return (P - 1)*(f.S/P)*2*m.Hkv*m.hd*2 end
    f.heads = function(P) return (P - 1)/P*(f.S/P)*2*(m.H + m.Hkv)*m.hd*2 end
    f.ratio, f.even = f.ring(f.P)/f.heads(f.P), (m.H + m.Hkv)/m.Hkv
    f.t = 4*f.S^2*m.H*m.hd/2/f.P/(f.mfu*hw.h100.bf16) -- causal: half of the scores
    f.last = (2*f.P - 1)/f.P
    return f
  end,
  questions = {
    q.num{id = "even", unit = "1", rtol = 0, seed = "S003-W21-C6",
      ask = [[{{= p.H}} query heads, {{= p.Hkv}} KV heads. At how many ranks do a ring of keys and values and Ulysses
        (q, k, v and the output) send equally many bytes?]],
      vary = {H = {32, 64, 128}, Hkv = {8, 16}},
      answer = function(f, p) return (p.H + p.Hkv)//p.Hkv end,
      wrong = {{value = function(f, p) return p.H//p.Hkv end, hint = "Ulysses moves k and v too."}},
      worked = [[(P − 1)·2·Hkv against (P − 1)/P·2·(H + Hkv): P = ({{= p.H}} + {{= p.Hkv}})/{{= p.Hkv}} =
        {{= (p.H+p.Hkv)//p.Hkv}}.]]},

    q.num{id = "last", unit = "x", rtol = .01, seed = "S003-W21-C6",
      ask = [[A causal sequence is cut in order over {{= p.P}} ranks. How many times the mean work has the last one?]],
      vary = {P = {4, 8, 16}},
      answer = function(f, p) return (2*p.P - 1)/p.P end,
      wrong = {{value = function(f, p) return p.P end,
                hint = "The last piece sees all keys, but the mean piece sees half of them."}},
      worked = [[Piece r (from 0) has 2r + 1 half blocks, P² in all. The last: (2·{{= p.P}} − 1)/{{= p.P}} =
        {{= n((2*p.P-1)/p.P, 2)}}.]]},

    q.choice{id = "heads", seed = "S003-W21-C6",
      ask = "Llama 3 70B has 8 KV heads and is cut by tensor parallelism over 8 GPUs. You need 4 ranks of context. " ..
            "Which exchange fits without copies of KV heads?",
      options = {"`a2a`", "`p2p`", "neither"},
      answer = 2,
      wrong = {{value = 1, hint = "How many KV heads has a GPU left to deal out?"},
               {value = 3, hint = "What does a ring need to know about heads?"}},
      worked = "One KV head a GPU cannot be dealt to four. A ring cuts only tokens."},

    q.choice{id = "labels", seed = "S003-W21-C6",
      ask = "Loss is a little higher with context parallelism than without, at equal seed and data. Where do " ..
            "you look first?",
      options = {"at the order of NCCL's sums", "at labels and position ids near the ends of chunks",
                 "at the learning rate"},
      answer = 2,
      wrong = {{value = 1, hint = "That moves the last bits, in either direction."},
               {value = 3, hint = "The batch has not changed. Has it?"}},
      worked = "A label shifted after the cut is wrong once for each chunk."},
  },
}
