-- w02-transpose: coalescing, a shared tile, and the bank conflicts that the tile makes.

local N = 4096            -- the matrix that the questions speak of
local BENCH = 8192        -- 256 MiB each way: far beyond any L2
local REGS = 40           -- a thread, at most
local VADD_BLOCKS = 4096  -- of vadd's grid, at most
local TRANSPOSES = {"transpose_naive", "transpose_tiled", "transpose_wide"}
local WIDE = {grid = {"(C+63)//64", "(R+63)//64"}, block = {32, 8}}
local TILES = {grid = {"(C+31)//32", "(R+31)//32"}, block = {32, 8}}

-- One H200, 28 November 2026, side BENCH, by kernels/w02-transpose/bench.cu (kernels/RESULTS.md): the median of 20
-- launches between two events. dram_ and act_ are what Nsight Compute counted in a run before (2026-11), whose reports
-- are not kept: approximate.
local MEASURED = {
  clock = 1.98e9,
  t_copy = 143.4e-6,        -- float4 a lane, 2,112 blocks
  t_copytile = 181.5e-6,    -- the launch of transpose_tiled, out[i] = in[i]
  act_copytile = .82,       -- its warps active
  t_naive = 1093.8e-6, dram_read = 319.7e6, dram_write = 300.0e6,
  t_swapped = 289.0e-6,     -- lanes along rows of out, loads down columns
  t_decor = 980.5e-6,       -- a tile, but the naive kernel's stores
  t_plain = 312.0e-6, t_padded = 156.4e-6, t_pad4 = 157.0e-6, t_xor = 157.9e-6,
  t_wide = 141.2e-6,
  t_vadd = 228.9e-6, t_vadd4 = 196.4e-6,
}

return lab {
  api = 1, rev = 1, id = "w02-transpose", title = "Coalescing, shared tiles, bank conflicts",
  kind = "kernel", week = 2, part = 1, domain = {"memory", "cuda"},
  seeds = {"S003-W02", "S003-W02-C1", "S003-W02-C2", "S003-W02-C3", "S003-W02-C4", "S003-W02-C5",
           "S003-W02-C6", "S003-W02-HO", "S003-W02-MS", "S001-20"},
  requires = {"w01-roofline"}, suggests = {"g01-cuda-first"},
  hours = {read = 8, lab = 3},
  durable = {"A warp's request costs the sectors it touches", "A bank serves one word a cycle",
             "Stage through shared memory to change direction"},
  ephemeral = {{"32-byte sectors, 32 banks of 4 bytes, 227 KiB of shared memory a block",
                as_of = "2026-01"}},
  readings = {
    {"pmpp", hours = 4, look_for = "chapters 1 to 5: where a thread index becomes an address"},
    {"ece408", hours = 3, look_for = "weeks 1 to 3: the tiled kernel drawn block by block"},
    {"eveneasier", hours = 1, look_for = "why the grid-stride loop survives every launch shape"},
  },

  lang = "cuda", backends = {"simt", "cuda"},
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
                grid = {"math.min((n+255)//256, "..VADD_BLOCKS..")"}, block = {256}},
    transpose_naive = call{args = {output"out", input"in", i32"R", i32"C"}, oracle = "transpose",
                           tol = tol.exact, launch = TILES},
    transpose_tiled = call{args = {output"out", input"in", i32"R", i32"C"}, oracle = "transpose",
                           tol = tol.exact, launch = TILES},
    transpose_wide = call{args = {output"out", input"in", i32"R", i32"C"}, oracle = "transpose",
                          tol = tol.exact, launch = WIDE},
  },

  cases = {
    {id = "v0", n = 0, calls = {"vadd"}, tags = {"edge"}},
    {id = "v1", n = 1, calls = {"vadd"}, tags = {"edge"}},
    {id = "v257", n = 257, calls = {"vadd"}, tags = {"edge"}},
    {id = "v-stride", n = VADD_BLOCKS*256*2 + 77, calls = {"vadd"}},     -- more elements than threads
    {id = "empty", R = 0, C = 5, calls = TRANSPOSES, tags = {"edge"}},
    {id = "1x1", R = 1, C = 1, calls = TRANSPOSES, tags = {"edge"}},
    {id = "1xN", R = 1, C = 1000, calls = TRANSPOSES, tags = {"edge"}},
    {id = "31x1", R = 31, C = 1, calls = TRANSPOSES, tags = {"edge"}},
    {id = "33x65", R = 33, C = 65, calls = TRANSPOSES, tags = {"edge"}},
    {id = "1000x1024", R = 1000, C = 1024, calls = TRANSPOSES},
    {id = "hidden", hidden = true, R = gen.pick{65, 127, 321}, C = gen.pick{95, 129, 250},
     calls = TRANSPOSES},
    {id = "v-hidden", hidden = true, n = gen.pick{1000, 4099}, calls = {"vadd"}},
    {id = "1024", R = 1024, C = 1024, calls = TRANSPOSES, tags = {"gate"}},
    {id = "v-gate", n = 1024*1024, calls = {"vadd"}, tags = {"gate"}},
    {id = "bench", R = BENCH, C = BENCH, calls = {"transpose_tiled", "transpose_wide"},
     tags = {"bench"}},
    {id = "v-bench", n = BENCH*BENCH, calls = {"vadd"}, tags = {"bench"}},
  },

  gates = {
    gate{id = "tile", call = "transpose_tiled", counter = "smem_B", op = ">=", value = 32*32*4,
         on = "cuda", why = "the turn happens in a 32x32 tile of shared memory"},
    gate{id = "one-tile", call = "transpose_tiled", counter = "smem_B", op = "<=", value = 4352,
         on = "cuda", why = "one tile and its padding: more would cost blocks that hide latency"},
    gate{id = "one-barrier", call = "transpose_tiled", counter = "ptx:bar.sync", op = "==",
         value = 1, on = "cuda",
         why = "one barrier between filling the tile and reading it: none is a race, more is waiting"},
    gate{id = "no-spill", call = "transpose_tiled", counter = "spill_B", op = "==", value = 0,
         on = "cuda", why = "nothing spills to local memory, global memory under another name"},
    gate{id = "regs", call = "transpose_tiled", counter = "regs", op = "<=", value = REGS,
         on = "cuda", why = "beyond 40 registers fewer than six blocks of 256 threads fit on an SM"},
    gate{id = "wide-tile", call = "transpose_wide", counter = "smem_B", op = ">=", value = 64*64*4,
         on = "cuda", why = "a tile of 64x64: rows of 256 bytes on both sides"},
    gate{id = "one-wide-tile", call = "transpose_wide", counter = "smem_B", op = "<=",
         value = 64*68*4, on = "cuda", why = "one wide tile and its padding"},
    gate{id = "one-wide-barrier", call = "transpose_wide", counter = "ptx:bar.sync", op = "==",
         value = 1, on = "cuda", why = "one barrier between filling the wide tile and reading it"},
    gate{id = "naive-plain", call = "transpose_naive", counter = "smem_B", op = "==", value = 0,
         on = "cuda", why = "the naive kernel is there to be measured: nothing between load and store"},
    gate{id = "vadd-lanes", call = "vadd", case = "v-gate", counter = "g_ld_eff", op = ">=", value = .99,
         why = "neighbouring lanes load neighbouring floats: every byte of a sector is used"},
    gate{id = "naive-loads", call = "transpose_naive", case = "1024", counter = "g_ld_spr", op = "<=",
         value = 4, why = "lanes along a row of `in`: 4 sectors a request"},
    gate{id = "naive-stores", call = "transpose_naive", case = "1024", counter = "g_st_spr", op = "==",
         value = 32, why = "the naive kernel shows the problem: each lane's store is a sector of its own"},
    gate{id = "naive-direct", call = "transpose_naive", case = "1024", counter = "smem_static", op = "==",
         value = 0, why = "the naive kernel is there to be measured: nothing between load and store"},
    gate{id = "tiled-loads", call = "transpose_tiled", case = "1024", counter = "g_ld_spr", op = "<=",
         value = 4.5, why = "loads run along rows of `in`"},
    gate{id = "tiled-stores", call = "transpose_tiled", case = "1024", counter = "g_st_spr", op = "<=",
         value = 4.5, why = "stores run along rows of `out`: the tile turned the matrix, not the addresses"},
    gate{id = "tiled-banks", call = "transpose_tiled", case = "1024", counter = "sh_conf", op = "==",
         value = 0, why = "a column of the tile lies in 32 different banks"},
    gate{id = "tiled-tile", call = "transpose_tiled", case = "1024", counter = "smem_static", op = "<=",
         value = 4352, why = "one tile and its padding: more would cost blocks that hide latency"},
    gate{id = "tiled-barrier", call = "transpose_tiled", case = "1024", counter = "bar", op = "==",
         value = 1, why = "one barrier between filling the tile and reading it"},
    gate{id = "wide-loads", call = "transpose_wide", case = "1024", counter = "g_ld_eff", op = ">=",
         value = .95, why = "every byte of a loaded sector is used"},
    gate{id = "wide-stores", call = "transpose_wide", case = "1024", counter = "g_st_eff", op = ">=",
         value = .95, why = "every byte of a stored sector is new"},
    gate{id = "wide-banks", call = "transpose_wide", case = "1024", counter = "sh_conf", op = "==",
         value = 0, why = "a column of the wide tile lies in different banks"},
    gate{id = "wide-barrier", call = "transpose_wide", case = "1024", counter = "bar", op = "==",
         value = 1, why = "one barrier between filling the wide tile and reading it"},
  },

  bench = {
    bench{id = "tiled", call = "transpose_tiled", case = "bench", clock = "gpu", on = "cuda",
          stages = {bronze = .5, silver = .8, gold = .95}, flops = "0", bytes = "8*R*C"},
    bench{id = "wide", call = "transpose_wide", case = "bench", clock = "gpu", on = "cuda",
          stages = {bronze = .5, silver = .8, gold = .95}, flops = "0", bytes = "8*R*C"},
    bench{id = "vadd", call = "vadd", case = "v-bench", clock = "gpu", on = "cuda",
          stages = {bronze = .5, silver = .8, gold = .95}, flops = "n", bytes = "12*n"},
    bench{id = "tiled-sectors", call = "transpose_tiled", case = "1024", metric = "fewer:g_sec", on = "simt",
          stages = {bronze = .5, silver = .8, gold = .95}, bytes = "8*R*C"},
    bench{id = "vadd-sectors", call = "vadd", case = "v-gate", metric = "fewer:g_sec", on = "simt",
          stages = {bronze = .5, silver = .8, gold = .95}, bytes = "12*n"},
  },

  predict = {
    predict{id = "flops", axis = "flops", unit = "FLOP", answer = "0",
            ask = "FLOP of transposing {{= n(f.n)}} x {{= n(f.n)}} floats?"},
    predict{id = "bytes", axis = "bytes", unit = "B", answer = "f.ideal",
            ask = "Fewest bytes through global memory for that matrix, read and written?"},
    predict{id = "bound", axis = "intensity", ask = "What bounds the tiled kernel?",
            choices = {"memory bandwidth", "arithmetic", "launch latency"},
            answer = "memory bandwidth"},
    predict{id = "threads", axis = "parallelism", unit = "1", answer = "256",
            ask = "Threads in one block, at 32x8?"},
    predict{id = "risk", axis = "failure", ask = "A missing barrier shows as…",
            choices = {"a compile error", "wrong elements on some runs", "a slower kernel"},
            answer = "wrong elements on some runs"},
  },

  facts = function(hw)
    local n, h = N, hw.h200
    local sector, lanes, word, threads = 32, h.warp, 4, 256
    local perfect = lanes*word//sector
    -- Registers are handed out to warps 256 at a time.
    local warps = h.regs_sm // (math.ceil(REGS*lanes/256)*256)
    local blocks = math.min(warps // (threads//lanes), h.threads_sm // threads)
    local most = h.threads_sm // threads               -- blocks of 256 that threads alone allow
    local tiles, requests = (n//lanes)^2, n*n/lanes
    -- One wavefront a cycle: a tile is written in `lanes` of them and read in `lanes`, or, when a
    -- column lies in one bank, in lanes squared.
    local function bank_time(wavefronts)
      return (BENCH/lanes)^2/h.sms*wavefronts/MEASURED.clock
    end
    local reserve = h.smem_sm - h.smem_block           -- what the system keeps of each block's
    local big = 128*129*word
    local latency = 600e-9                             -- assumed: HBM under load, round
    local function warps_by(regs) return h.regs_sm//(math.ceil(regs*lanes/256)*256) end
    local f = {
      n = n, bench = BENCH, ideal = 8*n*n,
      lanes = lanes, sector = sector, word = word, line = 4*sector, banks = 32,
      perfect = perfect, scattered = lanes,
      store_eff = word/sector, traffic = (perfect + lanes)/(2*perfect),
      spec_us = 8*n*n/h.bw*1e6, measured_us = 8*n*n/hw.h200_m.bw_mean*1e6,
      padded = 32*33*4, plain = 32*32*4, regs = REGS, warps_by_regs = warps, blocks = blocks,
      occupancy = blocks*threads/h.threads_sm,
      threads = threads, warps_sm = h.threads_sm//lanes, most = most, tiles = tiles,
      requests = requests, moved_naive = requests*(perfect + lanes)*sector,
      stored_naive = requests*lanes*sector, stored_ideal = requests*perfect*sector,
      bank_plain = bank_time(lanes + lanes*lanes), bank_padded = bank_time(2*lanes),
      reserve = reserve, static = 48*1024, big = big, big_blocks = h.smem_sm//(big + reserve),
      latency = latency, flight_copy = h.bw/2*latency/h.sms,
      one_load = h.threads_sm*word, four_loads = blocks*threads*4*word,
      vadd_n = BENCH*BENCH, vadd_grid = VADD_BLOCKS,
      rate = function(t) return 8*BENCH*BENCH/t/1e9 end,   -- GB/s of useful bytes
      warps_by = warps_by,
      blocks_by = function(regs) return math.min(warps_by(regs)//(threads//lanes), most) end,
      -- lanes of a column read that meet in one bank, in a tile with rows of `width` words
      ways = function(width)
        local a, b = width, 32
        while b > 0 do a, b = b, a % b end
        return a
      end,
    }
    for name, value in pairs(MEASURED) do f[name] = value end
    return f
  end,

  questions = {
    -- a launch on the hardware
    q.num{id = "warp-shape", seed = "S003-W02-C1", unit = "1", rtol = 0,
      ask = [[Suppose the tile were loaded by blocks of {{= p.x}} x {{= n(f.threads/p.x)}} threads
        (x by y) instead of 32x8, still with x along the row. How many sectors does one full warp's
        load touch? Rows begin at multiples of {{= f.line}} bytes.]],
      vary = {x = {4, 2}},
      answer = function(f, p) return f.lanes/p.x*math.max(1, p.x*f.word/f.sector) end,
      wrong = {{value = function(f) return f.lanes end,
                hint = "Lanes with the same threadIdx.y still stand side by side."},
               {value = function(f) return f.perfect end,
                hint = "Rows shorter than a sector fetch it whole all the same."}},
      worked = [[x runs fastest, so a warp holds {{= n(f.lanes/p.x)}} rows of {{= p.x}} lanes. Each
        row is {{= p.x*f.word}} bytes and fetches a whole sector: together {{= n(f.lanes/p.x)}}. A
        sector holds {{= n(f.sector/f.word)}} floats, so rows of {{= n(f.sector/f.word)}} lanes waste
        nothing yet; shorter ones do.]]},
    q.choice{id = "blocks", seed = "S003-W02-C1",
      ask = [[The grid for side {{= n(f.n)}} has {{= n(f.tiles)}} blocks, and an H200 has
        {{= hw.h200.sms}} SMs. What may a block rely on?]],
      options = {"Block 0 has finished before the last block starts",
                 "All its threads are on one SM and can share memory",
                 "Its neighbours in the grid run at the same time",
                 "It moves to another SM when its own is busy"},
      answer = 2,
      worked = [[At most {{= f.most}} x {{= hw.h200.sms}} = {{= n(f.most*hw.h200.sms)}} such blocks
        are resident at once; the others wait until one ends. The order is not promised, and a block
        never moves. So a block that waits for another may wait for one that cannot start.]]},

    -- traffic
    q.num{id = "traffic", seed = "S003-W02-MS", unit = "B", accept = {"B", "MB", "MiB", "GB", "GiB"},
      ask = [[Transposing {{= n(p.R)}} x {{= n(p.C)}} floats: the least traffic through global memory,
        read plus written?]],
      vary = {R = {3072, 6144, 12288}, C = {5120, 10240}},
      answer = function(f, p) return 2*p.R*p.C*f.word end,
      wrong = {{value = function(f, p) return p.R*p.C*f.word end,
                hint = "That is one direction. The matrix is read and written."},
               {value = function(f, p) return 2*p.R*p.C end, hint = "Elements are four bytes."}},
      worked = [[Read once, written once: 2 x {{= n(p.R)}} x {{= n(p.C)}} x {{= f.word}} B =
        {{= n(2*p.R*p.C*f.word)}} B.]]},
    q.num{id = "floor", unit = "us", rtol = .02, accept = {"us", "ms", "s"},
      ask = [[And the time that a transpose of {{= n(p.n)}} x {{= n(p.n)}} floats takes at the H200's datasheet
        bandwidth, {{= si(hw.h200.bw,'B/s')}}?]],
      vary = {n = {3072, 6144, 12288, 20480}},
      answer = function(f, p, hw) return 8*p.n^2/hw.h200.bw*1e6 end,
      wrong = {{value = function(f, p, hw) return 4*p.n^2/hw.h200.bw*1e6 end,
                hint = "Both directions cross the same bus."},
               {value = function(f, p, hw) return 8*p.n^2/hw.h200_m.bw_mean*1e6 end,
                hint = "That is the bandwidth a copy reaches. The question has the datasheet's."},
               {value = function(f, p, hw) return 2*p.n^2/hw.h200.bw*1e6 end,
                hint = "Elements are four bytes."}},
      worked = [[{{= n(8*p.n^2)}} B / {{= si(hw.h200.bw,"B/s")}} = {{= n(8*p.n^2/hw.h200.bw*1e6,1)}} µs. At the
        {{= si(hw.h200_m.bw_mean,"B/s")}} that plain kernels reach there it is
        {{= n(8*p.n^2/hw.h200_m.bw_mean*1e6,1)}} µs; hold yours against that.]]},
    q.num{id = "load-sectors", seed = "S003-W02-C3", unit = "1", rtol = 0,
      ask = [[A kernel like transpose_naive reads one float of each element of a matrix of structs, {{= p.w}} floats
        each. Rows begin at a sector. How many sectors does the load of a full warp touch?]],
      vary = {w = {3, 5, 6, 7}},
      answer = function(f, p) return f.perfect*p.w end,
      wrong = {{value = function(f) return f.perfect end,
                hint = "That is for floats that lie side by side. How far apart do these lie?"},
               {value = function(f) return f.scattered end,
                hint = "Some neighbours still lie in the same sector: how many bytes do all lanes span?"},
               {value = function(f, p) return p.w end,
                hint = "A sector holds {{= n(f.sector/f.word)}} floats. How many do the lanes span?"}},
      worked = [[{{= f.lanes}} lanes x {{= p.w*f.word}} B: they span {{= f.perfect*p.w}} sectors of {{= f.sector}} B
        and touch each. With plain floats it is {{= f.perfect}}.]]},
    q.num{id = "store-sectors", seed = "S003-W02-C3", unit = "1", rtol = 0,
      ask = [[transpose_naive for numbers of two bytes, a matrix of only {{= p.R}} rows and very many columns. `out`
        begins at a sector. How many sectors does the store of a full warp touch?]],
      vary = {R = {4, 6, 12}},
      answer = function(f, p) return 2*p.R end,
      wrong = {{value = function(f, p) return math.min(f.scattered, 4*p.R) end, hint = "That is for floats."},
               {value = function(f) return f.perfect//2 end,
                hint = "That is the load. Where do the stores of neighbouring lanes lie?"},
               {value = function(f) return f.scattered end,
                hint = "That is for long columns. Here neighbouring lanes store {{= n(2*p.R)}} B apart."}},
      worked = [[Neighbouring lanes write R numbers apart, {{= n(2*p.R)}} B: all of them span
        {{= n(2*p.R)}} sectors of {{= f.sector}} B. From R = {{= n(f.sector/2)}} on each lane has a sector of its
        own, {{= f.scattered}}.]]},
    q.num{id = "store-efficiency", unit = "%",
      ask = [[What share of the bytes in the sectors that it stores is useful, request by request, when the matrix is
        large and an element has {{= p.e}} bytes?]],
      vary = {e = {1, 2, 8}},
      answer = function(f, p) return 100*p.e/f.sector end,
      wrong = {{value = function(f) return 100*f.store_eff end, hint = "That is for floats."},
               {value = function(f, p) return 100*p.e/(4*f.sector) end,
                hint = "A line has four sectors, and only those that are touched move."},
               {value = function(f, p) return 100 - 100*p.e/f.sector end, hint = "That is what is wasted."}},
      worked = [[{{= p.e}} of {{= f.sector}} bytes: {{= pct(p.e/f.sector,2)}}. For floats it is
        {{= pct(f.store_eff)}}.]]},
    q.num{id = "total", unit = "x",
      ask = [[Sectors moved by the naive kernel for elements of {{= p.e}} bytes, loads and stores together, over the
        ideal?]],
      vary = {e = {2, 8, 16}},
      answer = function(f, p) return (p.e + f.lanes)/(2*p.e) end,
      wrong = {{value = function(f, p) return f.lanes/p.e end,
                hint = "That is the store side alone. The loads are perfect already."},
               {value = function(f, p) return 1 + f.lanes/p.e end,
                hint = "The ideal has two sides as well."},
               {value = function(f) return f.traffic end, hint = "That is for floats."}},
      worked = [[A perfect request has {{= p.e}} sectors: ({{= p.e}} + {{= f.scattered}}) / (2 x {{= p.e}}) =
        {{= n((p.e + f.lanes)/(2*p.e),1)}}.]]},
    q.multi{id = "caches", seed = "S003-W02-C6",
      ask = [[Each warp of the naive kernel stores 4 bytes into each of its sectors, and the other
        seven warps of the block fill in the rest soon after. Which is true?]],
      options = {"L2 can gather the pieces, so HBM may see whole sectors",
                 "L1 gathers the pieces, so L2 sees whole sectors",
                 "The sectors counted between SM and L2 stay as they are",
                 "The kernel is as fast as a copy, since HBM traffic is ideal"},
      answer = {1, 3},
      worked = [[L1 passes stores on as they come, so every request still costs {{= f.scattered}}
        sectors on the way to L2. L2 holds what arrives and has most sectors complete before they
        leave for HBM. On our H200 DRAM saw {{= n((f.dram_read + f.dram_write)/(8*f.bench^2),2)}}
        times the ideal bytes, L2 {{= n(f.traffic,1)}} times the sectors, and the kernel took
        {{= n(f.t_naive/f.t_copy,1)}} times as long as a copy.]]},
    q.num{id = "intensity", unit = "FLOP/B",
      ask = [[While it transposes, a kernel does {{= p.c}} FLOP with each element of {{= p.e}} bytes. Arithmetic
        intensity?]],
      vary = {c = {3, 5}, e = {2, 4, 8}},
      answer = function(f, p) return p.c/(2*p.e) end,
      wrong = {{value = 0, hint = "That is the transpose alone."},
               {value = function(f, p) return p.c/p.e end, hint = "An element is read and written."},
               {value = function(f, p) return p.c end, hint = "FLOP for each byte, not for each element."}},
      worked = [[{{= p.c}} FLOP for 2 x {{= p.e}} B: {{= n(p.c/(2*p.e),3)}}. A plain transpose has no FLOP at all. It
        is bound by bandwidth because it does nothing but move 2N² elements, not despite that.]]},
    q.choice{id = "swap", answer = 2,
      ask = [[You turn the naive kernel round: threadIdx.x now runs along a row of `out`, and the loads
        run down a column of `in`. What happens to the sectors?]],
      options = {"Both sides become ideal", "The waste moves from the stores to the loads",
                 "The waste halves on each side", "Nothing: the hardware reorders lanes"},
      worked = [[One side of a direct transpose is always strided. Only a stage in between lets both
        sides run along rows. It is faster all the same, {{= us(f.t_swapped,0)}} instead of
        {{= us(f.t_naive,0)}} on our H200 at side {{= n(f.bench)}}: L1 catches most of the wasted loads,
        as it can't with stores. A copy takes {{= us(f.t_copy,0)}}.]]},

    -- the tile
    q.num{id = "conflict", seed = "S003-W02-C5", unit = "1", rtol = 0,
      ask = "A warp reads a column of `float tile[32][{{= p.w}}]`: how many ways does it conflict?",
      vary = {w = {40, 48, 56, 44}},
      answer = function(f, p) return f.ways(p.w) end,
      wrong = {{value = function() return 1 end,
                hint = "Two rows meet when {{= p.w}} times their distance is a multiple of {{= f.banks}}."},
               {value = function(f) return f.banks end,
                hint = "That is for rows of 32. In which bank does each row begin here?"},
               {value = function(f, p) return f.banks/f.ways(p.w) end,
                hint = "So many different banks are met. How many lanes meet in each?"}},
      worked = [[Element (r, c) lies in bank ({{= p.w}} r + c) mod {{= f.banks}}: {{= n(f.banks/f.ways(p.w))}}
        different banks for {{= f.lanes}} lanes, {{= f.ways(p.w)}} in each.]]},
    q.num{id = "padded", seed = "S003-W02-C2", unit = "B", rtol = 0,
      ask = "Bytes of a tile of {{= p.t}} x {{= p.t}} elements of {{= p.e}} bytes, with one element of padding a row?",
      vary = {t = {16, 48, 64}, e = {4, 8}},
      answer = function(f, p) return p.t*(p.t + 1)*p.e end,
      wrong = {{value = function(f, p) return p.t^2*p.e end, hint = "That is without the padding."},
               {value = function(f, p) return (p.t + 1)^2*p.e end,
                hint = "The rows get longer; their number stays {{= p.t}}."}},
      worked = "{{= p.t}} x {{= p.t + 1}} x {{= p.e}} B = {{= n(p.t*(p.t + 1)*p.e)}} B."},
    q.order{id = "steps", ask = "Put the tiled kernel's steps in order.",
      items = {"load rows of `in` into the tile", "barrier", "read columns of the tile",
               "store rows of `out`"}},

    -- enough of it at once
    q.num{id = "occupancy", seed = "S003-W02-C4", unit = "%",
      ask = [[Blocks of {{= f.threads}} threads, {{= p.r}} registers a thread, sm_90: theoretical
        occupancy?]],
      vary = {r = {48, 56, 96}},
      answer = function(f, p) return 100*f.blocks_by(p.r)*f.threads/(32*f.warps_sm) end,
      wrong = {{value = function() return 100 end,
                hint = [[{{= n(hw.h200.threads_sm)}} threads of {{= p.r}} registers are more than an
                  SM has.]]},
               {value = function(f, p) return 100*f.warps_by(p.r)/f.warps_sm end,
                hint = "Warps come in whole blocks of eight."}},
      worked = [[{{= n(hw.h200.regs_sm)}} registers / ({{= p.r}} x {{= f.lanes}}) allow
        {{= f.warps_by(p.r)}} warps, in whole blocks {{= f.blocks_by(p.r)}}: {{= n(f.blocks_by(p.r)*f.threads)}} of
        {{= n(hw.h200.threads_sm)}} threads.]]},
    q.num{id = "in-flight", unit = "B", rtol = .02, accept = {"B", "kB", "KiB"},
      ask = [[A copy at {{= si(hw.h200.bw,"B/s")}}, half of it loads. A load takes
        {{= p.ns}} ns (assumed, under load). How many bytes of loads must each of
        {{= hw.h200.sms}} SMs keep in flight?]],
      vary = {ns = {800, 1000}},
      answer = function(f, p, hw) return hw.h200.bw/2*p.ns*1e-9/hw.h200.sms end,
      wrong = {{value = function(f, p, hw) return hw.h200.bw*p.ns*1e-9/hw.h200.sms end,
                hint = "Nobody waits for a store. Only the loads count."},
               {value = function(f, p, hw) return hw.h200.bw/2*p.ns*1e-9 end,
                hint = "That is the whole chip."}},
      worked = [[Throughput x latency: {{= si(hw.h200.bw/2,"B/s")}} x {{= p.ns}} ns /
        {{= hw.h200.sms}} = {{= n(hw.h200.bw/2*p.ns*1e-9/hw.h200.sms)}} B. One float a thread, at full occupancy, is
        {{= n(f.one_load)}} B: too few. Four floats a thread at {{= pct(f.occupancy,0)}} are
        {{= n(f.four_loads)}} B: enough on paper. Latency grows as the limit comes near, so aim well
        beyond it: transpose_wide has sixteen floats a thread under way.]]},
    q.text{id = "why", seed = "S003-W02-MS", min_words = 40,
      ask = "Why is the naive transpose bound by memory bandwidth, and what does the tile change?",
      rubric = {"no FLOP: 2 N² elements move whatever the kernel does",
                "each strided store of 4 bytes costs a sector of 32 on its way out of the SM",
                "the tile lets both global sides run along rows; the turn happens in shared memory",
                "the column read of the tile needs padding or a swizzle"}},
  },

  hints = {
    {on = "build", match = {"undefined", "linkage"},
     [[nvcc names the line. Keep `extern "C"` before each kernel: the runner finds them
      by name.]]},
    {on = "case:v257", [[One element more than a block has threads. Does the index count from the start
      of the grid, or of the block?]]},
    {on = "case:v-stride", [[More elements than threads: the loop steps by the threads of the whole
      grid, gridDim.x * blockDim.x.]]},
    {on = "case:1xN", [[One row in, one column out. A thread that has nothing to load may have
      something to store: no `return` before the barrier, and the second guard is not the first.]]},
    {on = "case:33x65", [[33 rows and 65 columns: the last tile of each direction is partly outside.
      Guard the load with C and R, and the store with R and C, the other way round.]]},
    {on = "counter:ptx:bar.sync", "One `__syncthreads()` between the two loops, in neither of them."},
    {on = "gate:naive-plain", [[No `__shared__` array in transpose_naive: it goes straight from global to
      global memory, so that there is something to compare with.]]},
    {on = "counter:g_st_spr", [[A request of a warp's stores should touch 4 sectors. Which index moves with
      threadIdx.x: the column of `out`, or its row?]]},
    {on = "counter:sh_conf", [[Element (r, c) of a tile with rows of 32 floats is in bank c. The 32 lanes of a warp
      read one column: all of one bank. What if a row had 33?]]},
    {on = "sanitize", [[Between the write of a tile's element by one thread and its read by another there has to
      be a `__syncthreads()` that both reach.]]},
    {on = "counter:smem_B", [[`__shared__ float tile[TILE][TILE + 1]` in transpose_tiled: one tile, one
      float of padding a row. transpose_wide the same with WIDE.]]},
    {on = "counter:regs", [[A large local array, or a 64-bit index of its own for each step of the loop.
      One pointer that advances by ROWS rows is enough.]]},
    {on = "counter:spill_B", [[Indices into a local array must be known when the loop is unrolled, or the
      array goes to local memory.]]},
    {on = "bench:tiled", [[As slow as the naive kernel: the stores still run down a column, tile or no
      tile. Half the reference's speed: the column read of the tile meets one bank.]]},
    {on = "bench:wide", [[How many loads has a thread under way before its first store to the tile? Two
      unrolled loops with a local array between them make it sixteen.]]},
    {on = "bench:vadd", [[Right but slow: does the loop step by the whole grid? With a smaller step the same
      elements are added again and again.]]},
    {on = "correct", "Write down, for each of the four accesses, which index moves with threadIdx.x."},
    {after = 3, [[For the store, block (bx, by) owns the tile whose upper left corner in `out` is column
      by*32, row bx*32.]]},
  },

  rubric = {
    {id = "names", points = 4, text = "Names and comments say which index runs along a row and which down a column."},
    {id = "measured", points = 6, text = "What was said of the wide tile was measured, and the numbers stand there."},
    {id = "left-over", points = -2, text = "Code that nothing uses was handed in."},
    {id = "banks", points = 0, text = "Each column read of this tile meets one bank: a column of padding parts them."},
  },

  points = {compile = 10, correct = 30, sanitize = 10, profile = 15, perf = 20, answers = 15},
}
