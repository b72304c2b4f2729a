-- w12-capstone-1: one of three projects on the labs of part I, judged by what the workbook recorded.

local function whole(shares, gains)
  local left = 0
  for k, s in ipairs(shares) do left = left + s/gains[k] end
  return 1/left
end

return lab {
  api = 1, rev = 1, id = "w12-capstone-1", title = "Part I capstone",
  kind = "capstone", week = 12, part = 1, domain = {"method", "inference", "attention", "distributed"},
  seeds = {"S003-W12", "S003-W12-TRA", "S003-W12-TRB", "S003-W12-TRC", "S003-W12-DL1", "S003-W12-DL2",
           "S003-W12-DL3", "S003-W12-DL4"},
  requires = {"w04-flash-tiles"}, suggests = {"w12b-serve", "w08-zero"},
  hours = {read = 0, lab = 10},
  durable = {"Predict, change one thing, measure both sides in one run, explain",
             "Gains measured apart do not multiply unless they act on different time",
             "A claim is worth the attempt that proves it"},
  readings = {
    {"fa1", look_for = [[track B: section 4 and its tables. Which of the authors' claims name a baseline, a machine and
      a shape, and which would you have to believe?]]},
    {"paged", look_for = [[track A: how the evaluation separates the effect of the memory manager from that of the
      scheduler, and where it cannot]]},
    {"zero", look_for = [[track C: the table of bytes for each stage; hold your counters against it line by line]]},
  },

  lang = "c", backends = {"cpu", "simt", "cuda", "ranks"},
  reference = "attention.json", ladder = {"serving.json", "attention.json", "audit.json"},

  tracks = {
    track{id = "A", title = "serving: batching, speculation, fewer bits",
          uses = {"w12b-serve", "w05-int8-outliers", "w05b-specdec"},
          passed = {"w12b-serve", "w05-int8-outliers", "w05b-specdec"}, each = {"w12b-serve"},
          figure = {kind = "roofline", labs = {"w12b-serve"}},
          why = "tokens a second of one server, and what each measure did to it, one after the other"},
    track{id = "B", title = "a kernel: attention in tiles, on a CPU and on a GPU",
          uses = {"w04-flash-tiles", "w04b-flash-cuda"}, passed = {"w04-flash-tiles"},
          figure = {kind = "roofline", labs = {"w04-flash-tiles"}},
          why = "one kernel from its first correct version to its last, under the roofline"},
    track{id = "C", title = "an audit: data parallel against ZeRO",
          uses = {"w07-ddp-overlap", "w08-zero"}, passed = {"w07-ddp-overlap", "w08-zero"},
          each = {"w07-ddp-overlap", "w08-zero"},
          figure = {kind = "counters", labs = {"w07-ddp-overlap", "w08-zero"}, counters = {"sent_B_max"}},
          why = "every byte sent accounted for, and the communication that dominates named"},
  },

  deliverables = {
    deliverable{id = "passed", need = "passed", max = 5, goal = "the labs that the track stands on are correct"},
    deliverable{id = "baseline", need = "profile", max = 15,
                goal = "a profile of the version before the first change, older than the change"},
    deliverable{id = "pairs", need = "pairs", min = 3, within = 2, max = 20,
                goal = "three pairs before and after, each predicted, then measured in one run"},
    deliverable{id = "total", need = "total", max = 15,
                goal = "the first version against the last, measured, not multiplied"},
    deliverable{id = "figure", need = "figure", max = 10, goal = "the roofline (A, B) or the bytes sent (C)"},
    deliverable{id = "explain", need = "text", question = "explain", words = 120, after = "pairs", max = 15,
                goal = "why each change helped or did not: at least 120 words, after the last pair"},
    deliverable{id = "provenance", need = "text", question = "provenance", words = 40, cites = 1, after = "pairs",
                max = 5, goal = "what an assistant wrote, how it was checked: at least 40 words that name an attempt"},
    deliverable{id = "next", need = "text", question = "next", words = 40, max = 5,
                goal = "one next step and the gain expected of it: at least 40 words"},
  },

  facts = function(hw)
    local g = hw.h200
    local f = {peak = g.bf16, bw = g.bw, ridge = g.bf16/g.bw, whole = whole, shares = {.5, .3, .2}}
    f.flops = function(S, d) return 4*S*S*d end
    f.tiled = function(S, d) return 8*S*d end           -- Q, K, V, O in 16 bits
    f.stored = function(S, d) return 8*S*d + 8*S*S end  -- and S, P, each written and read once
    f.ai = function(S, d, how) return f.flops(S, d)/f[how](S, d) end
    f.ring = function(N, P, B) return 2*(P - 1)/P*N/B end
    f.gains = {2, 1.5, 3}
    f.product = 2*1.5*3
    f.true_gain = whole(f.shares, f.gains)
    return f
  end,

  questions = {
    q.num{id = "product", unit = "x", rtol = .01,
      ask = [[Three changes speed up three parts of a step, which take 50, 30 and 20 % of its time, by
        {{= p.a}}, {{= p.b}} and {{= p.c}} times. The speed-up of the step with all three?]],
      vary = {a = {2, 3}, b = {1.5, 4}, c = {3, 5}},
      answer = function(f, p) return f.whole(f.shares, {p.a, p.b, p.c}) end,
      wrong = {{value = function(_, p) return p.a*p.b*p.c end,
                hint = "Gains multiply only when each acts on the whole of the time. Add up the new times."},
               {value = function(f, p) return .5*p.a + .3*p.b + .2*p.c end,
                hint = "A mean of speeds weighted by time is too kind: weight the times, then invert."}},
      worked = [[New time: 0.5/{{= p.a}} + 0.3/{{= p.b}} + 0.2/{{= p.c}} =
        {{= n(1/f.whole(f.shares, {p.a, p.b, p.c}), 4)}} of the old, which is
        {{= n(f.whole(f.shares, {p.a, p.b, p.c}), 3)}} times as fast. The product would claim
        {{= n(p.a*p.b*p.c, 1)}}.]]},

    q.num{id = "intensity", unit = "FLOP/B", rtol = .01, seed = "S003-W12-TRB",
      ask = [[Attention of one head in 16 bits, S = {{= p.S}}, d = 128, 4·S²·d FLOP. The scores and the
        probabilities are each written to memory once and read once. FLOP for each byte?]],
      vary = {S = {2048, 512, 8192}},
      answer = function(f, p) return f.ai(p.S, 128, "stored") end,
      wrong = {{value = function(f, p) return f.ai(p.S, 128, "tiled") end,
                hint = "That is the tiled kernel: two matrices of S·S elements are missing."},
               {value = function(f, p) return f.flops(p.S, 128)/(8*p.S*128 + 4*p.S*p.S) end,
                hint = "Each of the two is written and read: four passes of two bytes."}},
      worked = [[{{= n(f.flops(p.S, 128)/1e9, 3)}} GFLOP over {{= n(f.stored(p.S, 128)/1e6, 2)}} MB. For large S it
        tends to d/2 = 64 whatever S is; in tiles it is S/2.]]},

    q.num{id = "ring", unit = "ms", rtol = .01, seed = "S003-W12-TRC",
      ask = [[Gradients of a billion parameters in 16 bits, four ranks, a ring, {{= p.B}} GB/s a direction and no
        overlap. What does the all-reduce add to a step?]],
      vary = {B = {50, 25, 450}},
      answer = function(f, p) return 1e3*f.ring(2e9, 4, p.B*1e9) end,
      wrong = {{value = function(f, p) return 1e3*2e9/(p.B*1e9) end,
                hint = "A ring sends (P - 1)/P of the buffer twice: reduce-scatter, then all-gather."},
               {value = function(f, p) return 500*f.ring(2e9, 4, p.B*1e9) end,
                hint = "Two phases, not one. Or: were the gradients counted as one byte each?"}},
      worked = "2·3/4·2 GB = 3 GB for each rank, over {{= p.B}} GB/s: {{= n(1e3*f.ring(2e9, 4, p.B*1e9), 1)}} ms."},

    q.num{id = "ceiling", unit = "x", rtol = .01,
      ask = [[A kernel reaches {{= p.g}} GFLOP/s at an intensity of {{= p.ai}} FLOP/B, on a machine with 400 GFLOP/s and
        50 GB/s. By which factor can it become faster while it moves the same bytes?]],
      vary = {g = {20, 80}, ai = {2, 4}},
      answer = function(_, p) return math.min(400, 50*p.ai)/p.g end,
      wrong = {{value = function(_, p) return 400/p.g end,
                hint = "That is the arithmetic ceiling. At this intensity the other one is lower."}},
      worked = [[The roof at {{= p.ai}} FLOP/B is min(400, 50·{{= p.ai}}) = {{= 50*p.ai}} GFLOP/s, that is
        {{= n(50*p.ai/p.g, 2)}} times what it does. A prediction above that needs fewer bytes.]]},

    q.choice{id = "interval",
      ask = "A pair gives 1.03 with the interval [0.97, 1.09]. Which sentence belongs into the report?",
      options = {"It became 3 % faster", "No effect was found; it is smaller than 10 %",
                 "The change is useless", "It would be 9 % faster on a quiet machine"}, answer = 2,
      worked = [[The interval holds 1, so the sign is not known; what it does say is how large the effect could be at
        most. A result like this is worth its place, since it rules out what the prediction claimed.]]},

    q.order{id = "steps", ask = "One pair, in the right order.",
      items = {"Profile the version that is there", "Say what binds it, and predict the factor", "Change one thing",
               "Time both versions in one run", "Explain the difference between prediction and measurement"},
      hint = "A prediction that is made after the change is timed predicts nothing."},

    q.multi{id = "worthless", seed = "S003-W12-DL2",
      ask = "Which of these make a pair worthless?",
      options = {"before on Monday, after on Friday, each timed alone",
                 "the tile size and the loop order changed together",
                 "the factor came out at 0.9", "the baseline was profiled at another shape"}, answer = {1, 2, 4},
      worked = [[Two runs on two days differ in clocks and neighbours; two changes share one factor that cannot be told
        apart; a profile of another shape is of another kernel. A loss that was predicted otherwise is a finding.]]},

    q.text{id = "explain", min_words = 120, seed = "S003-W12-DL3",
      ask = "Why did each change help, or not? What bound the code before, which bytes or FLOP went, what binds it " ..
            "now?",
      rubric = {"names each pair's attempt and both figures, predicted and measured",
                "the ceiling before and after, with an intensity or a count that was measured",
                "which bytes, FLOP, messages or calls went away",
                "what the whole gained, and why that is not the product",
                "the change that disappointed, with its reason"}},
    q.text{id = "provenance", min_words = 40, seed = "S002-8",
      ask = [[What in this work did an assistant, or anybody but you, write? For each piece: how was it checked, and
        which attempt shows that ("attempt 61")? If there is none, say how you would know, and which attempt shows that
        your own version is right.]],
      rubric = {"each piece that somebody else wrote is named, or that there is none",
                "rule 1: no kernel without a profile, a race check where threads share, and sizes that fit nothing",
                "rule 2: no collective without its race test: one, two, three and more ranks, orders, long messages",
                "rule 3: what rests on a paper was held against the paper, not against a summary",
                "an attempt for each piece, and what it showed"}},
    q.text{id = "next", min_words = 40, seed = "S003-W12-DL4",
      ask = "One thing you would do next with more time or hardware, and the gain that you expect, with its bound.",
      rubric = {"one step, not a list", "a number, and the ceiling it follows from", "how it would be measured"}},
  },
}
