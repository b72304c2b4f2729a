-- w02-transpose: coalescing, a shared tile, and the bank conflicts that the tile makes.

local N = 4096            -- the matrix that the questions speak of
local BENCH = 8192        -- 256 MiB a side of the copy: far beyond any L2
local TRANSPOSES = {"transpose_naive", "transpose_tiled"}
local TILES = {grid = {"(C+31)//32", "(R+31)//32"}, block = {32, 8}}

return lab {
  api = 1, rev = 1, id = "w02-transpose", title = "Coalescing, shared tiles, bank conflicts",
  kind = "kernel", week = 2, part = 1, domain = {"memory", "cuda"},
  seeds = {"S003-W02", "S003-W02-C1", "S003-W02-C2", "S003-W02-C3", "S003-W02-C4", "S003-W02-C5",
           "S003-W02-C6", "S003-W02-HO", "S003-W02-MS", "S001-20"},
  requires = {"w01-roofline"}, suggests = {"g01-cuda-first"},
  hours = {read = 8, lab = 3},
  durable = {"A warp's request costs the sectors it touches", "A bank serves one word a cycle",
             "Stage through shared memory to change direction"},
  ephemeral = {{"32-byte sectors, 32 banks of 4 bytes, 227 KiB of shared memory a block", as_of = "2026-01"}},
  readings = {
    {"pmpp", hours = 4, look_for = "chapters 1 to 5: where a thread index becomes an address"},
    {"ece408", hours = 3, look_for = "weeks 1 to 3: the tiled kernel drawn block by block"},
    {"eveneasier", hours = 1, look_for = "why the grid-stride loop survives every launch shape"},
  },

  lang = "cuda", backends = {"cuda"},
  edit = {"transpose.cu"},
  reference = "ref.cu", ladder = {"naive.cu", "ref.cu", "opt.cu"},
  limits = {wall_s = 20, mem_MiB = 4096, threads = 1},
  device = {arch = "sm_90a"},

  buffers = {
    a = {dtype = "f32", shape = {"n"}, dist = gen.normal{}},
    b = {dtype = "f32", shape = {"n"}, dist = gen.normal{}},
    c = {dtype = "f32", shape = {"n"}},
    ["in"] = {dtype = "f32", shape = {"R", "C"}, dist = gen.normal{}},
    out = {dtype = "f32", shape = {"C", "R"}},
  },

  calls = {
    vadd = call{args = {input"a", input"b", output"c", i64"n"}, oracle = "vadd", tol = tol.exact,
                grid = {"math.min((n+255)//256, 4096)"}, block = {256}},
    transpose_naive = call{args = {output"out", input"in", i32"R", i32"C"}, oracle = "transpose",
                           tol = tol.exact, launch = TILES},
    transpose_tiled = call{args = {output"out", input"in", i32"R", i32"C"}, oracle = "transpose",
                           tol = tol.exact, launch = TILES},
  },

  cases = {
    {id = "v0", n = 0, calls = {"vadd"}, tags = {"edge"}},
    {id = "v1", n = 1, calls = {"vadd"}, tags = {"edge"}},
    {id = "v257", n = 257, calls = {"vadd"}, tags = {"edge"}},
    {id = "v-stride", n = 4096*256*2 + 77, calls = {"vadd"}},     -- more elements than threads
    {id = "empty", R = 0, C = 5, calls = TRANSPOSES, tags = {"edge"}},
    {id = "1x1", R = 1, C = 1, calls = TRANSPOSES, tags = {"edge"}},
    {id = "1xN", R = 1, C = 1000, calls = TRANSPOSES, tags = {"edge"}},
    {id = "31x1", R = 31, C = 1, calls = TRANSPOSES, tags = {"edge"}},
    {id = "33x65", R = 33, C = 65, calls = TRANSPOSES, tags = {"edge"}},
    {id = "1000x1024", R = 1000, C = 1024, calls = TRANSPOSES},
    {id = "hidden", hidden = true, R = gen.pick{65, 127, 321}, C = gen.pick{95, 129, 250}, calls = TRANSPOSES},
    {id = "4096", R = N, C = N, calls = TRANSPOSES, tags = {"gate"}},
    {id = "bench", R = BENCH, C = BENCH, calls = {"transpose_tiled"}, tags = {"bench"}},
    {id = "v-bench", n = BENCH*BENCH, calls = {"vadd"}, tags = {"bench"}},
  },

  gates = {
    gate{id = "tile", call = "transpose_tiled", counter = "smem_B", op = ">=", value = 32*32*4, on = "cuda",
         why = "the turn happens in a 32x32 tile of shared memory"},
    gate{id = "one-tile", call = "transpose_tiled", counter = "smem_B", op = "<=", value = 4352, on = "cuda",
         why = "one tile and its padding: more would cost blocks that could hide latency"},
    gate{id = "one-barrier", call = "transpose_tiled", counter = "ptx:bar.sync", op = "==", value = 1, on = "cuda",
         why = "one barrier between filling the tile and reading it: none is a race, more is waiting"},
    gate{id = "row-stores", call = "transpose_tiled", counter = "spill_B", op = "==", value = 0, on = "cuda",
         why = "nothing spills to local memory, which is global memory under another name"},
    gate{id = "regs", call = "transpose_tiled", counter = "regs", op = "<=", value = 40, on = "cuda",
         why = "beyond 40 registers fewer than six blocks of 256 threads fit on an SM"},
    gate{id = "naive-plain", call = "transpose_naive", counter = "smem_B", op = "==", value = 0, on = "cuda",
         why = "the naive kernel is there to be measured: straight from global to global memory"},
  },

  bench = {
    bench{id = "tiled", call = "transpose_tiled", case = "bench", clock = "gpu", on = "cuda",
          stages = {bronze = .5, silver = .8, gold = .95}, flops = "0", bytes = "8*R*C"},
    bench{id = "vadd", call = "vadd", case = "v-bench", clock = "gpu", on = "cuda",
          stages = {bronze = .5, silver = .8, gold = .95}, flops = "n", bytes = "12*n"},
  },

  predict = {
    predict{id = "flops", axis = "flops", ask = "FLOP of transposing {{= f.n }}x{{= f.n }} floats?", unit = "FLOP", answer = "0"},
    predict{id = "bytes", axis = "bytes", ask = "Fewest bytes through global memory for that matrix, read and written?",
            unit = "B", answer = "f.ideal"},
    predict{id = "bound", axis = "intensity", ask = "What bounds the tiled kernel?",
            choices = {"memory bandwidth", "arithmetic", "launch latency"}, answer = "memory bandwidth"},
    predict{id = "threads", axis = "parallelism", ask = "Threads in one block, at 32x8?", unit = "1", answer = "256"},
    predict{id = "risk", axis = "failure", ask = "A missing barrier shows as…",
            choices = {"a compile error", "wrong elements on some runs", "a slower kernel"},
            answer = "wrong elements on some runs"},
  },

  facts = function(hw)
    local n = N
    local sector, lanes, word = 32, 32, 4
    local perfect = lanes*word/sector
    local regs, threads = 40, 256
    -- registers are handed out 256 at a time a warp (hw: 65,536 an SM)
    local regs_warp = math.ceil(regs*32/256)*256
    local warps = hw.h200.regs_sm // regs_warp
    local blocks = math.min(warps // (threads//32), hw.h200.threads_sm // threads)
    return {
      n = n, ideal = 8*n*n, perfect = perfect, scattered = lanes,
      store_eff = word/sector, traffic = (perfect + lanes)/(2*perfect),
      spec_us = 8*n*n/hw.h200.bw*1e6, measured_us = 8*n*n/hw.h200_m.bw_mean*1e6,
      padded = 32*33*4, plain = 32*32*4, regs = regs, warps_by_regs = warps, blocks = blocks,
      occupancy = blocks*threads/hw.h200.threads_sm,
    }
  end,

  questions = {
    q.num{id = "traffic", seed = "S003-W02-MS",
      ask = "Transposing an {{= f.n }}x{{= f.n }} float matrix: the least traffic through global memory, read plus written?",
      unit = "B", answer = function(f) return f.ideal end, accept = {"B", "MB", "MiB"},
      wrong = {{value = function(f) return f.ideal/2 end, hint = "that is one direction: the matrix is read and written"},
               {value = function(f) return f.ideal/4 end, hint = "elements are four bytes"}},
      worked = "Read once, written once: 2 x {{= f.n }}^2 x 4 B = {{= n(f.ideal) }} B."},
    q.num{id = "floor", ask = "And the time that takes at the H200's datasheet bandwidth?", unit = "us",
      answer = function(f) return f.spec_us end, rtol = .02, accept = {"us", "ms", "s"},
      wrong = {{value = function(f) return f.spec_us/2 end, hint = "both directions cross the same bus"}},
      worked = "{{= n(f.ideal) }} B / {{= si(hw.h200.bw, 'B/s', 1) }} = {{= n(f.spec_us, 1) }} us; at the {{= si(hw.h200_m.bw_mean, 'B/s', 2) }} that a copy reaches there, {{= n(f.measured_us, 1) }} us."},
    q.num{id = "load-sectors", ask = "transpose_naive, loads: sectors per request of a full warp?", unit = "1",
      answer = function(f) return f.perfect end,
      worked = "32 lanes x 4 B, side by side: 128 B, {{= f.perfect }} sectors of 32 B."},
    q.num{id = "store-sectors", ask = "transpose_naive, stores: sectors per request?", unit = "1",
      answer = function(f) return f.scattered end,
      wrong = {{value = function(f) return f.perfect end, hint = "that is the load side; where do the stores of neighbouring lanes lie?"}},
      worked = "Neighbouring lanes write R floats apart: {{= f.scattered }} lanes, {{= f.scattered }} sectors."},
    q.num{id = "store-efficiency", ask = "What share of each stored sector is useful?", unit = "%",
      answer = function(f) return 100*f.store_eff end,
      worked = "4 of 32 bytes: {{= pct(f.store_eff) }}."},
    q.num{id = "total", ask = "Sector traffic of the naive kernel, loads and stores together, over the ideal?", unit = "x",
      answer = function(f) return f.traffic end,
      wrong = {{value = function(f) return 1/f.store_eff end, hint = "8 is the store side alone; the loads are already perfect"}},
      worked = "({{= f.perfect }} + {{= f.scattered }}) / (2 x {{= f.perfect }}) = {{= n(f.traffic, 1) }}."},
    q.num{id = "conflict", ask = "A warp reads a column of float tile[32][32]: how many ways does it conflict?", unit = "1",
      answer = function() return 32 end,
      worked = "Element (r, c) lies in bank (32 r + c) mod 32 = c: one bank for all 32 lanes."},
    q.num{id = "padded", ask = "Bytes of the tile with one float of padding a row?", unit = "B",
      answer = function(f) return f.padded end,
      wrong = {{value = function(f) return f.plain end, hint = "without the padding"},
               {value = function() return 33*33*4 end, hint = "the rows are padded, their number stays 32"}},
      worked = "32 x 33 x 4 B = {{= n(f.padded) }} B."},
    q.num{id = "occupancy", ask = "256 threads a block, {{= f.regs }} registers a thread, sm_90: theoretical occupancy?", unit = "%",
      answer = function(f) return 100*f.occupancy end,
      wrong = {{value = function() return 100 end, hint = "2,048 threads x 40 registers are more than one SM has"},
               {value = function(f) return 100*f.warps_by_regs/64 end, hint = "warps come in whole blocks of eight"}},
      worked = "{{= n(hw.h200.regs_sm) }} registers / ({{= f.regs }} x 32) allow {{= f.warps_by_regs }} warps, in whole blocks {{= f.blocks }}: {{= f.blocks*256 }} of {{= n(hw.h200.threads_sm) }} threads."},
    q.num{id = "intensity", ask = "Arithmetic intensity of a transpose?", unit = "FLOP/B", answer = function() return 0 end,
      worked = "No FLOP at all: it is bound by bandwidth because it does nothing but move 2 N^2 elements."},
    q.choice{id = "swap", ask = "You swap the loops so that stores run along rows and loads down columns. What happens?",
      options = {"Traffic falls to the ideal", "The waste moves from the stores to the loads",
                 "The bank conflicts disappear", "Occupancy doubles"}, answer = 2,
      worked = "One side of a direct transpose is always strided. Only a stage in between lets both sides run along rows."},
    q.order{id = "steps", ask = "Put the tiled kernel's steps in order.",
      items = {"load rows of `in` into the tile", "barrier", "read columns of the tile", "store rows of `out`"}},
    q.text{id = "why", ask = "Why is the naive transpose bound by memory bandwidth, and what does the tile change?",
      rubric = {"no FLOP: 2 N^2 elements move whatever the kernel does",
                "strided stores fetch or write whole sectors for 4 bytes",
                "the tile lets both global sides run along rows; the turn happens in shared memory",
                "the column read of the tile needs padding or a swizzle"}, min_words = 40},
  },

  hints = {
    {on = "build", "nvcc names the line. Kernels keep `extern \"C\"`: the runner finds them by name."},
    {on = "case:33x65", "33 rows and 65 columns: the last tile of each direction is partly outside. Guard the load with C and R, and the store with R and C, the other way round."},
    {on = "counter:ptx:bar.sync", "One `__syncthreads()` between the two loops, in neither of them."},
    {on = "counter:smem_B", "`__shared__ float tile[TILE][TILE + 1]`: one tile, one float of padding a row."},
    {on = "correct", "Write down, for each of the four accesses, which index moves with threadIdx.x."},
    {after = 3, "For the store, block (bx, by) owns the tile whose upper left corner in `out` is column by*32, row bx*32."},
  },

  points = {compile = 15, correct = 35, perf = 30, answers = 20},

}
