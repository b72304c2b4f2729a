-- w20b-capstone-2: one of three kernel projects on the labs of part II, judged by what the workbook recorded.

local FOUND = {rung = "naive", bronze = 2, silver = 4, gold = 8}  -- all three mended are 9.3 times, by count
local UNITS = {shared = 90, issue = 30}   -- how busy two units of the launch in question "cap" are, in %

return lab {
  api = 1, rev = 1, id = "w20b-capstone-2", title = "Part II capstone",
  kind = "capstone", week = 20, part = 2, domain = {"method", "cuda", "profiling"},
  seeds = {"S003-W20", "S003-W20-MS"},
  requires = {"w18-bottleneck"}, suggests = {"w20c-legacy", "g10-int8-gemm", "w17-flash-hopper", "w12-capstone-1"},
  hours = {read = 0, lab = 10},
  durable = {"An improvement is known by the counter that it was meant to move",
             "What the second busiest unit allows bounds the gain from the busiest",
             "Three sizes of one idea are one idea"},
  readings = {
    {"gordicmatmul", look_for = [[for each of his steps: the counter that made him take it, and whether the next step
      moves another one]]},
    {"ncuguide", look_for = [[the sections Memory Workload and Warp State: which counter stands behind each figure that
      you want to claim?]]},
  },

  lang = "cuda", backends = {"simt", "cuda"},
  reference = "kernels.json", ladder = {"attention.json", "product.json", "kernels.json"},

  tracks = {
    track{id = "A", title = "attention on Hopper, the last step in FP8",
          uses = {"w17-flash-hopper"}, passed = {"w17-flash-hopper"}, each = {"w17-flash-hopper"},
          moves = {"tma_B", "flops_tensor", "g_ld_sec", "g_st_sec", "g_st_req", "sh_wave", "bar"},
          figure = {kind = "counters", labs = {"w17-flash-hopper"}, counters = {"tma_B", "flops_tensor", "sh_wave"}},
          why = "fused kernels from a first right version to the last, and what each step moved"},
    track{id = "B", title = "a layer in INT8, scales in the epilogue",
          uses = {"g10-int8-gemm"}, passed = {"g10-int8-gemm"}, each = {"g10-int8-gemm"},
          moves = {"tma_B", "g_ld_sec", "g_st_sec", "g_ld_req", "g_st_req", "sh_wave", "bar"},
          figure = {kind = "counters", labs = {"g10-int8-gemm"}, counters = {"tma_B", "g_ld_sec", "g_ld_req"}},
          why = "codes, product and epilogue: the passes, copies and requests that go away"},
    track{id = "C", title = "slow kernels: three improvements of three kinds",
          uses = {"w20c-legacy"}, passed = {"w20c-legacy"}, each = {"w20c-legacy"},
          moves = {"g_ld_sec", "g_st_sec", "g_ld_req", "sh_wave", "inst", "stack_B"},
          whole = FOUND,
          figure = {kind = "counters", labs = {"w20c-legacy"}, counters = {"g_ld_sec", "g_st_sec", "g_ld_req"}},
          why = "somebody's slow kernels: each brought forward by another counter, each predicted"},
  },

  deliverables = {
    deliverable{id = "passed", need = "passed", max = 5, goal = "the lab that the track stands on is correct"},
    deliverable{id = "baseline", need = "profile", max = 5,
                goal = "a profile of the version before the first change, older than the change"},
    deliverable{id = "pairs", need = "pairs", min = 3, within = 2, max = 15,
                goal = "three pairs before and after, each predicted, then measured in one run"},
    deliverable{id = "moved", need = "moved", min = 3, by = 1.25, max = 15,
                goal = "three improvements, one on the other: each lowered a counter of its own"},
    deliverable{id = "gates", need = "gates", max = 10, goal = "the last version holds every gate of its lab"},
    deliverable{id = "total", need = "total", max = 10,
                goal = "the first version against the last, measured, not multiplied"},
    deliverable{id = "figure", need = "figure", max = 5,
                goal = "the table: counters, and stalls of a GPU, of the first version and the last"},
    deliverable{id = "roofline", need = "text", question = "roofline", words = 60, numbers = 4, after = "pairs",
                max = 5, goal = "the points in the roofline: at least 60 words and 4 numbers, after the last pair"},
    deliverable{id = "explain", need = "text", question = "explain", words = 120, names = true, after = "pairs",
                max = 10, goal = "why each change helped, with its counter: at least 120 words, after the last pair"},
    deliverable{id = "provenance", need = "text", question = "provenance", words = 40, cites = 1, after = "pairs",
                max = 5, goal = "what an assistant wrote, how it was checked: at least 40 words that name an attempt"},
    deliverable{id = "next", need = "text", question = "next", words = 40, numbers = 1, after = "pairs", max = 5,
                goal = "one next step and its gain, after the last pair: at least 40 words and a number"},
  },

  facts = function(hw)
    local g = hw.h200
    local f = {bw = g.bw, fp32 = g.fp32, fp8 = g.fp8, bf16 = g.bf16, sms = g.sms, clock = hw.h100.clock, sector = 32,
               ridge = g.fp32/g.bw, ridge8 = g.fp8/g.bw, found = FOUND, shared = UNITS.shared, issue = UNITS.issue,
               ex2 = 16}
    -- How much faster a launch gets when what its busiest unit does shrinks by `factor`, and nothing else changes.
    f.cap = function(busiest, factor, others)
      local left = busiest/factor
      for _, busy in ipairs(others) do left = math.max(left, busy) end
      return busiest/left
    end
    f.intensity = function(flop, sectors) return flop/(32*sectors) end
    -- Bytes of a product of 8-bit operands with 16-bit results: scales in the epilogue, or by a second kernel.
    f.fused = function(M, N, K) return M*K + N*K + 2*M*N end
    f.twice = function(M, N, K) return f.fused(M, N, K) + 8*M*N end
    f.exp_share = function(d) return f.fp8/(4*d)/(f.ex2*f.sms*f.clock) end
    return f
  end,

  questions = {
    q.num{id = "cap", unit = "x", rtol = .01,
      ask = [[Shared memory is busy {{= f.shared}} % of a launch, device memory {{= p.d}} %, issue slots {{= f.issue}}
        %. A new pitch cuts the shared wavefronts to a quarter. At most how many times as fast does the launch get?]],
      vary = {d = {45, 60, 20}},
      answer = function(f, p) return f.cap(f.shared, 4, {p.d, f.issue}) end,
      wrong = {{value = function() return 4 end,
                hint = "Another unit becomes the busiest one, and its work did not shrink."},
               {value = function(f, p) return f.shared/(f.shared/4 + p.d) end,
                hint = "Units work beside each other: the time is that of the busiest, not the sum."}},
      worked = [[Shared memory would need {{= n(f.shared/4, 1)}} % of the old time. The busiest is then at
        {{= n(math.max(f.shared/4, p.d, f.issue), 1)}} %: {{= f.shared}} over it.]]},
    q.num{id = "coords", unit = "FLOP/B", rtol = .01, seed = "S003-W20-MS",
      ask = [[A profile counts {{= p.g}} GFLOP, 12 million sectors loaded and 4 million stored, of {{= f.sector}} bytes.
        At which intensity does the launch stand, if each sector comes from memory?]],
      vary = {g = {1, 4, 20}},
      answer = function(f, p) return f.intensity(p.g*1e9, 16e6) end,
      wrong = {{value = function(f, p) return f.intensity(p.g*1e9, 12e6) end, hint = "Stores move bytes, too."},
               {value = function(_, p) return p.g*1e9/16e6 end, hint = "That is FLOP for each sector."}},
      worked = [[16 million sectors are {{= n(16e6*f.sector/1e6)}} MB:
        {{= n(f.intensity(p.g*1e9, 16e6), 2)}} FLOP for each byte.]]},
    q.num{id = "epilogue", unit = "x", rtol = .01, seed = "S003-W20-MS",
      ask = [[A product of int8 matrices, M = N = 4,096 and K = {{= n(p.K)}}, operands read once. One version stores
        int32 sums, and a second kernel reads them, scales, and stores bf16; the other scales in its epilogue. By which
        factor does the first move more bytes?]],
      vary = {K = {1024, 4096, 16384}},
      answer = function(f, p) return f.twice(4096, 4096, p.K)/f.fused(4096, 4096, p.K) end,
      wrong = {{value = function() return 5 end, hint = "Ten bytes for two is the result alone: the operands count."},
               {value = function(f, p) return (f.fused(4096, 4096, p.K) + 4*4096^2)/f.fused(4096, 4096, p.K) end,
                hint = "The sums are written once and read once."}},
      worked = [[Both read {{= n(2*4096*p.K/1e6, 1)}} MB of operands and store {{= n(2*4096^2/1e6, 1)}} MB of results.
        The first also stores and loads {{= n(4*4096^2/1e6, 1)}} MB of sums.]]},
    q.num{id = "scales", unit = "%", rtol = .01,
      ask = [[Operands of one byte have one fp32 scale for every {{= p.b}} elements of a row. By how much do the scales
        raise the bytes of the operands, if each is loaded once?]],
      vary = {b = {32, 64, 128}},
      answer = function(_, p) return 400/p.b end,
      wrong = {{value = function(_, p) return 100/p.b end, hint = "A scale has four bytes, an element one."},
               {value = function() return 400 end,
                hint = "That is a load of the scale for each element: the gate of the track forbids it."}},
      worked = "4 bytes for {{= p.b}}: {{= pct(4/p.b, 1)}}."},
    q.num{id = "exp", unit = "1", rtol = .01, seed = "S003-W20-MS",
      ask = [[Attention in FP8 on an H200: two products of d = {{= p.d}} cost 4d FLOP for each score, at
        {{= si(f.fp8,"FLOP/s")}}, and one exponential at {{= f.ex2}} a clock on each of {{= f.sms}} SMs at
        {{= n(f.clock/1e9,2)}} GHz. Time of the exponentials over time of the products?]],
      vary = {d = {64, 192, 256}},
      answer = function(f, p) return f.exp_share(p.d) end,
      wrong = {{value = function(f, p) return 1/f.exp_share(p.d) end, hint = "The other way round."},
               {value = function(f, p) return f.exp_share(p.d)*f.fp8/f.bf16 end,
                hint = "The products run at FP8's rate here: twice that of bf16."}},
      worked = [[{{= n(f.ex2*f.sms*f.clock/1e12, 2)}} trillion exponentials a second, against
        {{= n(f.fp8/(4*p.d)/1e12, 2)}} trillion scores a second of products.]]},

    q.choice{id = "kinds", answer = 3, seed = "S003-W20-MS",
      ask = "Which three changes of one kernel are three improvements?",
      options = {"tiles of 16, then of 32, then of 64", "2 stages, then 3, then 4",
                 "whole sectors, then a pitch without conflicts, then loads of 16 bytes",
                 "blocks of 128, of 256, and of 512 threads"},
      worked = [[Each of the others turns one knob three times, and moves one counter. Sectors, wavefronts and requests
        belong to three different faults.]]},
    q.choice{id = "nothing", answer = 2,
      ask = "The counter fell to a third, as predicted, and the time stayed. What do you report?",
      options = {"Nothing: the change failed", [[That the change did what it was meant to do, and that this unit was not
        what bound the launch]], "That the profiler is wrong", "The factor of the counter, as a speed-up"},
      worked = [[The hypothesis had two halves: the change lowers the counter, and the counter binds the time. The first
        held and the second did not. That is a finding about the baseline's profile.]]},
    q.order{id = "steps", ask = "One improvement, in the right order.",
      items = {"Profile the version that is there", "Name the bound, and the counter that the change has to move",
               "Predict the counter after the change, and the factor", "Change one thing",
               "Time both versions in one run", "Profile the new version, and compare the counter"},
      hint = "Whoever has seen the ratio predicts nothing; whoever has not named the counter confirms nothing."},
    q.multi{id = "worthless", answer = {1, 3, 4}, seed = "S003-W20-MS",
      ask = "Which of these confirm no improvement?",
      options = {"the profile before is of N = 512, the timed run of N = 8,192",
                 "the counter fell, and another one that was not busy rose",
                 "the new version was timed, and never profiled",
                 "fewer instructions, in a launch whose issue slots were 12 % busy, and no faster"},
      worked = [[A profile of another shape is of another launch; without a second profile nobody knows what moved; and
        what binds nobody is no improvement when it shrinks. A neighbour may rise as long as it
        stays below the rest.]]},

    q.text{id = "roofline", min_words = 60, seed = "S003-W20-MS",
      ask = [[Where did the launch stand in the roofline before the first change and where after the last: intensity and
        rate, from your own profiles? Which ceiling, and how far below it? Add what the warps waited for, before and
        after, if a GPU counted that.]],
      rubric = {"intensity before and after, with the FLOP and bytes from which you have it",
                "the ceiling at each point, as a number", "the attempts of the two profiles, at one shape",
                "which part of the ceiling is reached; or, counted alone, how far the bytes are from the least",
                "stalls before and after, or the sentence that no GPU counted them"}},
    q.text{id = "explain", min_words = 120, seed = "S003-W20-MS",
      ask = [[Your three changes: what bound the launch before each, which counter was to move and to what value,
        what it became, and what the time made of it?]],
      rubric = {"each bound was named before its change, from a stored profile",
                "each prediction beside its measurement, counter and factor",
                "three counters of three kinds, named", "a neighbour that stayed where it was, for each change",
                "the change that disappointed, with its reason", "the whole, and why it is not the product"}},
    q.text{id = "provenance", min_words = 40, seed = "S002-8",
      ask = [[What in this work did an assistant, or anybody but you, write? For each piece: how was it checked, and
        which attempt shows that ("attempt 61")? If there is none, say how you would know, and which attempt shows that
        your own version is right.]],
      rubric = {"each piece that somebody else wrote is named, or that there is none",
                "rule 1: no kernel without a profile, a race check where threads share, and sizes that fit nothing",
                "rule 2: no collective without its race test: one, two, three and more ranks, orders, long messages",
                "rule 3: what rests on a paper was held against the paper, not against a summary",
                "an attempt for each piece, and what it showed"}},
    q.text{id = "next", min_words = 40,
      ask = "One thing you would do next with more time or hardware, and the gain that you expect, with its bound.",
      rubric = {"one step, not a list", "a number, and the ceiling it follows from", "the counter that would show it"}},
  },
}
