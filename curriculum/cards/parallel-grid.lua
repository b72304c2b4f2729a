return card {
  seeds = {"S003-W07-C5", "S000-P3-T2", "S004-C06-T11"},
  readings = {{"megatron3d"}},
  facts = function(hw)
    local function params(x)
      return x.L*(2*x.d*x.d + 2*x.d*x.Hkv*x.hd + 3*x.d*x.ff + 2*x.d) + 2*x.V*x.d + x.d
    end
    local m = models.llama3_70b
    local f = {name = m.name, N = params(m), T = 8, S = 4, D = 16, m = 32, s = m.ctx, mfu = .4,
               link = hw.h100.nvlink_dir, nic = 50e9, card = hw.h100.mem, peak = hw.h100.bf16}
    local act = f.s*m.d*2 -- one micro-batch of activations, bf16
    f.gpus, f.tokens = f.T*f.S*f.D, f.D*f.m*f.s
    f.tp = f.m*m.L/f.S*4*2*(f.T - 1)/f.T*act
    f.pp = f.m*2*act
    f.dp = 2*(f.D - 1)/f.D*2*f.N/(f.T*f.S)
    f.t = 6.0*f.N*f.tokens/(f.gpus*f.mfu*f.peak)
    f.state, f.state_tp = 16*f.N/(f.T*f.S), 16*f.N/f.T
    f.state_z1 = (4 + 12/(f.S*f.D))*f.N/f.T -- without stages, those GPUs are replicas too
    f.bubble = (f.S - 1)/(f.m + f.S - 1)
    -- a model on the same GPUs with the same batch, a sequence a micro-batch: state by stage 1, sums over arithmetic
    local function laid(x, T, S)
      local D, N = f.gpus//(T*S), params(x)
      local micro = f.tokens//(f.s*D)
      local sums = micro*x.L/S*4*2*(T - 1)/T*f.s*x.d*2
      return {name = x.name, m = micro, grid = ("%d × %d × %d"):format(T, S, D), z1 = (4 + 12/D)*N/(T*S),
              share = sums/f.link/(6.0*N*f.tokens/(f.gpus*f.mfu*f.peak)), bubble = (S - 1)/(micro + S - 1)}
    end
    -- shape: meta-llama/Llama-3.1-405B, config.json
    local huge = {name = "Llama 3.1 405B", L = 126, d = 16384, Hkv = 8, hd = 128, ff = 53248, V = 128256}
    f.small, f.mid, f.large = laid(models.llama3_8b, 1, 1), laid(m, f.T, f.S), laid(huge, 8, 16)
    return f
  end,
  questions = {
    q.num{id = "stage", unit = "1", rtol = 0, seed = "S003-W07-C5",
      ask = [[{{= n(f.gpus)}} ranks, T × S × D = {{= f.T}} × {{= f.S}} × {{= f.D}}, T running fastest, then D, then
        S. Which pipeline stage (from 0) has rank {{= p.r}}?]],
      vary = {r = {210, 300, 450}},
      answer = function(f, p) return p.r//(f.T*f.D) end,
      wrong = {{value = function(f, p) return p.r//f.T%f.S end,
                hint = "That is the order T, S, D. Here a stage is a run of T·D ranks."},
               {value = function(f, p) return p.r%f.S end, hint = "The fastest index is T."}},
      worked = [[⌊{{= p.r}}/({{= f.T}}·{{= f.D}})⌋ = {{= p.r//(f.T*f.D)}}; its t is {{= p.r%f.T}} and its d is
        {{= p.r//f.T%f.D}}.]]},

    q.choice{id = "wires", seed = "S003-W07-C5",
      ask = "Why does tensor parallelism get the node's own links?",
      options = {"it needs the most memory", "it sends most, and what comes next waits for it",
                 "its messages are the smallest", "NVLink can add, the network cannot"},
      answer = 2,
      wrong = {{value = 1, hint = "Memory has nothing to do with wires."},
               {value = 3, hint = "Each is a whole activation tensor."},
               {value = 4, hint = "Ranks add, or switches do; there are some on either side."}},
      worked = "Four sums of activations in each layer and micro-batch, all in the way of the next product."},

    q.num{id = "micro", unit = "1", rtol = 0, seed = "S003-W07-C5",
      ask = [[A batch of {{= n(p.B)}} sequences, micro-batches of one sequence. {{= n(f.gpus)}} GPUs as
        {{= f.T}} × {{= f.S}} × {{= f.D}}. How many micro-batches has a pipeline in a step?]],
      vary = {B = {512, 1024, 256}},
      answer = function(f, p) return p.B//f.D end,
      wrong = {{value = function(f, p) return p.B//(f.D*f.S) end,
                hint = "Every stage sees every micro-batch of its replica."},
               {value = function(f, p) return p.B end, hint = "The replicas share the batch."}},
      worked = [[{{= n(p.B)}}/{{= f.D}} = {{= n(p.B//f.D)}}; the bubble is ({{= f.S}} − 1)/({{= n(p.B//f.D)}} +
        {{= f.S}} − 1) = {{= pct((f.S-1)/(p.B//f.D+f.S-1),1)}}.]]},

    q.choice{id = "limit", seed = "S004-C06-T11",
      ask = "The batch may not grow any more, sums of T fill the node's links, and you get twice the GPUs. What is " ..
            "left?",
      options = {"twice the D, half the micro-batches each, and a longer bubble", "twice the T, over two nodes",
                 "nothing can be gained"},
      answer = 1,
      wrong = {{value = 2, hint = "Half of every ring then runs over the network. Look at the table's last column."},
               {value = 3, hint = "A longer bubble is not a step that gets longer. Compute one."}},
      worked = "Every replica has half the work. The step gets shorter, though not by half: the ramp stays as it is."},

    q.choice{id = "more", seed = "S000-P3-T2",
      ask = "Twice the GPUs, the same batch, T and micro-batch. The new ones become replicas. What gets worse?",
      options = {"the bytes that a GPU sends for tensor parallelism", "the bubble", "memory for weights"},
      answer = 2,
      wrong = {{value = 1, hint = "Its micro-batches have become fewer, so it sends less."},
               {value = 3, hint = "T and S have not changed."}},
      worked = "Each replica has half as many micro-batches to fill the same stages."},
  },
}
