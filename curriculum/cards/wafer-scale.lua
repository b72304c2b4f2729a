return card {
  seeds = {"S001-06", "S003-W19-C6"},
  readings = {{"waferreduce", hours = .5,
               look_for = "what the authors need to know of the machine, and how they got it"}},
  sources = {
    "Cerebras: announcement of WSE-3, March 2024; *100x Defect Tolerance*, January 2025",
    "Cerebras: *Weight Streaming Execution*, *MemoryX*, *SwarmX* (documentation and glossary)",
    "The cards wse2, wse3 and h100 of Ridge's hardware list",
  },
  ephemeral = {{"The figures of wafer and system", as_of = "2026-11"}},
  facts = function(hw, models)
    local m = models.llama3_70b
    local f = {cut = 814, hbm = hw.h100.bw} -- mm2 of an H100, NVIDIA's H100 architecture whitepaper
    f.N70 = m.L*(2*m.d*m.d + 2*m.d*m.Hkv*m.hd + 3*m.d*m.ff + 2*m.d) + 2*m.V*m.d + m.d
    f.whole = function(mm2) return math.exp(-hw.wse3.defects*mm2) end
    f.layer = 2*f.N70/m.L
    f.step = 2*2*f.N70/hw.wse2.io -- bf16 weights come in twice: forwards and backwards
    f.tokens = hw.wse3.flops/hw.wse2.io -- forwards: 2 FLOP a token for each weight of 2 B
    return f
  end,
  questions = {
    q.num{id = "good", unit = "%", rtol = .01, seed = "S001-06",
      ask = [[Defects fall on a wafer at random, one in {{= n(1/hw.wse3.defects)}} mm² (approximate). What share of
        dies of {{= p.mm2}} mm² has none?]],
      vary = {mm2 = {250, 400, 600}},
      answer = function(f, p) return 100*f.whole(p.mm2) end,
      wrong = {{value = function(f, p, hw) return 100*(1 - hw.wse3.defects*p.mm2) end,
                hint = "Some dies have two. Without a defect are e to the minus mean."},
               {value = function(f, p) return 100 - 100*f.whole(p.mm2) end, hint = "Those have one at least."}},
      worked = "e^(-{{= n(hw.wse3.defects*p.mm2, 2)}}) = {{= pct(f.whole(p.mm2), 1)}}."},

    q.num{id = "stream", unit = "s", rtol = .02, seed = "S001-06",
      ask = [[A model of {{= p.b}} billion weights in bf16 is streamed into one wafer over
        {{= n(8*hw.wse2.io/1e12, 1)}} Tb/s, once forwards and once backwards. How long does that take in each step, at
        least?]],
      vary = {b = {20, 40, 175}},
      answer = function(f, p, hw) return 2*2*p.b*1e9/hw.wse2.io end,
      wrong = {{value = function(f, p, hw) return 2*p.b*1e9/hw.wse2.io end, hint = "Forwards and backwards."},
               {value = function(f, p, hw) return 2*2*p.b*1e9/(8*hw.wse2.io) end, hint = "Tb are bits."}},
      worked = [[2 · {{= n(2*p.b)}} GB over {{= n(hw.wse2.io/1e9)}} GB/s:
        {{= n(4*p.b*1e9/hw.wse2.io, 2)}} s.]]},

    q.choice{id = "second", seed = "S001-06",
      ask = "Four wafers train one model by weight streaming. Which kind of parallelism is that?",
      options = {"pipeline: each wafer has a quarter of the layers", "data: each wafer has other tokens, and the " ..
                 "gradients are added up on the way out", "tensor: each matrix is cut into four"},
      answer = 2,
      wrong = {{value = 1, hint = "All wafers work on the same layer at the same time."},
               {value = 3, hint = "Weights are broadcast, whole."}},
      worked = [[Weights go out to all, gradients come back as a sum. It is data parallelism with its all-reduce in a
        tree of network cards, and each step waits for the slowest wafer as anywhere else.]]},

    q.choice{id = "fits", seed = "S001-06",
      ask = [[Which work is the wafer's home ground?]],
      options = {"training with small batches of a model far larger than its SRAM",
                 "decoding for one user, with all weights on the wafer",
                 "a batch of a million tokens through a small model, at the lowest price"},
      answer = 2,
      wrong = {{value = 1, hint = "Then the weights come through the door in each step, and few tokens pay for them."},
               {value = 3, hint = "Arithmetic is what everybody sells."}},
      worked = "It reads every weight for each token, from memory that is beside the multipliers."},
  },
}
