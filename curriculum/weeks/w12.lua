-- Week 12: one of three projects, judged by evidence.
return week {
  n = 12, part = 1, title = "Part I capstone", seeds = {"S003-W12"},

  summary = [[Choose one of three projects and take it from a baseline to a result that you can
    defend. The code is mostly what you have already written; what is new is the discipline.
    Profile first, predict each change before you make it, change one thing at a time, measure
    both sides, and explain the difference with bytes and FLOP. The report is short, and every
    number in it comes from a recorded run.]],

  concepts = {},
  readings = {},

  practice = {
    {seed = "S003-W12-TRA", hours = 10,
     text = [[Track A, serving (choose one track): take your engine with the small shared model,
       and add four-bit weights, then continuous batching, then speculation. After each step
       record tokens per second, time to first token, time per token and perplexity. Quality may
       fall by five per cent at most.]]},
    {seed = "S003-W12-TRB", hours = 10,
     text = [[Track B, a kernel (choose one track): FlashAttention forward in CUDA against
       attention with a stored matrix, for sequences from 512 to 8,192. Plot all points on the
       roofline and explain the distance of each from its ceiling.]]},
    {seed = "S003-W12-TRC", hours = 10,
     text = [[Track C, an audit (choose one track): a scaled model of a billion-parameter shape on
       four ranks, under DDP, ZeRO-2 and ZeRO-3. Account for every byte sent, hide what can be
       hidden, and name the communication that dominates each.]]},
    {seed = "S003-W12-DL1", hours = 0,
     text = [[Deliver: the id of a baseline profile, taken before the first change.]]},
    {seed = "S003-W12-DL2", hours = 0,
     text = [[Deliver: for every change, the ids of the runs before and after it, and the factor
       you predicted.]]},
    {seed = "S003-W12-DL3", hours = 0,
     text = [[Deliver: for every change, the reason it helped, or did not, in terms of the two
       ceilings.]]},
    {seed = "S003-W12-DL4", hours = 0,
     text = [[Deliver: the one next step you would take with more time or hardware, and the gain
       you expect from it.]]},
  },

  labs = {"w12b-serve", "w12-capstone-1"},

  durable = {"Predict, change one thing, measure, explain",
             "Gains do not multiply unless they act on different bytes"},
  ephemeral = {{"The yardstick libraries of the three tracks", as_of = "2026-01"}},

  facts = function(hw, models)
    local m = models.llama3_8b
    local d, L, V, kvd = m.d, m.L, m.V, m.Hkv*m.hd
    local linear = L*(2*d*d + 2*d*kvd + 3*d*m.ff)
    local bits = 4 + (16 + 4)/128
    return {
      ridge = hw.h200.bf16/hw.h200.bw,
      w16 = 2*(linear + V*d), w4 = linear*bits/8 + 2*V*d,       -- what a decode step reads
      kv_tok = 2*L*kvd*2, S = 2048, psi = 1e9, P = 4,
    }
  end,

  questions = {
    q.num{id = "knee", unit = "tok", rtol = .01,
      ask = [[Track B: non-causal FlashAttention in fp16 does 4·S²·d FLOP for a head and must move
        at least Q, K, V and O. A kernel gets {{= p.bw}} % of an H200's bandwidth and all of its arithmetic;
        with all of both the ridge is at {{= n(f.ridge,1)}} FLOP/B. From which S on is that kernel
        bound by arithmetic?]],
      vary = {bw = {60, 70, 80, 90}},
      answer = function(f, p) return 2*f.ridge*100/p.bw end,
      wrong = {{value = function(f, p) return f.ridge*100/p.bw end,
                hint = "Check the bytes: four tensors of S·d elements, two bytes each."},
               {value = function(f, p) return 4*f.ridge*100/p.bw end,
                hint = "That would be the causal half of the FLOP."}},
      worked = [[4·S²·d over 8·S·d bytes is S/2 FLOP/B, which equals {{= n(f.ridge*100/p.bw,1)}} at S =
        {{= n(2*f.ridge*100/p.bw,0)}}. Shorter sequences are bound by bytes even in a perfect kernel.]]},

    q.num{id = "compose", unit = "x", rtol = .02,
      ask = [[Track A: a decode step of Llama-3-8B reads {{= gb(f.w16)}} of 16-bit weights, or
        {{= gb(f.w4)}} in four bits, and {{= n(f.kv_tok/1024)}} KiB of cache for each of
        {{= n(f.S)}} tokens of each of {{= p.b}} sequences. What speed-up do four-bit weights
        allow at that batch, if bytes are all that counts?]],
      vary = {b = {32, 1, 128}},
      answer = function(f, p)
        local kv = p.b*f.S*f.kv_tok
        return (f.w16 + kv)/(f.w4 + kv)
      end,
      wrong = {{value = function(f) return f.w16/f.w4 end,
                hint = [[That leaves out the cache, which is read in every step and did not
                  shrink.]]},
               {value = function() return 4 end,
                hint = [[Four bits instead of sixteen, but not everything is stored in four
                  bits.]]}},
      worked = [[{{= gb(f.w16+p.b*f.S*f.kv_tok)}} against {{= gb(f.w4+p.b*f.S*f.kv_tok)}}.
        Batching makes the cache the larger part, so the gains of the two measures do not
        multiply.]]},

    q.num{id = "audit", unit = "GB", rtol = .01,
      ask = [[Track C: {{= n(f.psi/1e9)}} billion parameters, {{= f.P}} ranks, everything sent in
        16 bits. Bytes that a rank sends in one step of ZeRO-{{= p.z}}?]],
      vary = {z = {3, 2}},
      answer = function(f, p) return p.z*2*f.psi*(f.P - 1)/f.P/1e9 end,
      wrong = {{value = function(f, p) return p.z*2*f.psi/1e9 end,
                hint = "A rank keeps its own part: (P − 1)/P of each transfer."}},
      worked = [[Stage 2 reduce-scatters the gradients and gathers the updated weights, two
        transfers of the model, as DDP does. Stage 3 gathers the weights for the forward and again
        for the backward pass: three.]]},

    q.num{id = "amdahl", unit = "x", rtol = .01,
      ask = [[A kernel that takes {{= p.f}} % of a step becomes {{= p.s}} times faster. The
        speed-up of the step?]],
      vary = {f = {40, 15, 70}, s = {3, 8}},
      answer = function(f, p) return 1/(1 - p.f/100 + p.f/100/p.s) end,
      wrong = {{value = function(f, p) return p.s end,
                hint = "The rest of the step takes as long as before."},
               {value = function(f, p) return 1 + p.f/100*(p.s - 1) end,
                hint = "Shares of time do not scale speeds linearly; add up the new times."}},
      worked = [[New time: {{= n(1-p.f/100,2)}} + {{= n(p.f/100/p.s,3)}}. Even infinitely fast,
        the kernel could give {{= n(1/(1-p.f/100),2)}} at most: that bound belongs into the
        prediction.]]},

    q.text{id = "report", min_words = 80,
      ask = [[Take the change of your project that helped most. Write the paragraph of the report
        that explains it.]],
      rubric = {[[Names the ceiling that bound the code before the change, with measured
        intensity]],
                "Says which bytes, FLOP or launches were removed, with a count",
                "Gives prediction and measurement side by side and explains the gap",
                "Says what binds after the change",
                "Nothing else was changed between the two runs"}},
  },
}
