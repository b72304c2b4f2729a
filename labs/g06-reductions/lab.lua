-- g06-reductions: a sum by four kernels, each with less waste than the one before, and a scan in a single pass.

local T = 256             -- threads of a block, in most cases
local BLOCKS = 1056       -- of sum_total's grid, at most
local TILE = 2048         -- elements of a tile of scan
local GATE = 2^16 - 5     -- elements where counters are read
local BENCH = 2^26        -- 256 MiB: beyond any L2
local CARD = 2^24         -- what the questions speak of
local LATENCY = 700e-9    -- of a load from HBM under load: assumed, round
local TREES = {"sum_interleaved", "sum_sequential", "sum_first_add"}
local SUMS = {TREES[1], TREES[2], TREES[3], "sum_total"}

-- kind: what stands in x, see the oracle: 0 small integers, 1 reals, 2 all -0, 3 a NaN, 4 an infinity, 5 both.
local function sum(id, n, kind, more)
  local c = {id = id, n = n, kind = kind, T = T, calls = SUMS}
  for k, v in pairs(more or {}) do c[k] = v end
  return c
end

local function prefix(id, n, more)
  local c = {id = id, n = n, calls = {"scan"}}
  for k, v in pairs(more or {}) do c[k] = v end
  return c
end

local function blocks(width) return "math.max(1, (n + "..width.." - 1)//("..width.."))" end
local GRID = "math.max(1, math.min("..BLOCKS..", (n + 4*T - 1)//(4*T)))"
local TILES = blocks(TILE)

-- The tree of one block by hand: warps that issue a step, wavefronts and additions of the sequential one.
local function tree(threads)
  local waves, warps, steps, width = threads//32, 0, 0, threads
  while width > 1 do
    local active = math.ceil(width/2/32)
    warps, waves, steps, width = warps + active, waves + 3*active, steps + 1, width//2
  end
  return {steps = steps, active = warps, waves = waves + 1, issued = steps*threads//32}
end

local PART = {grid = {blocks"T"}, block = {"T"}}

-- Seconds on an H200 by kernels/g06-reductions/bench.cu, as kernels/RESULTS.md has them (22 November 2026): medians of
-- launches on a cold L2, all in one run; `read` is the fastest kernel that only reads.
local MEASURED = {
  interleaved = 203.36e-6, sequential = 88.54e-6, first_add = 50.91e-6, total = 23.33e-6, read = 20.74e-6,
  cub = 24.70e-6,
  big = {total = 245.66e-6, read = 239.10e-6, cub = 256.10e-6},       -- 2^28 floats
  huge = {total = 946.46e-6, read = 933.22e-6, cub = 951.39e-6},      -- 2^30 floats
  scan = {opt = 652.67e-6, cub = 687.90e-6, ref = 1264.77e-6},        -- 2^28 ints
}

return lab {
  api = 1, rev = 1, id = "g06-reductions", title = "Four reductions and a scan",
  kind = "kernel", part = 2, domain = {"cuda", "memory"},
  seeds = {"S000-P2-L2", "S004-C02-T08"},
  requires = {"w02-transpose"}, suggests = {},
  hours = {read = 1, lab = 3.5},
  durable = {"Keep lanes that work side by side, then need fewer of them",
             "Combine in registers first, then in a warp, then in a block, then in the grid",
             "A sum that must repeat bit by bit needs an order: no atomics on floats",
             "Publish what you know before you wait for what you don't"},
  ephemeral = {{"32 lanes, 32 banks, 2,048 threads on an SM of sm_90", as_of = "2026-11"},
               {"Blocks that fill an H200", as_of = "2026-11"}},
  readings = {
    {"pmpp", hours = 1, look_for = [[chapter 10: each kernel's pairing of elements, and how many warps of a block still
      work in step k; chapter 11: work of the two scan trees, and what a block has to wait for in a single pass]]},
  },

  lang = "cuda", backends = {"simt", "cuda"},
  edit = {"reduce.cu"},
  reference = "ref.cu", ladder = {"naive.cu", "ref.cu", "opt.cu"},
  limits = {wall_s = 30, mem_MiB = 4096, threads = 1},
  device = {arch = "sm_90a"},

  buffers = {
    x = {dtype = "f32", shape = {"n"}, dist = gen.custom"numbers"},
    xi = {dtype = "i32", shape = {"n"}, dist = gen.custom"whole"},
    part = {dtype = "f32", shape = {blocks"T"}},
    pair_part = {dtype = "f32", shape = {blocks"(2*T)"}},
    block_part = {dtype = "f32", shape = {GRID}},
    out = {dtype = "f32", shape = {"1"}},
    ticket = {dtype = "u32", shape = {"1"}, dist = gen.zero{}},
    y = {dtype = "i32", shape = {"n"}},
    state = {dtype = "u64", shape = {"1 + "..TILES}, dist = gen.zero{}},
  },

  calls = {
    sum_interleaved = call{args = {output"part", input"x", i64"n"}, oracle = "parts", tol = tol.dot{32},
                           launch = PART},
    sum_sequential = call{args = {output"part", input"x", i64"n"}, oracle = "parts", tol = tol.dot{32},
                          launch = PART},
    sum_first_add = call{args = {output"pair_part", input"x", i64"n"}, oracle = "parts", tol = tol.dot{32},
                         launch = {grid = {blocks"(2*T)"}, block = {"T"}}},
    sum_total = call{args = {output"out", output"block_part", inout"ticket", input"x", i64"n"}, oracle = "total",
                     tol = {out = tol.dot{32}, block_part = tol.exact, ticket = tol.exact},
                     launch = {grid = {GRID}, block = {"T"}}},
    scan = call{args = {output"y", inout"state", input"xi", i64"n"}, oracle = "scan", tol = tol.exact,
                launch = {grid = {TILES}, block = {256}}},
  },

  cases = {
    sum("none", 0, 0, {tags = {"edge"}}),
    sum("one", 1, 0, {tags = {"edge"}}),
    sum("31", 31, 0, {tags = {"edge"}}),
    sum("33", 33, 0, {tags = {"edge"}}),
    sum("513", 513, 0, {tags = {"edge"}}),                    -- one past two blocks, or one pair of them
    sum("block-1", 5, 0, {T = 1, calls = TREES, tags = {"edge"}}),
    sum("block-96", 1000, 0, {T = 96, tags = {"edge"}}),      -- three warps
    sum("block-100", 1003, 0, {T = 100, calls = TREES, tags = {"edge"}}),
    sum("block-1024", 5000, 0, {T = 1024}),
    sum("minus-zero", 300, 2, {tags = {"edge"}}),
    sum("nan", 1000, 3, {tags = {"edge"}}),
    sum("inf", 1000, 4, {tags = {"edge"}}),
    sum("inf-inf", 1000, 5, {tags = {"edge"}}),
    sum("reals", 30000, 1),
    sum("many", 2^18 + 77, 0, {calls = {"sum_total"}}),       -- more blocks than a block has threads
    sum("hidden", gen.pick{4097, 65535, 100003}, gen.pick{0, 1}, {hidden = true, T = gen.pick{64, 160, 256}}),
    prefix("scan-none", 0, {tags = {"edge"}}),
    prefix("scan-one", 1, {tags = {"edge"}}),
    prefix("scan-33", 33, {tags = {"edge"}}),
    prefix("scan-tile", TILE, {tags = {"edge"}}),
    prefix("scan-tile-1", TILE + 1, {tags = {"edge"}}),
    prefix("scan-many", 50*TILE + 123),
    prefix("scan-order", 12*TILE + 5, {block_order = "descending", tags = {"edge"},
                                       note = "blocks start from the last to the first"}),
    prefix("hidden-scan", gen.pick{70*TILE - 1, 100003, 123456}, {hidden = true}),
    sum("gate", GATE, 0, {tags = {"gate"}}),
    prefix("scan-gate", 2*GATE, {tags = {"gate"}}),           -- 64 tiles: who walks back over all of them shows
    sum("bench", BENCH, 0, {calls = {"sum_first_add", "sum_total"}, tags = {"bench"}}),
    prefix("scan-bench", BENCH, {tags = {"bench"}}),
  },

  gates = {
    gate{id = "shuffles", call = "sum_total", counter = "ptx:shfl.sync", op = ">=", value = 1, on = "cuda",
         why = "inside a warp, lanes read each other's registers"},
    gate{id = "fence", call = "sum_total", counter = "ptx:membar", op = ">=", value = 1, on = "cuda",
         why = "a block's sum has to be seen before the ticket that says it is there: __threadfence between the two"},
    gate{id = "no-float-atomics", call = "sum_total", counter = "ptx:global.add.f32", op = "==", value = 0, on = "cuda",
         why = "atomics on floats add in whatever order blocks arrive: other bits each time"},
    gate{id = "total-spill", call = "sum_total", counter = "spill_B", op = "==", value = 0, on = "cuda",
         why = "nothing spills to local memory, global memory under another name"},
    gate{id = "divergent", call = "sum_interleaved", case = "gate", counter = "act_thr", op = "<=", value = 28,
         why = "the interleaved tree shows the problem: warps that work with every second lane, every fourth..."},
    gate{id = "interleaved-waves", call = "sum_interleaved", case = "gate", counter = "sh_wave", op = ">=",
         value = 120*(GATE//T + 1),
         why = "the interleaved tree shows the problem: every warp is in each of the first steps"},
    gate{id = "lanes-together", call = "sum_sequential", case = "gate", counter = "act_thr", op = ">=", value = 30,
         why = "the threads that add stand side by side: whole warps work or are silent"},
    gate{id = "sequential-banks", call = "sum_sequential", case = "gate", counter = "sh_conf", op = "==", value = 0,
         why = "neighbouring lanes, neighbouring words: 32 different banks"},
    gate{id = "silent-warps", call = "sum_sequential", case = "gate", counter = "sh_wave", op = "<=",
         value = 60*(GATE//T + 1),
         why = "a warp without an addition leaves shared memory alone: 44 wavefronts a block do"},
    gate{id = "first-add", call = "sum_first_add", case = "gate", counter = "sh_wave", op = "<=",
         value = 60*(GATE//(2*T) + 1),
         why = "two elements meet in a register, before the tree: no shared memory for 2T"},
    gate{id = "first-add-lanes", call = "sum_first_add", case = "gate", counter = "g_ld_eff", op = ">=", value = .99,
         why = "both loads run along x: every byte of a sector is used"},
    gate{id = "few-waves", call = "sum_total", case = "gate", counter = "sh_wave", op = "<=",
         value = "20*("..GRID.." + 1)",
         why = "one float a warp goes through shared memory, 8 wavefronts a block; the rest is shuffles"},
    gate{id = "one-ticket", call = "sum_total", case = "gate", counter = "atom", op = "<=", value = GRID,
         why = "one atomic a block: its ticket"},
    gate{id = "total-once", call = "sum_total", case = "gate", counter = "g_ld_sec", op = "<=",
         value = "1.01*n/8 + "..GRID,
         why = "each element is loaded once, by lanes that stand side by side"},
    gate{id = "scan-loads", call = "scan", case = "scan-gate", counter = "g_ld_sec", op = "<=",
         value = ("n/8 + 10*(n/%d + 1)"):format(TILE),
         why = "each element once, and at most 32 words of other tiles: look-back ends at a prefix"},
    gate{id = "scan-stores", call = "scan", case = "scan-gate", counter = "g_st_sec", op = "<=", value = "1.1*n/8",
         why = "a single pass: each element is stored once, by lanes that stand side by side"},
  },

  bench = {
    bench{id = "first-add", call = "sum_first_add", case = "bench", clock = "gpu", on = "cuda",
          flops = "n", bytes = "4*n"},
    bench{id = "total", call = "sum_total", case = "bench", clock = "gpu", on = "cuda",
          stages = {bronze = .5, silver = .8, gold = .95}, flops = "n", bytes = "4*n"},
    bench{id = "scan", call = "scan", case = "scan-bench", clock = "gpu", on = "cuda",
          flops = "n", bytes = "8*n"},
    bench{id = "sequential-waves", call = "sum_sequential", case = "gate", metric = "fewer:sh_wave", on = "simt",
          bytes = "4*n"},
    bench{id = "total-sectors", call = "sum_total", case = "gate", metric = "fewer:g_sec", on = "simt",
          bytes = "4*n"},
    bench{id = "scan-sectors", call = "scan", case = "scan-gate", metric = "fewer:g_sec", on = "simt",
          bytes = "8*n"},
  },

  predict = {
    predict{id = "flops", axis = "flops", unit = "FLOP", answer = "f.n - 1",
            ask = "FLOP of the sum of {{= n(f.n)}} floats?",
            worked = "Each addition makes two numbers one: n - 1 of them, in whatever order."},
    predict{id = "bytes", axis = "bytes", unit = "B", answer = "4*f.n",
            ask = "Fewest bytes through HBM for it?", worked = "Each float is read once. One is written."},
    predict{id = "bound", axis = "intensity", ask = "What bounds sum_total, once it is well made?",
            choices = {"reads from HBM", "additions", "barriers"}, answer = "reads from HBM",
            worked = "A quarter of a FLOP a byte; the H200's plain float arithmetic could do {{= n(f.ridge,0)}}."},
    predict{id = "idle", axis = "parallelism", unit = "1", answer = "f.T/4",
            ask = "Threads of a block of {{= f.T}} that add something in the second step of a tree?",
            worked = "Step 1 has {{= f.T/2}} additions, step 2 half of that."},
    predict{id = "risk", axis = "failure", ask = "Blocks add their sums to one float with atomicAdd. The result…",
            choices = {"is wrong now and then", "has other last bits from run to run", "is the same each time"},
            answer = "has other last bits from run to run",
            worked = "Every order rounds otherwise, and the order is who arrives when."},
  },

  facts = function(hw)
    local h = hw.h200
    local f = {
      measured = MEASURED, n = CARD, T = T, lanes = h.warp, sms = h.sms, blocks = BLOCKS, tile = TILE, bench = BENCH,
      latency = LATENCY,
      ridge = h.fp32/h.bw, bw = h.bw, ahead = 4, tail = 2e-6,
      tree = tree,
    }
    -- Warp instructions that add, in the interleaved tree: all warps until lanes are 32 apart, then half each time.
    f.interleaved = function(threads)
      local warps, d = 0, 1
      while d < threads do
        warps = warps + math.min(threads//32, math.max(1, threads//(2*d)))
        d = 2*d
      end
      return warps
    end
    f.time = function(bytes) return bytes/h.bw end
    f.flight = h.bw*LATENCY/h.sms                               -- bytes under way in an SM
    f.flight1, f.flight4 = h.threads_sm*4, h.threads_sm*16      -- what full SMs ask for, a load a thread
    f.waves_tree = tree(T).waves - 1                            -- without the last look at s[0]
    f.waves_interleaved = 3*f.interleaved(T) + T//32
    f.waves_total = T//32
    f.shuffles = function(threads) return 5*(threads//32 + 1) end
    f.part_B = 4*BLOCKS
    f.per_thread = function(n) return n/(BLOCKS*T) end
    f.tiles = function(n) return math.ceil(n/TILE) end
    f.resident = h.sms*h.threads_sm//T
    f.stuck = 2^24
    f.clock, f.step = hw.h100.clock, 60                         -- the same die; cycles of a step: assumed, round
    f.l2_trip = hw.h200_time.lat_l2                             -- cycles, as `ridge simt --time` takes them
    f.smem_time = function(n, width, waves) return n/width*waves/h.sms/f.clock end
    -- A block lives for one load and its tree; an SM holds eight of them, and each brings so many bytes.
    f.life = LATENCY + (f.tree(T).steps + 1)*f.step/f.clock
    f.life_rate = function(bytes) return h.threads_sm//T*bytes/f.life*h.sms end
    f.ahead_rate = function(bytes) return math.min(h.bw, h.threads_sm*bytes/LATENCY*h.sms) end
    return f
  end,

  questions = {
    q.num{id = "floor", seed = "S004-C02-T08", unit = "us", rtol = .01, accept = {"us", "ms", "s"},
      ask = [[2^{{= p.k}} floats are summed by a kernel that reads at {{= p.bw}} TB/s. How long does it take?]],
      vary = {k = {22, 25, 26}, bw = {4.1, 3.9}},
      answer = function(f, p) return 4*2^p.k/(p.bw*1e12)*1e6 end,
      wrong = {{value = function(f, p) return 2^p.k/(p.bw*1e12)*1e6 end, hint = "A float has four bytes."},
               {value = function(f, p) return 8*2^p.k/(p.bw*1e12)*1e6 end, hint = "Nothing is written but one float."}},
      worked = [[{{= n(2^p.k)}} x 4 B = {{= mb(4*2^p.k,1)}}; over {{= p.bw}} TB/s: {{= us(4*2^p.k/(p.bw*1e12),1)}}.
        A launch costs a few microseconds as well, so sums of this size are better fused into what made the numbers.]]},
    q.num{id = "steps", unit = "1", rtol = 0,
      ask = "Steps of the tree in a block of {{= p.t}} threads, one element each?",
      vary = {t = {64, 128, 1024}},
      answer = function(f, p) return f.tree(p.t).steps end,
      wrong = {{value = function(f, p) return p.t - 1 end, hint = "Those are the additions. Many happen in one step."},
               {value = function(f, p) return p.t/2 end, hint = "Half of what is left goes in each step."}},
      worked = "{{= p.t}} = 2^{{= f.tree(p.t).steps}}: {{= f.tree(p.t).steps}} halvings, a barrier behind each."},
    q.num{id = "who-adds", seed = "S004-C02-T08", unit = "1", rtol = 0,
      ask = [[A block of {{= p.t}} threads, the interleaved tree: thread t adds in step d if t is a multiple of 2d. For
        how many warp instructions is the addition issued, over all steps? (A warp issues it if any lane needs it.)]],
      vary = {t = {128, 512, 1024}},
      answer = function(f, p) return f.interleaved(p.t) end,
      wrong = {{value = function(f, p) return f.tree(p.t).active end,
                hint = "That is the sequential tree. Here lanes that work are spread over all warps."},
               {value = function(f, p) return p.t - 1 end, hint = "Those are the additions, counted by lanes."},
               {value = function(f, p) return f.tree(p.t).issued end,
                hint = "From d = 32 on, whole warps have nothing to do, in this tree too."}},
      worked = [[For d = 1 to 16 every warp has a lane that is needed: 5 x {{= p.t//32}}. Then
        {{= p.t//64}}, half of that, down to 1: {{= f.interleaved(p.t)}}. The sequential tree issues
        {{= f.tree(p.t).active}} for the same {{= p.t - 1}} additions.]]},
    q.num{id = "shuffles", unit = "1", rtol = 0,
      ask = [[A block of {{= p.t}} threads: each warp reduces with shuffles, then warp 0 reduces what the warps found,
        with a full warp's shuffles. How many shuffle instructions do its warps issue?]],
      vary = {t = {256, 128, 512}},
      answer = function(f, p) return f.shuffles(p.t) end,
      wrong = {{value = function(f, p) return 5*(p.t//32) end, hint = "Warp 0 does it twice."},
               {value = function(f, p) return 10 end, hint = "That is what one warp sees. All warps issue them."},
               {value = function(f, p) return f.shuffles(p.t)*32 end, hint = "One instruction serves 32 lanes."}},
      worked = [[log2(32) = 5 for each of {{= p.t//32}} warps, and 5 more in warp 0: {{= f.shuffles(p.t)}}. And one
        barrier.]]},
    q.num{id = "in-flight", seed = "S004-C02-T08", unit = "B", rtol = .02, accept = {"B", "kB", "KiB"},
      ask = [[To read HBM at {{= p.t}} TB/s with {{= f.sms}} SMs and {{= n(f.latency*1e9,0)}} ns from asking to having:
        how many bytes must each SM have under way?]],
      vary = {t = {2, 3.35, 4}},
      answer = function(f, p) return p.t*1e12*f.latency/f.sms end,
      wrong = {{value = function(f, p) return p.t*1e12*f.latency end, hint = "That is the whole chip."},
               {value = function(f) return f.flight1 end,
                hint = "So much has a full SM under way with one float a thread, whatever is needed."}},
      worked = [[{{= p.t}}e12 B/s x {{= n(f.latency*1e9,0)}} ns / {{= f.sms}} = {{= n(p.t*1e12*f.latency/f.sms)}} B. A
        full SM with one float a thread asks for {{= n(f.flight1)}}, with one float4 for {{= n(f.flight4)}}.]]},
    q.num{id = "tail", unit = "%", rtol = .02,
      ask = [[Reading goes at {{= si(hw.h200.bw,"B/s")}}, and then the last block needs {{= n(f.tail*1e6,0)}} µs for
        ticket, partial sums and the last tree. What share of the time is that, for 2^{{= p.k}} floats?]],
      vary = {k = {22, 23, 26}},
      answer = function(f, p) return 100*f.tail/(f.tail + f.time(4*2^p.k)) end,
      wrong = {{value = function(f, p) return 100*f.tail/f.time(4*2^p.k) end, hint = "Of the whole, tail included."},
               {value = function(f, p) return 100*f.time(4*2^p.k)/(f.tail + f.time(4*2^p.k)) end,
                hint = "That is the share of the reading."}},
      worked = [[{{= us(f.time(4*2^p.k),1)}} of reading: {{= n(f.tail*1e6,0)}} /
        {{= n((f.tail + f.time(4*2^p.k))*1e6,1)}} =
        {{= pct(f.tail/(f.tail + f.time(4*2^p.k)),1)}}. A latency is paid once; the more there is to read, the less it
        weighs.]]},
    q.table{id = "passes", seed = "S000-P2-L2", rtol = 0,
      ask = "Bytes through HBM for each element of {{= p.e}} bytes of an inclusive scan far larger than L2?",
      rows = {"scan tiles and write them; then add to each tile what stands before it",
              "sum tiles; scan those sums; then read again, scan and write", "one pass with look-back"},
      columns = {"bytes"},
      vary = {e = {2, 8, 16}},
      answer = function(_, p) return {{4*p.e}, {3*p.e}, {2*p.e}} end,
      worked = [[Read and write twice; read twice and write once; read and write once. The sums of tiles are one number
        for thousands and don't count.]]},
    q.choice{id = "atomics", seed = "S004-C02-T08", answer = 3,
      ask = [[In place of the last block's work, each block does `atomicAdd(out, sum)` on a float that was 0. What do
        you give up?]],
      options = {"Correctness: two blocks may add at the same time",
                 "Most of the speed: {{= n(f.blocks)}} atomics are slow",
                 "The same bits from run to run, since addition rounds and blocks arrive in any order",
                 "Nothing"},
      worked = [[(a + b) + c and a + (b + c) differ in the last bit. {{= n(f.blocks)}} atomics on one address are no
        great cost next to {{= mb(4*f.n,0)}} of reading. But a training run that can't be repeated can't be
        debugged.]]},
    q.choice{id = "fence", answer = 2,
      ask = [[Thread 0 of each block stores part[b] and then draws a ticket with atomicInc; no fence between. What may
        happen?]],
      options = {"Nothing: one thread's stores are seen in the order in which it made them",
                 "The last block reads a part[b] that has not arrived yet",
                 "Two blocks both take themselves for the last",
                 "The ticket is counted twice"},
      worked = [[A thread sees its own actions in order. Others may see the ticket before the store, which travels
        another way. It goes right in a million runs and then not. The ticket itself is atomic and safe.]]},
    q.num{id = "ones", unit = "1", rtol = 0,
      ask = [[One thread adds {{= p.v}}f to a float that was 0, {{= n(2^27)}} times. What does it hold in the end?]],
      vary = {v = {.5, 2, 4}},
      answer = function(f, p) return f.stuck*p.v end,
      wrong = {{value = function(f, p) return 2^27*p.v end,
                hint = "A float has 24 bits of significand. What is 2^24 + 1?"},
               {value = function(f) return f.stuck end, hint = "That is for ones. The picture scales."},
               {value = function(f, p) return f.stuck*p.v/2 end,
                hint = "The leading bit is not stored, but it counts."}},
      worked = [[At {{= p.v}} x 2^24 half a step of the sum is {{= p.v}}: one more is a tie, and rounds back to the even
        neighbour. The sum stays at {{= n(f.stuck*p.v)}}. A tree adds equals to equals and gets {{= n(2^27*p.v)}}
        exactly: speed and accuracy want the same thing here.]]},
    q.choice{id = "tiles", answer = 4,
      ask = [[A scan's block takes tile blockIdx.x in place of a number that it draws. {{= n(f.tiles(2^26))}} tiles;
        about {{= n(f.resident)}} blocks fit on the chip. What is the danger?]],
      options = {"A tile is done twice", "Tiles are read out of order, and HBM is slow",
                 "None: blocks start in order of index",
                 "All resident blocks wait for a tile whose block can't start before one of them ends"},
      worked = [[Blocks do start in order of index on every chip that you are likely to meet. It is nowhere promised.
        Drawn numbers make it certain: a lower number was drawn by a block that is already running.]]},
    q.order{id = "levels", seed = "S004-C02-T08", ask = "Where do partial sums meet, first to last, in sum_total?",
      items = {"a thread's register", "a warp, by shuffles", "shared memory", "global memory, in the last block"}},
    q.text{id = "why", seed = "S004-C02-T08", min_words = 40,
      ask = [[A colleague's reduction spends its time in a perfect tree: no divergence, no conflicts. It reads at a
        third of
        the copy's bandwidth. Why can that be, which two changes would you make, and which counters would tell you?]],
      rubric = {"a tree for each 256 or 512 elements: barriers and idle threads while few loads are under way",
                "a grid-stride loop: many elements a thread in registers, one tree a block",
                "several wide loads under way a thread (float4, unrolled): Little's law",
                "evidence: barriers and shared wavefronts a loaded byte, stalls at barriers, loads in flight"}},
  },

  hints = {
    {on = "build", match = {"undefined", "__host__", "multiple definition"},
     [[nvcc names the line. Keep `extern "C"` before each kernel, and mark helpers `static
      __device__`.]]},
    {on = "case:none", [[n is 0 and there is one block all the same. Its sum is 0, and it has to be written.]]},
    {on = "case:one", "One element: all other threads bring a 0."},
    {on = "case:33", "The 33rd element is alone in the second warp. Does its sum get to the first?"},
    {on = "case:513", "The last block has one element. Guard each load with i < n, not the whole block."},
    {on = "case:block-1", "A block of one thread: no step at all, and part[b] = x[b]."},
    {on = "case:block-96", [[96 threads: three warps. Read back as many warp sums as there are warps; the other lanes
      bring 0. And 96, 48, 24, 12, 6, 3: an odd width has a middle.]]},
    {on = "case:block-100", [[100, 50, 25: then the width is odd. half = (width + 1)/2, and only width - half threads
      add. In the interleaved tree, t + d may lie past the block.]]},
    {on = "case:block-1024", "32 warps: 32 sums in shared memory, and T may be that large in all kernels."},
    {on = "case:minus-zero", "No element but -0. The sum is 0, of either sign."},
    {on = "case:nan",
      "The last element is NaN, and so is the sum of its range. Don't skip elements by comparing them."},
    {on = "case:many", "More elements than threads: the loop strides by gridDim.x * blockDim.x, in 64 bits."},
    {on = "case:scan-tile-1", [[Element 2,048 is the first of tile 1: its prefix is tile 0's sum. Has somebody
      published it?]]},
    {on = "case:scan-many", [[Sums add up until the first tile with a prefix, and that one is included. A flag and its
      value must be seen together: one 64-bit word, stored at once.]]},
    {on = "case:scan-order", [[Blocks start in any order, here the last one first, and one may have to end before
      another starts. Which tile may a block take, so that all tiles before it belong to blocks that run already?]]},
    {on = "counter:ptx:membar", "Store the sum, __threadfence(), then draw the ticket."},
    {on = "counter:ptx:global.add.f32",
      "Not with atomicAdd on a float: store the block's sum, and let the last block add."},
    {on = "counter:ptx:shfl.sync", "__shfl_down_sync(0xffffffff, v, d) with d = 16, 8, 4, 2, 1."},
    {on = "counter:act_thr", [[sum_interleaved: thread t adds if t is a multiple of 2d. sum_sequential: thread t adds if
      t < width - half.]]},
    {on = "counter:sh_wave", [[Count for one block: T/32 wavefronts to fill, then three for each warp that adds (two
      reads, one write). In sum_total only one float a warp goes through shared memory.]]},
    {on = "counter:sh_conf", "Which place does lane 1 read, when lane 0 reads place 0? It should be place 1."},
    {on = "counter:atom", "One ticket a block, drawn by one thread."},
    {on = "counter:g_ld_sec", [[Each element once, and neighbouring lanes on neighbouring elements: i = block * T + t,
      then steps of the whole grid. In scan, a row of 32 elements for a warp, then the next row; and each tile
      publishes its prefix, or those after it walk on to the first.]]},
    {on = "counter:g_st_sec", "Lane l of a warp stores element 32k + l of its rows: each sector is stored once."},
    {on = "counter:g_ld_eff", "x[i] and x[i + T], not x[2i] and x[2i + 1]."},
    {on = "sanitize", [[A place that another thread wrote may be read after a `__syncthreads()` that all threads reach,
      also within a warp: lanes need not move together.]]},
    {on = "bench:total", [[Bytes under way: several loads issued before the first is added, each of 16 bytes. The
      reference has one float at a time and the compiler's unrolling.]]},
    {on = "call:sum_total", [[Is the ticket 0 again at the end? Does the last block read all gridDim.x sums, also if
      there are more of them than threads, or fewer?]]},
    {on = "bench:scan", "How far does one thread look back alone? A warp sees 32 tiles at a glance."},
    {on = "correct", "Take the smallest failing n and T, and write down which places hold what after each step."},
    {after = 3,
      "`ridge hint g06-reductions` shows the next tier; the third has the last block and the look-back nearly whole."},
  },

  points = {compile = 10, correct = 35, sanitize = 10, profile = 20, perf = 10, answers = 15},
}
