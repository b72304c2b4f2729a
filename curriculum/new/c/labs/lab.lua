-- @ID@: @TITLE@.

local GATE = {R = 64, C = 512}     -- where loads are counted
local BENCH = {R = 256, C = 4096}  -- what is timed: 4 MiB each way

return lab {
  api = 1, rev = 1, id = "@ID@", title = "@TITLE@",
  kind = "kernel", domain = {"numerics"}, seeds = {},
  hours = {read = 1, lab = 1.5},
  durable = {"A sum with one accumulator is a chain: each addition waits for the one before",
             "What is read twice should still be in a cache the second time"},
  ephemeral = {{"The latency of an addition, the width of a vector", as_of = "@MONTH@"}},

  -- The learner's files; the ladder's rungs, from naive to best.
  lang = "c", backends = {"cpu"},
  edit = {"rmsnorm.c"},
  reference = "ref.c", ladder = {"naive.c", "ref.c"},
  limits = {wall_s = 20, mem_MiB = 512, threads = 1},

  -- What a call reads and writes. gen.custom"rows" is rows_fill() of oracle.c; what has no `dist` is an output, and
  -- comes filled with NaN.
  buffers = {
    x = {dtype = "f32", shape = {"R", "C"}, dist = gen.custom"rows"},
    w = {dtype = "f32", shape = {"C"}, dist = gen.uniform{lo = .5, hi = 2}},
    y = {dtype = "f32", shape = {"R", "C"}},
  },

  calls = {
    rmsnorm = call{args = {i64"R", i64"C", f32"eps", input"x", input"w", output"y"},
                   oracle = "rmsnorm", tol = tol.rel_l2(1e-5)},
  },

  -- Edges first: nothing, one, what is no multiple of a vector, and where eps decides.
  cases = {
    {id = "empty", R = 0, C = 8, eps = 1e-5, spread = 1, tags = {"edge"}},
    {id = "one", R = 1, C = 1, eps = 1e-5, spread = 1, tags = {"edge"}},
    {id = "short", R = 5, C = 7, eps = 1e-5, spread = 1, tags = {"edge"}},
    {id = "zeros", R = 3, C = 40, eps = 1e-5, spread = 0, tags = {"edge"}},
    {id = "faint", R = 9, C = 100, eps = 1e-5, spread = .002, tags = {"edge"}, note = "eps is most of it"},
    {id = "large", R = 4, C = 129, eps = 1e-5, spread = 1e12, tags = {"edge"}},
    {id = "rows", R = 33, C = 257, eps = 1e-6, spread = 1},
    {id = "hidden", hidden = true, R = gen.pick{17, 31, 40}, C = gen.pick{65, 100, 333}, eps = 1e-5, spread = 2},
    {id = "gate", R = GATE.R, C = GATE.C, eps = 1e-5, spread = 1, tags = {"gate"}},
    {id = "bench", R = BENCH.R, C = BENCH.C, eps = 1e-5, spread = 1, tags = {"bench"}},
  },

  gates = {
    gate{id = "two-reads", call = "rmsnorm", case = "gate", counter = "c_loads", op = "<=",
         value = "3*R*C + 64", on = "cpu",
         why = "a row is read once for its sum and once, with its weights, for its outputs"},
  },

  bench = {
    bench{id = "rows", call = "rmsnorm", case = "bench", flops = "4*R*C", bytes = "4*(2*R*C + C)",
          title = "256 rows of 4,096"},
  },

  -- The cost card: asked before the first run.
  predict = {
    predict{id = "flops", axis = "flops", unit = "MFLOP", answer = "f.flops/1e6", rtol = .3,
            ask = "FLOP for {{= n(f.R)}} rows of {{= n(f.C)}}: squares, additions, two products for each output?",
            worked = "About four for each element: {{= n(f.flops/1e6, 1)}} MFLOP."},
    predict{id = "bytes", axis = "bytes", unit = "MB", answer = "f.bytes/1e6", rtol = .1,
            ask = "Fewest bytes to and from memory for it?",
            worked = "x in and y out, four bytes an element; the weights are a row."},
    predict{id = "bound", axis = "intensity", choices = {"memory", "arithmetic", "the order of the additions"},
            answer = "the order of the additions",
            ask = "What holds a plain loop with one `sum +=` back on this machine?"},
  },

  -- Figures for the texts and the questions: f.NAME there.
  facts = function(hw)
    local f = {R = BENCH.R, C = BENCH.C, lanes = 32, latency = 4, width = 8}
    f.flops, f.bytes = 4*f.R*f.C, 4*(2*f.R*f.C + f.C)
    f.intensity = f.flops/f.bytes
    f.bw = hw.h200.bw + 0.0
    return f
  end,

  questions = {
    q.num{id = "traffic", unit = "MB", rtol = .02,
      ask = "How many bytes does RMSNorm move for {{= n(p.R)}} tokens of width {{= n(p.C)}}, fp32 in and out?",
      vary = {R = {2048, 8192}, C = {4096, 5120}},
      answer = function(_, p) return 8*p.R*p.C/1e6 end,
      wrong = {{value = function(_, p) return 4*p.R*p.C/1e6 end, hint = "And back again?"},
               {value = function(_, p) return 12*p.R*p.C/1e6 end,
                hint = "A row is read twice by the program, but once from memory: it is still in the cache."}},
      worked = "8 B × {{= n(p.R)}} × {{= n(p.C)}} = {{= n(8*p.R*p.C/1e6, 1)}} MB."},
    q.num{id = "chain", unit = "1", rtol = .01,
      ask = [[An addition takes {{= f.latency}} cycles and one may start every cycle, over {{= f.width}} floats at
        once. How many independent sums keep the adder busy?]],
      answer = function(f) return f.latency*f.width end,
      wrong = {{value = function(f) return f.latency end, hint = "Each of these may be a vector of sums."},
               {value = function(f) return f.width end, hint = "One vector still waits for itself."}},
      worked = "{{= f.latency}} vectors under way of {{= f.width}} floats each: {{= f.latency*f.width}} sums."},
    q.choice{id = "why-not", ask = "Why does the compiler not make several sums out of one by itself?",
      options = {"It cannot see that the loop is long enough", "The rounded result would be another one",
                 "Vectors cannot be added up"}, answer = 2,
      worked = "Floating-point addition is not associative: another order, other last bits. -ffast-math waives that."},
  },

  -- What to say at which failure.
  hints = {
    {on = "build", "The compiler names the line. lab.h has the signature; leave it as it is."},
    {on = "sanitize", "The last row ends at x[R*C - 1]. A loop that takes LANES at a time must stop before."},
    {on = "gate:two-reads", "Count your passes over a row: one for the sum, one for the outputs."},
    {on = "bench:rows", "Look at the additions of one row: how many of them may be under way at once?"},
    {on = "case:faint", "These values are about as small as the square root of eps. Where does eps go?"},
    {on = "case:short", "Seven elements: what does your loop do with a row that is shorter than a vector?"},
    {after = 3, "Take one row of two elements, 3 and 4, with weights of 1, and do it on paper."},
  },
}
