-- @ID@: @TITLE@.

local GATE = {R = 16, C = 2048}    -- where requests are counted
local BENCH = {R = 8192, C = 4096} -- what a GPU is timed with: 128 MiB each way

return lab {
  api = 1, rev = 1, id = "@ID@", title = "@TITLE@",
  kind = "kernel", domain = {"cuda"}, seeds = {},
  hours = {read = 1, lab = 2},
  durable = {"Neighbouring lanes read neighbouring words", "Threads that share a sum meet at a barrier"},
  ephemeral = {{"32 lanes a warp, sectors of 32 bytes", as_of = "@MONTH@"}},

  -- The learner's files; the ladder's rungs, from naive to best.
  lang = "cuda", backends = {"simt", "cuda"},
  edit = {"rmsnorm.cu"},
  reference = "ref.cu", ladder = {"naive.cu", "ref.cu"},
  limits = {wall_s = 20, mem_MiB = 2048, threads = 1},
  device = {arch = "sm_90a"},

  -- What a call reads and writes. gen.custom"rows" is rows_fill() of oracle.c; what has no `dist` is an output, and
  -- comes filled with NaN.
  buffers = {
    x = {dtype = "f32", shape = {"R", "C"}, dist = gen.custom"rows"},
    w = {dtype = "f32", shape = {"C"}, dist = gen.uniform{lo = .5, hi = 2}},
    y = {dtype = "f32", shape = {"R", "C"}},
  },

  calls = {
    rmsnorm = call{args = {output"y", input"x", input"w", i32"C", f32"eps"},
                   oracle = "rmsnorm", tol = tol.rel_l2(1e-5), grid = {"R"}, block = {128}},
  },

  -- Edges first: no rows, one element, fewer elements than threads, and where eps decides.
  cases = {
    {id = "empty", R = 0, C = 8, eps = 1e-5, spread = 1, tags = {"edge"}},
    {id = "one", R = 1, C = 1, eps = 1e-5, spread = 1, tags = {"edge"}},
    {id = "short", R = 5, C = 7, eps = 1e-5, spread = 1, tags = {"edge"}},
    {id = "zeros", R = 3, C = 40, eps = 1e-5, spread = 0, tags = {"edge"}},
    {id = "faint", R = 9, C = 100, eps = 1e-5, spread = .002, tags = {"edge"}, note = "eps is most of it"},
    {id = "rows", R = 12, C = 300, eps = 1e-6, spread = 1},
    {id = "hidden", hidden = true, R = gen.pick{3, 7, 10}, C = gen.pick{129, 200, 517}, eps = 1e-5, spread = 2},
    {id = "gate", R = GATE.R, C = GATE.C, eps = 1e-5, spread = 1, tags = {"gate"}},
    {id = "bench", R = BENCH.R, C = BENCH.C, eps = 1e-5, spread = 1, tags = {"bench"}},
  },

  gates = {
    gate{id = "lanes", call = "rmsnorm", case = "gate", counter = "g_ld_eff", op = ">=", value = .95,
         why = "neighbouring lanes load neighbouring floats: every byte of a sector is used"},
  },

  bench = {
    bench{id = "rows", call = "rmsnorm", case = "bench", clock = "gpu", on = "cuda", flops = "4*R*C",
          bytes = "4*(2*R*C + C)", title = "8,192 rows of 4,096"},
    bench{id = "sectors", call = "rmsnorm", case = "gate", metric = "fewer:g_sec", on = "simt",
          bytes = "4*(2*R*C + C)", title = "sectors of global memory"},
  },

  -- The cost card: asked before the first run.
  predict = {
    predict{id = "bytes", axis = "bytes", unit = "MB", answer = "f.bytes/1e6", rtol = .1,
            ask = "Fewest bytes to and from memory for {{= n(f.R)}} rows of {{= n(f.C)}}?",
            worked = "x in and y out, four bytes an element; the weights are a row."},
    predict{id = "turns", axis = "parallelism", unit = "1", answer = "f.C/f.threads", rtol = .01,
            ask = "How many elements of such a row does each of its {{= f.threads}} threads add up?"},
    predict{id = "failure", axis = "failure", choices = {"a missing barrier", "too few blocks", "the root"},
            answer = "a missing barrier", ask = "What would make the result wrong on some days only?"},
  },

  -- Figures for the texts and the questions: f.NAME there.
  facts = function(hw)
    local f = {R = BENCH.R, C = BENCH.C, threads = 128, warp = hw.h200.warp, sector = 32}
    f.flops, f.bytes = 4*f.R*f.C, 4*(2*f.R*f.C + f.C)
    f.intensity = f.flops/f.bytes
    f.bw, f.ridge = hw.h200.bw + 0.0, hw.h200.fp32/hw.h200.bw
    f.halvings = math.log(f.threads, 2)
    return f
  end,

  questions = {
    q.num{id = "time", unit = "us", rtol = .02,
      ask = "By its {{= si(f.bw, \"B/s\")}}, in what time can an H200 do {{= n(p.R)}} rows of {{= n(p.C)}}, fp32?",
      vary = {R = {8192, 16384}, C = {4096, 5120}},
      answer = function(f, p) return 8*p.R*p.C/f.bw*1e6 end,
      wrong = {{value = function(f, p) return 4*p.R*p.C/f.bw*1e6 end, hint = "And back again?"}},
      worked = "8 B × {{= n(p.R)}} × {{= n(p.C)}} / {{= si(f.bw, \"B/s\")}} = {{= n(8*p.R*p.C/f.bw*1e6, 1)}} µs."},
    q.num{id = "sectors", unit = "1", rtol = 0,
      ask = [[A warp loads one float a lane, and lane k reads the element k × {{= p.s}}. How many sectors of
        {{= f.sector}} bytes does the request touch?]],
      vary = {s = {1, 2, 4}},
      answer = function(f, p) return f.warp*4*p.s//f.sector end,
      wrong = {{value = function(f) return f.warp end, hint = "Only when no two lanes share a sector."}},
      worked = "{{= f.warp}} floats over {{= f.warp*4*p.s}} bytes: {{= f.warp*4*p.s//f.sector}} sectors."},
    q.choice{id = "barrier", ask = "The halving has a barrier in every turn. What if it stood behind the loop only?",
      options = {"Nothing: a block runs in step", "A thread may add a sum that is not there yet",
                 "The kernel would not end"}, answer = 2,
      worked = "Warps of one block run when they like. Only within a warp did that ever look safe, and no longer " ..
               "does."},
  },

  -- What to say at which failure.
  hints = {
    {on = "build", "The compiler names the line. lab.h has the signature; leave it as it is."},
    {on = "sanitize", "Two threads, one word, and no barrier between: which of them writes, which reads?"},
    {on = "gate:lanes", "At one moment the 32 lanes of a warp read 32 elements. How far are they apart?"},
    {on = "case:faint", "These values are about as small as the square root of eps. Where does eps go?"},
    {on = "case:short", "Seven elements and 128 threads: what do the other 121 add to the sum?"},
    {after = 3, "Take one row of two elements, 3 and 4, with weights of 1, and do it on paper."},
  },
}
