-- g02-memspaces: one stencil from global, constant, shared memory and registers; and what a hop costs in each.

local SIDE = 4096         -- of the timed image: 64 MiB each way, beyond any L2
local GATE = 256          -- of the image where loads are counted
local KINDS = {"stencil_global", "stencil_const", "stencil_tiled", "stencil_window"}
local SMALL = {grid = {"(W+31)//32", "(H+7)//8"}, block = {32, 8}}
local WIDE = {grid = {"(W+63)//64", "(H+63)//64"}, block = {64, 4}}
local LEVELS = {l1 = 2^14, l2 = 2^23, hbm = 2^28}     -- bytes of the rings of the timed walks
local LINE, HOPS = 128, 2^16

-- Cycles that one idle thread waits on an H200, by kernels/g02-memspaces/bench.cu, 28 November 2026 (clock64, the least
-- of five runs, kernels/RESULTS.md; L2: rings of 4 to 16 MiB; HBM: of 128 to 256 MiB).
local CYCLES = {fma = 4.1, shared = 29.0, l1 = 39.6, l2 = 282.5, hbm = 685}

local function image(id, H, W, clamp, more)
  local c = {id = id, H = H, W = W, clamp = clamp, calls = KINDS}
  for k, v in pairs(more or {}) do c[k] = v end
  return c
end

local function walk(id, bytes, stride, steps, more)
  local c = {id = id, count = bytes//4, stride = stride, steps = steps, calls = {"chase"}}
  for k, v in pairs(more or {}) do c[k] = v end
  return c
end

-- What the lanes asked of global memory, in floats a pixel; words that lanes share count for each.
local function loads_a_pixel(t, call)
  local sectors, used = t.counter(call, "gate", "g_ld_sec"), t.counter(call, "gate", "g_ld_eff")
  return sectors and used and sectors*32*used/4/GATE^2
end

local function loads(title, call, most, why)
  return check(title, function(t)
    local got = loads_a_pixel(t, call)
    if not got or got <= most then return true end
    return false, ("%s loads %.2f floats a pixel from global memory; %.2f will do"):format(call, got, most), why
  end, {milestone = "profile"})
end

return lab {
  api = 1, rev = 1, id = "g02-memspaces", title = "Five memory spaces, latency and reuse",
  kind = "kernel", part = 1, domain = {"memory", "cuda"},
  seeds = {"S000-P2-T1", "S001-12", "S001-21", "S001-27", "S001-39", "S002-5axis-2", "S002-5-2", "S003-W01-C4",
           "S003-W02-C2", "S003-W02-C6", "S004-C01-T04", "S004-C01-EX"},
  requires = {"w02-transpose"}, suggests = {},
  hours = {read = 2, lab = 4},
  durable = {"Each space is nearer, smaller, and owned by fewer threads",
             "Count the loads a result needs, space by space; the dearest space sets the time",
             "Registers have no addresses: an index must be known to the compiler"},
  ephemeral = {{"Latencies of sm_90 in cycles", as_of = "2026-11"},
               {"64 KiB of constant memory, one address a pass", as_of = "2026-11"}},
  readings = {
    {"pmpp", hours = 1, look_for = [[chapter 5, and chapter 7's convolution: which threads load the halo, and how
      the reuse of an input falls off towards the edge of a tile]]},
    {"hopperdissect", hours = 1, look_for = [[the tables of latency and throughput for shared memory, L1, L2 and
      global memory: what exactly one hop of their pointer chase was, and which figures you can repeat]]},
  },

  lang = "cuda", backends = {"simt", "cuda"},
  edit = {"spaces.cu"},
  reference = "ref.cu", ladder = {"naive.cu", "ref.cu", "opt.cu"},
  limits = {wall_s = 20, mem_MiB = 4096, threads = 1},
  device = {arch = "sm_90a"},

  buffers = {
    ["in"] = {dtype = "f32", shape = {"H", "W"}, dist = gen.normal{}},
    w = {dtype = "f32", shape = {"7", "7"}, dist = gen.normal{}},
    out = {dtype = "f32", shape = {"H", "W"}},
    next = {dtype = "i32", shape = {"count"}, dist = gen.custom"ring"},
    at = {dtype = "i32", shape = {"1"}},
  },

  calls = {
    stencil_global = call{args = {output"out", input"in", input"w", i32"H", i32"W", i32"clamp"},
                          oracle = "any", tol = tol.dot{49}, launch = SMALL},
    stencil_const = call{args = {output"out", input"in", i32"H", i32"W", i32"clamp"}, oracle = "fixed",
                         tol = tol.dot{49}, launch = SMALL},
    stencil_tiled = call{args = {output"out", input"in", i32"H", i32"W", i32"clamp"}, oracle = "fixed",
                         tol = tol.dot{49}, launch = SMALL},
    stencil_window = call{args = {output"out", input"in", i32"H", i32"W", i32"clamp"}, oracle = "fixed",
                          tol = tol.dot{49}, launch = WIDE},
    chase = call{args = {output"at", input"next", i32"steps"}, oracle = "chase", tol = tol.exact,
                 grid = {1}, block = {1}},
  },

  cases = {
    image("empty", 0, 5, 0, {tags = {"edge"}}),
    image("1x1", 1, 1, 0, {tags = {"edge"}}),
    image("1x1-clamp", 1, 1, 1, {tags = {"edge"}}),
    image("5x3", 5, 3, 0, {tags = {"edge"}}),                 -- smaller than the stencil
    image("3x5-clamp", 3, 5, 1, {tags = {"edge"}}),
    image("8x32", 8, 32, 0, {tags = {"edge"}}),               -- one block, all of its halo outside
    image("17x65", 17, 65, 2, {tags = {"edge"}, note = "clamp is 2, which is not 0"}),
    image("70x130", 70, 130, 0),                              -- inner blocks, ragged on both sides
    walk("one-stop", 64, 16, 5, {tags = {"edge"}}),
    walk("stay", 4096, 32, 0, {tags = {"edge"}}),
    walk("lap", 4096, 32, 32 + 7),                            -- once around and a little more
    image("hidden", gen.pick{33, 66, 129}, gen.pick{31, 64, 97}, gen.pick{0, 1}, {hidden = true}),
    walk("hidden-walk", 2^15, 32, gen.pick{100, 333, 1001}, {hidden = true}),
    image("gate", GATE, GATE, 1, {tags = {"gate"}}),
    walk("hops", 2^14, 32, 1000, {tags = {"gate"}}),
    image("bench", SIDE, SIDE, 1, {calls = {"stencil_const", "stencil_tiled", "stencil_window"}, tags = {"bench"}}),
    walk("ring-l1", LEVELS.l1, LINE//4, HOPS, {tags = {"bench"}}),
    walk("ring-l2", LEVELS.l2, LINE//4, HOPS, {tags = {"bench"}}),
    walk("ring-hbm", LEVELS.hbm, LINE//4, HOPS, {tags = {"bench"}}),
  },

  gates = {
    gate{id = "global-plain", call = "stencil_global", counter = "smem_B", op = "==", value = 0, on = "cuda",
         why = "the baseline is there to be measured: nothing between global memory and the sum"},
    gate{id = "const-plain", call = "stencil_const", counter = "smem_B", op = "==", value = 0, on = "cuda",
         why = "constant memory and the read-only path, no tile yet"},
    gate{id = "read-only", call = "stencil_const", counter = "ptx:ld.global.nc", op = ">=", value = 1, on = "cuda",
         why = "the image comes through the read-only path: __ldg, ld.global.nc in PTX"},
    gate{id = "const-bank", call = "stencil_const", counter = "ptx:ld.const", op = ">=", value = 1, on = "cuda",
         why = "the weights come from constant memory"},
    gate{id = "tile", call = "stencil_tiled", counter = "smem_B", op = ">=", value = 38*14*4, on = "cuda",
         why = "a tile of 38 x 14 floats: the block's pixels and their halo"},
    gate{id = "one-tile", call = "stencil_tiled", counter = "smem_B", op = "<=", value = 2304, on = "cuda",
         why = "one tile and at most some padding"},
    gate{id = "one-barrier", call = "stencil_tiled", counter = "ptx:bar.sync", op = "==", value = 1, on = "cuda",
         why = "one barrier between filling the tile and reading it"},
    gate{id = "no-stack", call = "stencil_window", counter = "stack_B", op = "==", value = 0, on = "cuda",
         why = "the sums live in registers; an index that only the running program knows puts them in local memory"},
    gate{id = "no-spill", call = "stencil_window", counter = "spill_B", op = "==", value = 0, on = "cuda",
         why = "nothing spills to local memory, global memory under another name"},
    gate{id = "regs", call = "stencil_window", counter = "regs", op = "<=", value = 64, on = "cuda",
         why = "beyond 64 registers fewer than four blocks of 256 threads fit on an SM"},
    gate{id = "const-used", call = "stencil_const", case = "gate", counter = "const_req", op = ">=", value = 1,
         why = "the weights come from constant memory"},
    gate{id = "broadcast", call = "stencil_const", case = "gate", counter = "const_wpr", op = "==", value = 1,
         why = "all lanes want the same weight: one pass a request"},
    gate{id = "tiled-const", call = "stencil_tiled", case = "gate", counter = "const_wpr", op = "==", value = 1,
         why = "all lanes want the same weight: one pass a request"},
    gate{id = "tiled-tile", call = "stencil_tiled", case = "gate", counter = "smem_static", op = "<=", value = 2304,
         why = "one tile of 38 x 14 floats and at most some padding"},
    gate{id = "tiled-banks", call = "stencil_tiled", case = "gate", counter = "sh_conf", op = "==", value = 0,
         why = "lanes along a row of the tile: 32 different banks"},
    gate{id = "tiled-barrier", call = "stencil_tiled", case = "gate", counter = "bar", op = "==", value = 1,
         why = "one barrier between filling the tile and reading it"},
    gate{id = "window-tile", call = "stencil_window", case = "gate", counter = "smem_static", op = "<=",
         value = 20160, why = "one tile of 70 x 70 floats and at most some padding"},
    gate{id = "window-reuse", call = "stencil_window", case = "gate", counter = "sh_wave", op = "<=",
         value = 14*GATE^2//32, why = "a value read from the tile serves all the sums that want it: 9.6 reads a " ..
                                      "pixel, not 49"},
    gate{id = "window-banks", call = "stencil_window", case = "gate", counter = "sh_conf", op = "==", value = 0,
         why = "lanes along a row of the tile: 32 different banks"},
    gate{id = "one-load", call = "chase", case = "hops", counter = "g_ld_req", op = "==", value = 1000,
         why = "one load a hop, or the time of a hop is not a latency"},
  },
  checks = {
    loads("weights leave global memory", "stencil_const", 49.5, "49 for the image; the weights are W7's now"),
    loads("the tile is loaded once", "stencil_tiled", 2.1,
          "38 x 14 loads for 32 x 8 pixels: fill the tile together, and read neighbours from it alone"),
    loads("the wide tile is loaded once", "stencil_window", 1.2,
          "70 x 70 loads for 64 x 64 pixels: fill the tile together, and read neighbours from it alone"),
  },

  bench = {
    bench{id = "const", call = "stencil_const", case = "bench", clock = "gpu", on = "cuda",
          flops = "98*H*W", bytes = "8*H*W"},
    bench{id = "tiled", call = "stencil_tiled", case = "bench", clock = "gpu", on = "cuda",
          flops = "98*H*W", bytes = "8*H*W"},
    bench{id = "window", call = "stencil_window", case = "bench", clock = "gpu", on = "cuda",
          flops = "98*H*W", bytes = "8*H*W"},
    bench{id = "hop-l1", call = "chase", case = "ring-l1", clock = "gpu", mode = "batch", on = "cuda",
          title = "2^16 hops within 16 KiB: L1"},
    bench{id = "hop-l2", call = "chase", case = "ring-l2", clock = "gpu", mode = "batch", on = "cuda",
          title = "2^16 hops within 8 MiB: L2"},
    bench{id = "hop-hbm", call = "chase", case = "ring-hbm", clock = "gpu", mode = "cold", on = "cuda",
          title = "2^16 hops within 256 MiB: HBM"},
    bench{id = "tiled-sectors", call = "stencil_tiled", case = "gate", metric = "fewer:g_sec", on = "simt",
          bytes = "8*H*W"},
    bench{id = "window-waves", call = "stencil_window", case = "gate", metric = "fewer:sh_wave", on = "simt",
          bytes = "8*H*W"},
  },

  predict = {
    predict{id = "flops", axis = "flops", unit = "FLOP", answer = "f.flops",
            ask = "FLOP of the stencil over {{= n(f.side)}} x {{= n(f.side)}} pixels?",
            worked = "49 multiply-adds a pixel, 2 FLOP each."},
    predict{id = "bytes", axis = "bytes", unit = "B", answer = "f.ideal",
            ask = "Fewest bytes through HBM for it, read and written?",
            worked = "Each pixel once in, once out: 8 bytes."},
    predict{id = "loads", axis = "intensity", unit = "1", answer = "f.tile_loads",
            ask = "Global loads a pixel, when a block of 32 x 8 pixels loads its 38 x 14 once?"},
    predict{id = "bound", axis = "parallelism", ask = "What does stencil_tiled spend most cycles of an SM on?",
            choices = {"reads from shared memory", "multiply-adds", "traffic from HBM"},
            answer = "reads from shared memory",
            worked = "49 wavefronts for 32 pixels, one a cycle; the 49 FMA take a quarter of that."},
    predict{id = "risk", axis = "failure", ask = "`sum[(k + threadIdx.x) % 16] += v;` with `float sum[16];` in a " ..
                                                 "kernel…",
            choices = {"doesn't compile", "gives wrong sums", "is right, and lies in local memory"},
            answer = "is right, and lies in local memory"},
  },

  facts = function(hw)
    local h = hw.h200
    local clock = hw.h100.clock                   -- the same die; the data sheet's, rounded
    local halo = 6
    local f = {
      side = SIDE, taps = 49, word = 4, lanes = h.warp, sector = 32, line = LINE,
      px = 32, py = 8, wide = 64, run = 16, halo = halo, clock = clock, sms = h.sms, hops = HOPS,
      flops = 98*SIDE^2, ideal = 8*SIDE^2, intensity = 98/8, ridge = h.fp32/h.bw,
      ring = LEVELS, c = CYCLES,
      tile_B = 38*14*4, tile_loads = 38*14/(32*8), wide_B = 70*70*4, wide_loads = 70*70/64^2,
      window_reads = 22*7/16, pair_reads = 14*8/16, rows = 22, tile_of = 32*8,
      reserve = h.smem_sm - h.smem_block,
      const_B = 64*1024, fma_lanes = 128,
      latency = function(cycles) return cycles/clock end,
    }
    -- Loads a pixel with a tile of x by y pixels and a radius of r.
    f.loads = function(x, y, r) return (x + 2*r)*(y + 2*r)/(x*y) end
    -- Cycles of one SM for a warp's 32 pixels, at best: one request or wavefront a cycle, 128 FMA lanes, its share of
    -- HBM.
    f.fma_cycles = 49*32/f.fma_lanes
    f.hbm_cycles = 32*8/(h.bw/h.sms/clock)
    -- Reads, and what every kernel has: the tile's filling (a load and a shared store) and the result's store.
    f.global_cycles, f.const_cycles = 98 + 1, 49 + 1
    f.tiled_cycles = 49 + 2*f.tile_loads + 1
    f.window_cycles = f.window_reads + 2*f.wide_loads + 1
    f.pair_cycles = f.pair_reads + 2*f.wide_loads + 1
    f.whole = function(cycles) return cycles*SIDE^2/32/h.sms/clock end     -- seconds of the image
    f.hide = h.bw/2*f.latency(CYCLES.hbm)/h.sms                            -- bytes of loads in flight, an SM
    f.reg_bw, f.smem_bw = f.fma_lanes*3*4*h.sms*clock, h.warp*4*h.sms*clock  -- three operands of each FMA
    f.per_sm = {regs = h.regs_sm*4, smem = h.smem_sm}
    f.l1_B = 256*1024                              -- H100 whitepaper: L1 and shared memory of an SM, together
    f.model_B = 2*8e9                              -- eight billion parameters of 16 bits
    f.chip = {regs = h.regs_sm*4*h.sms, smem = h.smem_sm*h.sms, l2 = h.l2, hbm = h.mem}
    return f
  end,

  questions = {
    q.num{id = "tile-bytes", seed = "S003-W02-C2", unit = "B", rtol = 0,
      ask = [[A stencil of {{= 2*p.r + 1}} x {{= 2*p.r + 1}} taps, blocks of 32 x 8 pixels, floats. Bytes of the
        shared tile, halo included, no padding?]],
      vary = {r = {2, 4, 5}},
      answer = function(f, p) return (32 + 2*p.r)*(8 + 2*p.r)*4 end,
      wrong = {{value = function(f, p) return (32 + p.r)*(8 + p.r)*4 end, hint = "A halo on both sides."},
               {value = function(f, p) return 32*8*4 end, hint = "And the pixels that neighbours need?"},
               {value = function(f, p) return (32 + 2*p.r)*(8 + 2*p.r) end, hint = "Those are floats."}},
      worked = [[(32 + 2 x {{= p.r}}) x (8 + 2 x {{= p.r}}) x 4 = {{= n((32 + 2*p.r)*(8 + 2*p.r)*4)}} B.]]},
    q.num{id = "tile-loads", seed = "S001-39", unit = "1",
      ask = "7 x 7 taps, tiles of {{= p.x}} x {{= p.y}} pixels: global loads of the image a pixel?",
      vary = {x = {48, 64}, y = {8, 16, 32}},
      answer = function(f, p) return f.loads(p.x, p.y, 3) end,
      wrong = {{value = 1, hint = "Neighbouring tiles overlap: the halo is loaded by both."},
               {value = function(f, p) return (p.x + 3)*(p.y + 3)/(p.x*p.y) end, hint = "A halo on both sides."},
               {value = function(f, p) return f.taps end, hint = "That is without a tile."}},
      worked = [[{{= p.x + 6}} x {{= p.y + 6}} / ({{= p.x}} x {{= p.y}}) = {{= n(f.loads(p.x,p.y,3),3)}}, in place
        of 49: {{= n(49/f.loads(p.x,p.y,3),1)}} times fewer.]]},
    q.choice{id = "whose-saving", seed = "S003-W02-C6", answer = 2,
      ask = [[stencil_tiled asks global memory for {{= n(f.tile_loads,2)}} floats a pixel where stencil_const asks for
        49. By how much does traffic from HBM fall?]],
      options = {"By the same factor, 23.6", "Hardly at all: L1 and L2 had caught the repeats",
                 "It rises, since halos are loaded twice", "By 49"},
      worked = [[The repeats hit L1: a block's working set is {{= n(f.tile_B)}} B. What the tile saves is requests
        to L1, with their tags, sectors and addresses. Measure time and DRAM bytes separately, or you will
        credit the wrong one.]]},
    q.num{id = "lane-weight", unit = "1", rtol = 0,
      ask = [[`W7[(k + threadIdx.x / {{= p.d}}) % 49]`, a full warp, lanes along x, k the same for all. How many passes
        does the request to constant memory take?]],
      vary = {d = {2, 4, 8, 16}},
      answer = function(f, p) return f.lanes/p.d end,
      wrong = {{value = 1, hint = "One pass serves one address, to any number of lanes. How many addresses?"},
               {value = function(f, p) return p.d end, hint = "So many lanes share an address. How many addresses?"},
               {value = function(f) return f.lanes end,
                hint = "Lanes that ask for the same address are served in the same pass."}},
      worked = "{{= n(f.lanes/p.d)}} different addresses, one pass each. Shared memory would need one."},
    q.num{id = "window", unit = "1", seed = "S001-12",
      ask = [[A thread owns {{= p.k}} pixels of one column and reads each row of the tile that it meets once. Reads
        from shared memory a pixel?]],
      vary = {k = {4, 8, 32}},
      answer = function(f, p) return (p.k + 6)*7/p.k end,
      wrong = {{value = 49, hint = "Row r is wanted by up to seven of the thread's pixels. It is read once."},
               {value = 7, hint = "The rows above and below its pixels are read as well."}},
      worked = "({{= p.k}} + 6) rows x 7 / {{= p.k}} = {{= n((p.k + 6)*7/p.k,2)}}; 7 for a column without end."},
    q.num{id = "shared-floor", seed = "S001-21", unit = "us", rtol = .02, accept = {"us", "ms", "s"},
      ask = [[{{= n(p.s)}} x {{= n(p.s)}} pixels, {{= f.taps}} shared reads each, a warp's read takes one cycle of
        its SM; {{= f.sms}} SMs at {{= n(f.clock/1e9,2)}} GHz. Least time for the reads alone?]],
      vary = {s = {4096, 8192}},
      answer = function(f, p) return f.taps*p.s^2/32/f.sms/f.clock*1e6 end,
      wrong = {{value = function(f, p) return f.taps*p.s^2/f.sms/f.clock*1e6 end,
                hint = "One wavefront serves 32 lanes."},
               {value = function(f, p) return f.taps*p.s^2/32/f.clock*1e6 end, hint = "All SMs read at once."}},
      worked = [[49 x {{= n(p.s)}}² / 32 wavefronts / {{= f.sms}} SMs / clock =
        {{= us(f.taps*p.s^2/32/f.sms/f.clock,0)}}. HBM needs {{= us(8*p.s^2/hw.h200.bw,0)}} for the image in and out:
        the tile's bandwidth is the limit, not memory's.]]},
    q.choice{id = "local", seed = "S001-21", answer = 3,
      ask = [[`float sum[16];` and, in a loop over k, `sum[(k + threadIdx.x) % 16] += v;`. Where does the array live?]],
      options = {"In registers: it is small", "In shared memory",
                 "In local memory: off the SM's registers, cached in L1",
                 "In constant memory"},
      worked = [[A register is named in the instruction; no instruction takes its number from another register. An
        index that is only known at run time needs addresses, so the array gets a stack frame: {{= 16*4}} bytes a
        thread in ptxas -v (nvcc 13.0 says so of stencil_window written that way). Local memory is global memory
        with a private window.]]},
    q.num{id = "in-flight", seed = "S003-W01-C4", unit = "B", rtol = .02, accept = {"B", "kB", "KiB"},
      ask = [[A kernel reads HBM at {{= p.t}} TB/s on {{= f.sms}} SMs. A load takes {{= f.c.hbm}} cycles at
        {{= n(f.clock/1e9,2)}} GHz. How many bytes must each SM have under way?]],
      vary = {t = {2, 3, 4}},
      answer = function(f, p) return p.t*1e12*f.latency(f.c.hbm)/f.sms end,
      wrong = {{value = function(f, p) return p.t*1e12*f.latency(f.c.hbm) end, hint = "That is the whole chip."},
               {value = function(f, p) return p.t*1e12*f.c.hbm/1e9/f.sms end,
                hint = "Those are cycles. How many of them make a nanosecond?"}},
      worked = [[{{= p.t}}e12 B/s x {{= n(f.latency(f.c.hbm)*1e9,0)}} ns / {{= f.sms}} =
        {{= n(p.t*1e12*f.latency(f.c.hbm)/f.sms)}} B. chase has 4 bytes under way, which is why it is good for
        nothing but measuring.]]},
    q.num{id = "chase-rate", unit = "MB/s", rtol = .02, accept = {"B/s", "kB/s", "MB/s", "GB/s"},
      ask = [[One thread chases through HBM: {{= p.ns}} ns a hop, 4 useful bytes each. What bandwidth is that?]],
      vary = {ns = {400, 500, 800}},
      answer = function(f, p) return 4/(p.ns*1e-9)/1e6 end,
      wrong = {{value = function(f, p) return f.sector/(p.ns*1e-9)/1e6 end,
                hint = "A hop moves a sector of 32 B. How much of it is of use?"},
               {value = function(f, p) return f.line/(p.ns*1e-9)/1e6 end,
                hint = "One stop a line, but a hop uses one number of it."}},
      worked = [[4 B / {{= p.ns}} ns = {{= n(4/(p.ns*1e-9)/1e6,0)}} MB/s of {{= si(hw.h200.bw,"B/s")}}. Latency and
        bandwidth are two figures; concurrency turns one into the other.]]},
    q.choice{id = "too-small", answer = 1,
      ask = [[Your ring has 64 MiB, one stop a line of {{= f.line}} B, but you make only 4,096 hops, time them, and
        run again without flushing. Which level does the second run measure?]],
      options = {"L2: only the 4,096 lines that were visited matter", "HBM: the ring is larger than L2",
                 "L1: the last lines are still there", "None: the compiler removed the loop"},
      worked = [[4,096 x {{= f.line}} B = {{= kib(4096*f.line,0)}}: too much for L1, comfortable in L2. What counts is
        the footprint of the walk, not of the array. So the timed walk through HBM starts from a flushed L2.]]},
    q.choice{id = "stride", answer = 4,
      ask = "Why is the ring shuffled, in place of next[i] = i + 32?",
      options = {"To avoid bank conflicts", "So that the index fits in 32 bits", "Because L1 is direct-mapped",
                 "So that no prefetch, page or DRAM row is used in order: each hop pays in full"},
      worked = [[In order, neighbouring hops share pages and DRAM rows, and some levels fetch ahead. You would measure
        a pipeline. Make the next address something that only the load can tell.]]},
    q.order{id = "nearest", seed = "S004-C01-T04", ask = "Order by latency, nearest first.",
      items = {"register", "shared memory", "a hit in L2", "HBM"}},
    q.table{id = "sharing", seed = "S001-12",
      ask = [[With how many threads may one copy of a value be shared? Blocks of {{= p.b}} threads; a grid of
        {{= n(p.g)}} blocks.]],
      vary = {b = {64, 128, 512}, g = {300, 500, 2000}},
      rows = {"register", "shared memory", "global memory"}, columns = {"threads"}, rtol = 0,
      answer = function(f, p) return {{1}, {p.b}, {p.b*p.g}} end,
      worked = "A thread's own; the block's; the grid's (and the next kernel's)."},
    q.text{id = "why", seed = "S001-21", min_words = 40,
      ask = [[A colleague moved a stencil into shared memory and it became no faster. Name two reasons that the counters
        could show, and what to do about each.]],
      rubric = {"L1 had caught the repeated loads, so HBM traffic did not change",
                "shared reads a pixel are now the limit (49 wavefronts for 32 pixels)",
                "reuse values in registers: several outputs a thread",
                "bank conflicts or too little occupancy as another possible cause, with the counter that shows it"}},
  },

  hints = {
    {on = "build", match = {"redefinition", "redeclared", "W7", "undefined", "multiple definition"},
     [[W7 is declared in lab.h; don't declare it again. Keep `extern "C"` before each kernel, and mark
      helpers `static __device__`.]]},
    {on = "case:1x1", [[One pixel, zeros around it: only the middle weight counts, 7*3 + 3.]]},
    {on = "case:1x1-clamp", [[Clamped, all 49 taps read the one pixel. An index becomes 0 below 0 and n - 1 from n on,
      in each direction by itself.]]},
    {on = "case:5x3", [[The image is smaller than the stencil: both edges are near at once.]]},
    {on = "case:17x65", [[Ragged: threads outside of the image own no pixel, but the tile needs what they load.]]},
    {on = "case:70x130", [[Inner blocks. Are the four corners of the halo in the tile? Did a thread leave before it
      had filled its share?]]},
    {on = "case:lap", [[Start at element 0, hop `steps` times, store where you stand.]]},
    {on = "case:stay", "No hop: the answer is element 0 itself."},
    {on = "counter:const_req", "W7 has to be read where the sum is: a copy in a local table is not constant memory."},
    {on = "counter:const_wpr", [[Lanes of one warp ask for different weights. Let i and j be loop variables that all
      lanes have alike.]]},
    {on = "counter:ptx:ld.global.nc", "Read the image with __ldg(&in[...])."},
    {on = "counter:ptx:ld.const", "The weights of stencil_const are W7's."},
    {on = "counter:stack_B", [[Some index of the sums isn't known when the loops are unrolled. `#pragma unroll` on every
      loop whose variable is in the index, with bounds that are constants.]]},
    {on = "counter:spill_B", "Too much held at once: read a row's seven values one by one."},
    {on = "counter:regs", "Keep one value of the tile at a time besides the sixteen sums."},
    {on = "counter:smem_B", "One tile: 14 rows of 38 floats, or 70 of 70."},
    {on = "counter:smem_static", "One tile: 14 rows of 38 floats, or 70 of 70."},
    {on = "counter:bar", "Fill, one __syncthreads() that everybody reaches, read."},
    {on = "counter:sh_conf", "Which index of the tile moves with threadIdx.x? It should be the last one."},
    {on = "counter:sh_wave", [[A value of the tile at row r of your column is wanted by pixels r - 6 to r. Read it once,
      then add it to all of them.]]},
    {on = "counter:g_ld_req", "One load a hop, in one thread."},
    {on = "check:the tile is loaded once", [[532 pixels for 256 threads: two loops that step by the block, over 14 rows
      and 38 columns. After the barrier `in` isn't touched again.]]},
    {on = "check:the wide tile is loaded once", [[70 rows and 70 columns, by 64 x 4 threads. After the barrier `in`
      isn't touched again.]]},
    {on = "check:weights leave global memory", "98 loads a pixel: the weights are still read from global memory."},
    {on = "sanitize", [[Between the write of a tile's element by one thread and its read by another there has to be a
      `__syncthreads()` that all threads of the block reach.]]},
    {on = "bench:window", [[Twice the reference's time: look at `ptxas -v` for a stack frame, and count reads of the
      tile
      a pixel.]]},
    {on = "bench:tiled", "A division for each element of the fill costs more than the load. Two loops need none."},
    {on = "correct", [[Take the pixel in the message. Which 49 pixels does it want, which of them lie outside, and where
      do they stand in the tile?]]},
    {after = 3, "`ridge hint g02-memspaces` shows the next tier; the third has the fill and the window nearly whole."},
  },

  points = {compile = 10, correct = 30, sanitize = 10, profile = 20, perf = 10, answers = 20},
}
