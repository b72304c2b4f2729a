return week {
  n = 38, part = 5, title = "Mixture of experts at inference", seeds = {"S003-W38"},
  summary = [[Training an MoE spreads tokens over experts; serving one has too few tokens to
spread. You compute how many experts a batch wakes up, what that does to the bytes of a step, and
what happens when the experts do not fit and come over PCIe. The lab is a cache: prediction,
prefetch, eviction, and a bound by Belady that tells you how far from perfect you are.]],
  concepts = {
    {id = "sparse-serving", title = "Small batches, many experts", seed = "S003-W38-C1", text = [[
All experts must be in memory, a token uses {{= f.k }} of {{= f.E }}, and whose turn it is changes
at every layer. If choices were independent and uniform, a batch of b tokens would wake
{{= f.E }}·(1 − (1−{{= f.k }}/{{= f.E }})^b) experts a layer: {{= n(f.cover1) }} for one token,
{{= n(f.cover4, 1) }} for four, {{= n(f.cover16, 1) }} for sixteen. So weight traffic grows with
the batch until every expert is awake, while each awake expert multiplies only a handful of rows,
far left of the ridge. Spread over GPUs, two all-to-alls a layer carry those few rows to their
experts and back; and since real routers are skewed, simulate the trace before you trust the
formula.]]},
    {id = "offload", title = "Experts that live elsewhere", seed = "S003-W38-C2", text = [[
An expert of Mixtral is {{= n(f.expert_B/1e6, 1) }} MB in bf16, {{= n(1e3*f.expert_B/f.pcie, 1) }}
ms over a usual PCIe link. Loading both experts of all {{= f.L }} layers for every token allows
{{= n(1/(f.loads*f.expert_B/f.pcie), 2) }} tokens a second; a cache that serves
{{= n(100*f.hit) }} % of them still waits {{= n(1e3*(1-f.hit)*f.loads*f.expert_B/f.pcie, 0) }} ms
a token. Prediction helps because the hidden state changes slowly: applying the next layer's gate
to this layer's state guesses its experts well enough to start the copy early. A wrong guess costs
link time that a right one was waiting for.]]},
    {id = "engines", title = "How engines serve them", seed = "S003-W38-C3", text = [[
vLLM and SGLang sort the tokens of a step by expert and run one grouped GEMM instead of a loop of
small ones; with expert parallelism each GPU owns some experts, attention stays data- or
tensor-parallel, and dispatch and combine are all-to-alls. Mixtral with {{= f.E }} large experts
and DeepSeek's fine-grained experts plus shared ones stress this differently: small experts
balance better and make smaller GEMMs, shared experts are always awake and can overlap with the
exchange. Popular experts are replicated, and placement follows measured load.]]},
    {id = "vs-dense", title = "Against a dense model", seed = "S003-W38-C4", text = [[
Mixtral activates {{= n(f.active/1e9, 2) }} of {{= n(f.total/1e9, 1) }} billion parameters: the
FLOP of a dense {{= n(f.dense/1e9, 0) }}B model, the memory of one of {{= n(f.total/1e9, 0) }}B,
a ratio of {{= n(f.total/f.active, 2) }} (often rounded up to four). At batch 1 it also reads only
the active part, {{= n(2*f.active/1e9, 1) }} GB a step; at batch 8 it reads
{{= n(f.bytes8/1e9, 1) }} GB where that dense model still reads its {{= n(2*f.dense/1e9, 1) }}.
Equal FLOP hides unequal bytes, and decode is made of bytes.]]},
  },

  readings = {
    {"moelm", hours = 2, seed = "S003-W38-R1", look_for = [[The compute-equivalence curves: at
which training budgets does the advantage of the sparse model shrink?]]},
    {"moesurvey", hours = 3, seed = "S003-W38-R2", look_for = [[The inference sections: sort the
techniques into those that reduce bytes, those that hide them and those that balance load.]]},
    {"dsmoe", hours = 3, seed = "S003-W38-R3", look_for = [[Fine-grained splitting and shared
experts: recompute the number of possible expert combinations before and after splitting.]]},
  },

  practice = {
    {hours = 1, seed = "S003-W38-HO", text = [[From the routing traces of `w38-moe-offload`, plot
awake experts a layer against batch size beside the formula for uniform independent choice, and
the share of traffic of the most popular expert.]]},
    {hours = 2, seed = "S003-W38-HO", text = [[Write the expert cache with gate look-ahead. Sweep
the cache size, report hit rate beside Belady's bound and tokens a second beside the bandwidth
bound, then find a trace on which prefetching hurts.]]},
  },

  labs = {"w38-moe-offload"},
  durable = {"coverage of a batch", "bytes against FLOP in sparse models",
    "prefetch under mispredictions", "optimal replacement as a yardstick"},
  ephemeral = {{"Mixtral 8×7B as the reference model", as_of = "2024-01"},
    {"expert parallelism in vLLM and SGLang", as_of = "2026-03"}},

  facts = function(hw)
    local d, L, ff, E, k, V, kvd = 4096, 32, 14336, 8, 2, 32000, 1024
    local attn, expert, gate = 2 * d * d + 2 * d * kvd, 3 * d * ff, d * E
    local rest = L * (attn + gate + 2 * d) + 2 * V * d + d
    local function actives(n) return rest + L * n * expert end
    local function cover(b) return E * (1 - (1 - k / E) ^ b) end
    local dd, dL, dff = 5120, 40, 13824
    local dense = dL * (4 * dd * dd + 3 * dd * dff + 2 * dd) + 2 * V * dd + dd
    return {
      E = E, k = k, L = L, expert = expert, expert_B = 2 * expert, rest = rest,
      total = rest + L * E * expert, active = actives(k), actives = actives, dense = dense,
      cover1 = cover(1), cover4 = cover(4), cover8 = cover(8), cover16 = cover(16),
      bytes8 = 2 * (rest + L * expert * cover(8)), pcie = hw.pcie4.bw_eff, loads = L * k,
      hit = 0.9,
    }
  end,

  questions = {
    q.num {id = "coverage", unit = "1", rtol = 0.005, vary = {b = {8, 2, 4, 16}},
      ask = [[{{= f.E }} experts, {{= f.k }} chosen per token, uniformly and independently. How
many distinct experts does a batch of {{= p.b }} tokens wake in one layer, on average?]],
      answer = function(f, p) return f.E * (1 - (1 - f.k / f.E) ^ p.b) end,
      wrong = {
        {value = function(f, p) return f.k * p.b end,
          hint = "Tokens share experts: subtract the coincidences."},
        {value = function(f, p) return f.E * (1 - (1 - 1 / f.E) ^ p.b) end,
          hint = "A token picks two experts, so it misses a given one with probability 6/8."},
      },
      worked = [[A given expert is missed by one token with probability {{= n(1-f.k/f.E, 2) }}, by
all {{= p.b }} with {{= n((1-f.k/f.E)^p.b, 4) }}. So {{= f.E }}·(1 − {{= n((1-f.k/f.E)^p.b, 4) }})
= {{= n(f.E*(1-(1-f.k/f.E)^p.b), 2) }}.]]},

    q.num {id = "bytes", unit = "GB", vary = {b = {8, 4, 2}},
      ask = [[Weight bytes of one Mixtral decode step at batch {{= p.b }} in bf16:
{{= n(f.rest/1e9, 3) }} billion parameters outside the experts, {{= f.L }} layers,
{{= n(f.expert/1e6, 1) }} M parameters an expert, experts awake as in the formula.]],
      answer = function(f, p)
        return 2 * (f.rest + f.L * f.expert * f.E * (1 - (1 - f.k / f.E) ^ p.b)) / 1e9
      end,
      wrong = {
        {value = function(f, p) return 2 * f.total / 1e9 end, hint = "Not every expert is awake."},
        {value = function(f, p) return p.b * 2 * f.active / 1e9 end,
          hint = "Attention weights are read once for the batch, and tokens share experts."},
      },
      worked = [[2·({{= n(f.rest/1e9, 2) }} +
{{= f.L }}·{{= n(f.expert/1e9, 3) }}·{{= n(f.E*(1-(1-f.k/f.E)^p.b), 2) }}) =
{{= n(2*(f.rest+f.L*f.expert*f.E*(1-(1-f.k/f.E)^p.b))/1e9, 1) }} GB, of {{= n(2*f.total/1e9, 1) }}
stored.]]},

    q.num {id = "ratio", unit = "x",
      ask = [[Mixtral has {{= f.E }} experts a layer. With {{= p.k }} of them a token it would activate
{{= n(f.actives(p.k)/1e9, 2) }} of its {{= n(f.total/1e9, 2) }} billion parameters. What is the ratio of
stored to active ones?]],
      vary = {k = {1, 3, 4}},
      answer = function(f, p) return f.total / f.actives(p.k) end,
      wrong = {
        {value = function(f, p) return f.E / p.k end,
          hint = [[{{= f.E }}/{{= p.k }} would be right if everything were experts; attention and embeddings are
shared.]]},
        {value = function(f, p) return f.total / f.actives(p.k) - 1 end,
          hint = "That is how many times *more*; the ratio is asked."},
      },
      worked = [[{{= n(f.total/f.actives(p.k), 2) }}. The shared {{= n(f.rest/1e9, 2) }} B count on both
sides.]]},

    q.num {id = "expert-load", unit = "ms", vary = {link = {25, 50}},
      ask = [[How long does it take to copy one bf16 expert of {{= n(f.expert/1e6, 1) }} M
parameters over a link that delivers {{= p.link }} GB/s?]],
      answer = function(f, p) return f.expert_B / (p.link * 1e9) * 1e3 end,
      wrong = {{value = function(f, p) return f.expert / (p.link * 1e9) * 1e3 end,
        hint = "Two bytes a parameter."}},
      worked = [[{{= n(f.expert_B/1e6, 1) }} MB / {{= p.link }} GB/s =
{{= n(f.expert_B/(p.link*1e9)*1e3, 1) }} ms.]]},

    q.num {id = "offload-rate", unit = "ms", vary = {hit = {90, 50, 0}},
      ask = [[All experts in host memory behind {{= n(f.pcie/1e9) }} GB/s, a cache on the GPU
serves {{= p.hit }} % of the {{= f.loads }} expert uses of a token (batch 1), copies are not
overlapped. How long does a token wait for transfers?]],
      answer = function(f, p) return 1e3 * f.loads * f.expert_B / f.pcie * (1 - p.hit / 100) end,
      wrong = {
        {value = function(f, p) return 1e3 * f.L * f.expert_B / f.pcie * (1 - p.hit / 100) end,
          hint = "Two experts in every layer."},
        {value = function(f, p)
            return 1e3 * f.E * f.L * f.expert_B / f.pcie * (1 - p.hit / 100)
          end, hint = "Only the chosen experts are needed, not all eight."},
      },
      worked = [[{{= f.loads }} uses × {{= n(100-p.hit) }} % × {{= n(1e3*f.expert_B/f.pcie, 1) }}
ms = {{= n(1e3*f.loads*f.expert_B/f.pcie*(1-p.hit/100), 1) }} ms. Without any cache that is
{{= n(1/(f.loads*f.expert_B/f.pcie), 2) }} tokens a second.]]},

    q.choice {id = "same-flops",
      ask = [[An MoE and a dense model have the same FLOP per token. When is the MoE's decode step
slowest in comparison?]],
      options = {
        "at batch 1",
        "at a medium batch, when most experts are awake but each has few tokens",
        "at a very large batch, when every expert is compute-bound",
        "never: equal FLOP means equal time"},
      answer = 2,
      worked = [[At batch 1 it reads only its active part. At a very large batch weights are
amortised and FLOP decide. In between it reads nearly all of its parameters for a few rows
each.]]},
  },
}
