-- Week 22: many experts, few of them at work.
return week {
  n = 22, part = 3, title = "Mixture of experts: routing", seeds = {"S003-W22"},

  summary = [[A mixture of experts has many times more parameters than it uses for a token. You
    write the router that chooses, the loss that keeps the choice balanced, and the bookkeeping
    that decides what happens when too many tokens want the same expert. At the end you have
    trained a small one from collapse to balance, and can compute capacity, padding and drops
    before you run it.]],

  concepts = {
    {id = "sparse", title = "Sparse and dense compute", seed = "S003-W22-C1",
     text = [[Replace the MLP of a layer by E of them and send each token to k. Parameters grow
       with E, FLOP with k, so the two are no longer the same number. Mixtral stores
       {{= n(f.total/1e9,1)}} billion parameters and uses {{= n(f.active/1e9,1)}} billion for a
       token, {{= pct(f.active/f.total,0)}}. What does not shrink is memory, and in decoding a
       batch soon touches all experts, so the saving is one of FLOP and not of bytes.]]},
    {id = "topk", title = "Gate, top-k, balance", seed = "S003-W22-C2",
     text = [[The gate is one small matrix; its softmax scores the experts, the k best are used
       and their weights renormalised over those k. Without pressure the gate collapses, because
       an expert that is chosen more learns faster and is chosen more. The usual auxiliary loss is
       E·Σ fᵢ·Pᵢ, with f the share of tokens sent and P the mean gate probability: one if
       balanced, E if everything goes to one. Gradients flow through P only; f is a count.]]},
    {id = "switch", title = "Switch and capacity", seed = "S003-W22-C3",
     text = [[Switch Transformers showed that one expert per token is enough. For static shapes
       each expert gets a buffer of CF·T/E slots, CF being the capacity factor. A token that finds
       it full is dropped: it passes the layer by the residual connection only. A CF of {{= f.CF}}
       leaves a quarter of slack above perfect balance, and {{= pct(1-1/f.CF,0)}} of the slots are
       then empty even in the best case.]]},
    {id = "gshard", title = "GShard", seed = "S003-W22-C4",
     text = [[GShard placed the experts of one layer on different devices and let the compiler do
       the rest: the programmer annotates a few tensors as split along the expert dimension, and
       XLA's partitioner derives all others and inserts the all-to-alls. The paper trains 600
       billion parameters on 2,048 TPU cores this way (Lepikhin et al., 2020). Its routing is
       top-2 with a random second choice and groups of tokens with local capacity.]]},
    {id = "ec", title = "Expert choice", seed = "S003-W22-C5",
     text = [[Turn the selection around: each expert takes its best tokens, a fixed number of
       them. Load is balanced by construction, without an auxiliary loss, and a token may get
       several experts or none. The catch is that the choice depends on the other tokens of the
       batch, later ones included, so it leaks the future in a decoder and cannot be reproduced
       one token at a time. It fits encoders and training experiments.]]},
    {id = "drop", title = "Dropping or padding", seed = "S003-W22-C6",
     text = [[A small capacity drops tokens and harms quality; a large one computes on zeros. With
       a share s of the tokens wanting one expert, s − CF/E of all tokens are dropped, and at the
       same time other experts run half-empty. Dropping also makes the result depend on the batch,
       which surprises at inference. Week 23 removes the choice by giving each expert exactly the
       rows it has.]]},
    {id = "efficiency", title = "How efficient is it", seed = "S003-W22-C7",
     text = [[At equal training compute an MoE reaches a given loss with less. Artetxe et al.
       (2021) found about a fourfold advantage at modest budgets, and that it shrinks as the
       budget grows. It is a statement about FLOP, not about memory, wall-clock time or cost of
       serving. Compare with a dense model of equal active parameters for speed, and of equal
       total parameters for memory.]]},
  },

  readings = {
    {"switch", hours = 4, seed = "S003-W22-R1",
     look_for = [[The table over capacity factors: quality, speed and dropped tokens together.
       Then the tricks for stability, and which of them bf16 made necessary.]]},
    {"gshard", hours = 3, seed = "S003-W22-R2",
     look_for = [[The algorithm of the gate, line by line, and the three annotations that turn a
       single-device program into a partitioned one.]]},
    {"mixtral", hours = 2, seed = "S003-W22-R3",
     look_for = [[The analysis of which expert serves which token. Is there specialisation by
       topic, and what does consecutive assignment mean for a cache of experts?]]},
    {"wolfe", hours = 2, seed = "S003-W22-R4",
     look_for = [[The order in which the design choices are explained; make a table of model
       against k, E, balance method and capacity.]]},
  },

  practice = {
    {seed = "S003-W22-HO", hours = 3,
     text = [[Train the eight-expert toy layer with top-2 routing, once without and once with the
       balance loss. Log the load of each expert and the entropy over time, and report tokens
       dropped at two capacity factors. The gradients of gate and loss are checked against finite
       differences.]]},
  },

  labs = {"w22-moe-router"},

  durable = {"Parameters and FLOP as separate quantities",
             "Balance as a loss, a capacity or a constraint",
             "Dropping against padding"},
  ephemeral = {{"Mixtral's shape", as_of = "2024-01"},
               {"Which balance method large models use", as_of = "2026-01"}},

  facts = function(hw, models)
    local m = models.mixtral_8x7b
    local d, L, ff, E, k, V, kvd = m.d, m.L, m.ff, m.E, m.k, m.V, m.Hkv*m.hd
    local rest = L*(2*d*d + 2*d*kvd + d*E + 2*d) + 2*V*d + d
    return {
      E = E, k = k, CF = 1.25, T = 4096,
      rest = rest, expert = 3*d*ff, L = L, total = rest + L*E*3*d*ff, active = rest + L*k*3*d*ff,
    }
  end,

  questions = {
    q.num{id = "capacity", unit = "1", rtol = 0,
      ask = [[{{= n(f.T)}} tokens, {{= f.E}} experts, top-{{= p.k}}, capacity factor {{= f.CF}}.
        Slots per expert?]],
      vary = {k = {1, 2, 4}},
      answer = function(f, p) return math.ceil(f.CF*f.T*p.k/f.E) end,
      wrong = {{value = function(f, p) return f.T*p.k//f.E end,
                hint = "That is perfect balance. The capacity factor is the slack above it."}},
      worked = [[{{= n(f.T*p.k)}} assignments over {{= f.E}} experts, times {{= f.CF}}.]]},

    q.num{id = "padding", unit = "%", rtol = .01,
      ask = [[Routing is perfectly balanced, capacity factor {{= p.CF}}. Which share of the expert
        FLOP is useful?]],
      vary = {CF = {1.25, 1.5, 2}},
      answer = function(f, p) return 100/p.CF end,
      wrong = {{value = function(f, p) return 100*(p.CF - 1) end,
                hint = [[That is the slack relative to the useful part. Ask how much of the whole
                  is useful.]]}},
      worked = [[1 of every {{= p.CF}} slots holds a token. The rest multiplies zeros.]]},

    q.num{id = "dropped", unit = "%", rtol = .01,
      ask = [[Top-1, {{= f.E}} experts, capacity factor {{= f.CF}}; {{= p.s}} % of all tokens want
        the same expert. Which share of all tokens is dropped there?]],
      vary = {s = {30, 50, 20}},
      answer = function(f, p) return p.s - 100*f.CF/f.E end,
      wrong = {{value = function(f, p) return p.s - 100/f.E end,
                hint = "The expert accepts its capacity, which is larger than a fair share."},
               {value = function(f, p) return 100*(p.s - 100*f.CF/f.E)/p.s end,
                hint = "That is a share of the tokens that wanted this expert."}},
      worked = [[The expert takes {{= n(100*f.CF/f.E,3)}} % of the tokens; the rest of its
        {{= p.s}} % passes the layer unchanged.]]},

    q.num{id = "aux", unit = "1", rtol = .01,
      ask = [[The auxiliary loss E·Σ fᵢ·Pᵢ for {{= p.E}} experts when the gate sends every token
        to one of them with probability 1?]],
      vary = {E = {8, 16, 64}},
      answer = function(f, p) return p.E*1*1 end,
      wrong = {{value = function() return 1 end,
                hint = "One is the value for perfect balance, its minimum."}},
      worked = [[f and P are one for that expert and zero elsewhere, so the sum is one, times E.
        Balanced it would be E · E · (1/E)² = 1.]]},

    q.num{id = "gate", unit = "1", rtol = .01,
      ask = [[The best expert has logit {{= p.d}}, the second 0, the six others −1. Top-2 as in
        Mixtral: which weight does the best one get?]],
      vary = {d = {1, 2, .5}},
      answer = function(f, p) return 1/(1 + math.exp(-p.d)) end,
      wrong = {{value = function(f, p) return 1/(1 + (1 + 6*math.exp(-1))*math.exp(-p.d)) end,
                hint = [[That is the softmax over all experts. Here the weights are normalised
                  over the chosen two.]]}},
      worked = [[A softmax over the two chosen logits. Normalising over all experts first and not
        again leaves the weights short of one.]]},

    q.num{id = "share", unit = "%", rtol = .01,
      ask = [[Mixtral's {{= n(f.total)}} parameters are {{= n(f.rest)}} that every token uses, and {{= f.E}} experts
        of {{= n(f.expert)}} each in {{= f.L}} layers. If a token chose {{= p.k}} of them, which share
        of all parameters would work on it?]],
      vary = {k = {1, 3, 4}},
      answer = function(f, p) return 100*(f.rest + f.L*p.k*f.expert)/f.total end,
      wrong = {{value = function(f, p) return 100*p.k/f.E end,
                hint = [[Only the experts are sparse; attention and embeddings are used by every
                  token.]]}},
      worked = [[{{= pct((f.rest + f.L*p.k*f.expert)/f.total)}}: somewhat more than {{= p.k}} of {{= f.E}}, because
        of the shared parts. The total is {{= n(f.total/(f.rest + f.L*p.k*f.expert),2)}} times the active part.]]},

    q.choice{id = "ec",
      ask = [[Why is expert-choice routing awkward in an autoregressive decoder?]],
      options = {"It needs more memory",
                 "Whether an expert takes a token depends on later tokens of the batch",
                 "It cannot be balanced",
                 "It needs an auxiliary loss"},
      answer = 2,
      worked = [[Experts compare all tokens of the batch. At generation time the later ones do not
        exist yet, so training and inference route differently.]]},

    q.choice{id = "grad",
      ask = [[Through which part of E·Σ fᵢ·Pᵢ does the gate learn?]],
      options = {"fᵢ, the share of tokens",
                 "Pᵢ, the mean probability",
                 "Both",
                 "Neither, it is a metric"},
      answer = 2,
      worked = [[fᵢ is a count after a hard choice and has no useful gradient. It acts as a
        weight: the more an expert is used, the more its probability is pushed down.]]},
  },
}
