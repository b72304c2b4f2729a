-- g03-divergence: a branch, a search, a walk and a choice, each of which parts the lanes of a warp, and the cures.

local WARP, TILE, BINS, ROUNDS = 32, 512, 32, 6
local GATE = 2^14          -- elements where counters are read
local ROWS = {R = 256, C = 1024}
local CARD = 2^24          -- what the cost card and the lesson speak of
local BENCH = 2^26
local OPS = {even = 6*ROUNDS, odd = 4*ROUNDS} -- integer operations of a recipe: three shifts and three xors a round;
                                              -- a product, a sum, a shift and an xor
local LANES_INT = 64       -- integer lanes of an SM: CUDA C++ Programming Guide, arithmetic throughput, 9.0

local function elements(id, n, calls, kind, more)
  local c = {id = id, n = n, kind = kind, calls = calls}
  for k, v in pairs(more or {}) do c[k] = v end
  return c
end

local MIX = {"mix_branch", "mix_pairs"}
local function mix(id, n, more) return elements(id, n, MIX, 0, more) end
local function walk(id, n, kind, more) return elements(id, n, {"walk_binned"}, kind, more) end
local function keep(id, n, kind, more) return elements(id, n, {"compact"}, kind, more) end
local function rows(id, R, C, kind, more)
  local c = {id = id, R = R, C = C, kind = kind, calls = {"first_above"}}
  for k, v in pairs(more or {}) do c[k] = v end
  return c
end

-- Groups of 32 columns that the gate's searches have to look at, by the places of its hits (oracle.c, kind 0).
local GROUPS = 0
for r = 0, ROWS.R - 1 do GROUPS = GROUPS + r*37 % ROWS.C//WARP + 1 end

local function grid(width) return {"math.max(1, (n + "..(width - 1)..")//"..width..")"} end
local BY_ROW = {grid = {"math.max(1, (R + 255)//256)"}, block = {256}}

-- Rounds that a tile's warps issue for walks of 0 .. m - 1 steps, each length equally often, once they are sorted.
local function sorted_rounds(m)
  local rounds, each = 0, TILE//m
  for w = 1, TILE//WARP do rounds = rounds + (w*WARP - 1)//each end
  return rounds
end

-- The longest of 32 walks, on average, when lengths are drawn from 0 .. m - 1.
local function longest(m)
  local e = m - 1
  for v = 0, m - 2 do e = e - ((v + 1)/m)^WARP end
  return e
end

local function ones_below(mask, lane)
  local c = 0
  for k = 0, lane - 1 do c = c + (mask >> k & 1) end
  return c
end

return lab {
  api = 1, rev = 1, id = "g03-divergence", title = "Divergence and shuffles",
  kind = "kernel", part = 2, domain = {"cuda"},
  seeds = {"S001-24", "S001-41", "S004-C01-T03"},
  requires = {"w13-warp-layernorm"}, suggests = {},
  hours = {read = 1.5, lab = 3},
  durable = {"A warp pays for the union of what its lanes do",
             "Give the choice to the data's layout, not to the lane",
             "All lanes on one piece of work, then on the next: they load together and leave together",
             "One lane asks for the warp, and tells the others by a shuffle"},
  ephemeral = {{"32 lanes; how many of them do integer work in a cycle on sm_90", as_of = "2026-11"}},
  readings = {
    {"pmpp", hours = 1, look_for = [[chapter 4, on warps and SIMD hardware: which of its branches diverge in every
      warp, which in one warp of the grid, and which in none]]},
    {"cse599i", hours = .5, look_for = [[the slides on votes: which of the kernels here could do without a ballot, and
      what it would need instead]]},
  },

  lang = "cuda", backends = {"simt", "cuda"},
  edit = {"lanes.cu"},
  reference = "ref.cu", ladder = {"naive.cu", "ref.cu", "opt.cu"},
  limits = {wall_s = 15, mem_MiB = 2048, threads = 1},
  device = {arch = "sm_90a"},

  buffers = {
    x = {dtype = "u32", shape = {"n"}, dist = gen.custom"words"},
    y = {dtype = "u32", shape = {"n"}},
    steps = {dtype = "i32", shape = {"n"}, dist = gen.custom"steps"},
    rows = {dtype = "f32", shape = {"R", "C"}, dist = gen.custom"rows"},
    limit = {dtype = "f32", shape = {"R"}, dist = gen.custom"limits"},
    at = {dtype = "i32", shape = {"R"}},
    keep = {dtype = "f32", shape = {"n"}, dist = gen.custom"keep"},
    out = {dtype = "i32", shape = {"n"}},
    total = {dtype = "i32", shape = {"1"}, dist = gen.zero{}},
  },

  calls = {
    mix_branch = call{args = {output"y", input"x", i64"n"}, oracle = "mix", tol = tol.exact,
                      launch = {grid = grid(256), block = {256}}},
    mix_pairs = call{args = {output"y", input"x", i64"n"}, oracle = "mix", tol = tol.exact,
                     launch = {grid = grid(512), block = {256}}},
    first_above = call{args = {output"at", input"rows", input"limit", i32"R", i32"C"}, oracle = "above",
                       tol = tol.exact, launch = BY_ROW},
    walk_binned = call{args = {output"y", input"x", input"steps", i64"n"}, oracle = "walk", tol = tol.exact,
                       launch = {grid = grid(TILE), block = {TILE}}},
    compact = call{args = {output"out", inout"total", input"keep", i64"n"}, verify = "kept",
                   launch = {grid = grid(256), block = {256}}},
  },

  cases = {
    mix("none", 0, {tags = {"edge"}}),
    mix("one", 1, {tags = {"edge"}}),
    mix("two", 2, {tags = {"edge"}}),
    mix("odd", 511, {tags = {"edge"}}),
    mix("block-and-one", 513, {tags = {"edge"}}),
    mix("many", 5000),
    mix("hidden", gen.pick{777, 1025, 2050}, {hidden = true}),
    rows("no-rows", 0, 5, 0, {tags = {"edge"}}),
    rows("no-columns", 3, 0, 0, {tags = {"edge"}}),
    rows("1x1", 1, 1, 5, {tags = {"edge"}}),
    rows("33x31", 33, 31, 0, {tags = {"edge"}}),
    rows("33x33-last", 33, 33, 4, {tags = {"edge"}, note = "the hit is alone in the second group"}),
    rows("no-hit", 40, 70, 1, {tags = {"edge"}}),
    rows("all-hits", 40, 70, 5),
    rows("equal", 40, 70, 6, {tags = {"edge"}, note = "values that equal the limit are not above it"}),
    rows("nan", 64, 100, 3, {tags = {"edge"}}),
    rows("infinite", 40, 70, 7, {tags = {"edge"}, note = "-inf and +inf as values and as limits"}),
    rows("draws", 300, 257, 2, {note = "a cumulative distribution and a draw: sampling a token"}),
    rows("hidden-rows", gen.pick{97, 290}, gen.pick{45, 128, 301}, gen.pick{0, 2, 3, 7}, {hidden = true}),
    walk("walk-none", 0, 0, {tags = {"edge"}}),
    walk("walk-one", 1, 1, {tags = {"edge"}}),
    walk("walk-still", 700, 2, {tags = {"edge"}, note = "no walk has a step"}),
    walk("walk-longest", TILE + 1, 1, {tags = {"edge"}}),
    walk("walk-tile", TILE, 0),
    walk("walk-alternating", 2*TILE - 1, 3),
    walk("walk-sorted", 3*TILE, 4),
    walk("walk-lonely", 2*TILE, 5, {note = "one long walk in each warp"}),
    walk("hidden-walk", gen.pick{999, 1537, 2040}, gen.pick{0, 5}, {hidden = true}),
    keep("keep-nothing", 0, 0, {tags = {"edge"}}),
    keep("keep-one", 1, 1, {tags = {"edge"}}),
    keep("keep-all", 1000, 1, {tags = {"edge"}}),
    keep("keep-none", 1000, 2, {tags = {"edge"}}),
    keep("keep-alternating", 1023, 3, {tags = {"edge"}}),
    keep("keep-half", 3000, 4),
    keep("keep-odd-values", 1500, 5, {tags = {"edge"}, note = "0, -0, NaN, infinities, a subnormal"}),
    keep("keep-random", 4097, 0),
    keep("hidden-keep", gen.pick{1001, 2047}, gen.pick{0, 5}, {hidden = true}),
    mix("gate", GATE, {tags = {"gate"}}),
    rows("rows-gate", ROWS.R, ROWS.C, 0, {tags = {"gate"}}),
    rows("at-once", ROWS.R, ROWS.C, 5, {tags = {"gate"}}),
    walk("walk-gate", GATE, 0, {tags = {"gate"}}),
    keep("keep-gate", GATE, 0, {tags = {"gate"}}),
    mix("bench", BENCH, {tags = {"bench"}}),
    rows("rows-bench", 2^14, 2^12, 0, {tags = {"bench"}}),
    walk("walk-bench", BENCH//4, 0, {tags = {"bench"}}),
    keep("keep-bench", BENCH, 0, {tags = {"bench"}}),
  },

  gates = {
    gate{id = "branch-shows", call = "mix_branch", case = "gate", counter = "act_thr", op = "<=", value = 20,
         why = "the branch shows the problem: each side is run with half of the lanes"},
    gate{id = "pairs-lanes", call = "mix_pairs", case = "gate", counter = "act_thr", op = ">=", value = 30,
         why = "a thread has an even element and an odd one, so no lane has to choose"},
    gate{id = "pairs-requests", call = "mix_pairs", case = "gate", counter = "g_ld_req", op = "<=", value = "n/64",
         why = "a lane's two elements stand side by side: one request of 8 bytes a lane"},
    gate{id = "pairs-store", call = "mix_pairs", case = "gate", counter = "g_st_eff", op = ">=", value = .99,
         why = "both results are stored at once: every byte of a sector is used"},
    gate{id = "search-lanes", call = "first_above", case = "rows-gate", counter = "act_thr", op = ">=", value = 30,
         why = "all lanes look at one row and leave together"},
    gate{id = "search-sectors", call = "first_above", case = "rows-gate", counter = "g_ld_sec", op = "<=",
         value = 4*(GROUPS + ROWS.R) + ROWS.R,
         why = "four sectors for 32 columns, one group beyond the hit at most, and the limits"},
    gate{id = "search-stops", call = "first_above", case = "at-once", counter = "g_ld_sec", op = "<=",
         value = "2*4*R + R",
         why = "the hit is in the first column: four sectors, one group beyond it at most, and the limits"},
    gate{id = "search-store", call = "first_above", case = "rows-gate", counter = "g_st_sec", op = "<=",
         value = "R//8", why = "the answers of a warp's 32 rows are stored side by side"},
    gate{id = "walk-lanes", call = "walk_binned", case = "walk-gate", counter = "act_thr", op = ">=", value = 29,
         why = "lanes with walks of the same length walk together"},
    gate{id = "walk-loads", call = "walk_binned", case = "walk-gate", counter = "g_ld_sec", op = "<=",
         value = "2*n//8", why = "elements and lengths are loaded once and in order, then sorted in shared memory"},
    gate{id = "walk-stores", call = "walk_binned", case = "walk-gate", counter = "g_st_sec", op = "<=",
         value = "n//8", why = "results go back to their places in shared memory, and from there in order"},
    gate{id = "keep-atomics", call = "compact", case = "keep-gate", counter = "atom", op = "<=", value = "n//32",
         why = "one atomic a warp, or fewer"},
    gate{id = "keep-turns", call = "compact", case = "keep-gate", counter = "atom_ser", op = "==", value = 0,
         why = "one lane adds for all: no two lanes of a request meet at one address"},
  },

  bench = {
    bench{id = "pairs", call = "mix_pairs", case = "bench", clock = "gpu", on = "cuda", bytes = "8*n"},
    bench{id = "search", call = "first_above", case = "rows-bench", clock = "gpu", on = "cuda", bytes = "2*R*C"},
    bench{id = "walk", call = "walk_binned", case = "walk-bench", clock = "gpu", on = "cuda", bytes = "12*n"},
    bench{id = "compact", call = "compact", case = "keep-bench", clock = "gpu", on = "cuda", bytes = "6*n"},
    bench{id = "search-sectors", call = "first_above", case = "rows-gate", metric = "fewer:g_sec", on = "simt"},
    bench{id = "walk-sectors", call = "walk_binned", case = "walk-gate", metric = "fewer:g_sec", on = "simt"},
    bench{id = "keep-atomics", call = "compact", case = "keep-gate", metric = "fewer:atom", on = "simt"},
  },

  predict = {
    predict{id = "flops", axis = "flops", unit = "1", answer = "f.n*(f.ops.even + f.ops.odd)/2",
            ask = [[Integer operations of the two recipes, for {{= n(f.n)}} elements, half of them even? (A shift, an
              xor, a product and a sum are one each; see lab.h.)]],
            worked = [[{{= f.rounds}} rounds of six operations, or of four: {{= n((f.ops.even + f.ops.odd)/2)}} an
              element on average.]]},
    predict{id = "bytes", axis = "bytes", unit = "MB", answer = "8*f.n/1e6",
            ask = "And the bytes that they move, read and written?", worked = "Four bytes each way."},
    predict{id = "bound", axis = "intensity", ask = "On an H200, what bounds mix_branch?",
            choices = {"issuing instructions", "bandwidth of HBM", "barriers"}, answer = "issuing instructions",
            worked = [[A warp issues both recipes, {{= f.ops.even + f.ops.odd}} instructions for 32 elements:
              by the count
              {{= us(f.issue(f.n, f.ops.even + f.ops.odd),0)}} for them, where the bytes need
              {{= us(8*f.n/f.bw,0)}}. Without the branch the two are about equal.]]},
    predict{id = "lanes", axis = "parallelism", unit = "1", answer = "f.lanes/2",
            ask = "Lanes at work in an instruction of either recipe, in mix_branch?",
            worked = "Even lanes in one, odd lanes in the other."},
    predict{id = "risk", axis = "failure", ask = [[Half of a block's threads reach a __syncthreads() inside an
      if. Then…]],
            choices = {"the others are waited for, and that is all", "the result is undefined: it may hang",
                       "the compiler moves the barrier behind the if"},
            answer = "the result is undefined: it may hang",
            worked = "A barrier in conditional code needs a condition that is the same for the whole block."},
  },

  facts = function(hw)
    local h = hw.h200
    local f = {n = CARD, bench = BENCH, lanes = h.warp, tile = TILE, bins = BINS, rounds = ROUNDS, ops = OPS,
               bw = h.bw, sms = h.sms, clock = hw.h100.clock, int = LANES_INT, gate = GATE,
               rows = ROWS, groups = GROUPS, warps = TILE//WARP,
               sorted = sorted_rounds, longest = longest, ones_below = ones_below}
    -- Time to issue `per_warp` instructions of 32 lanes for each 32 elements, on the chip's integer lanes.
    f.issue = function(n, per_warp) return n/WARP*per_warp*WARP/LANES_INT/h.sms/f.clock end
    -- ridge test --backend cuda, benches of first_above, on an H200 on 28 November 2026: kernels/RESULTS.md.
    f.timed = {rows = 2^14, cols = 2^12, naive = 530.1e-6, turned = 1435.0e-6}
    f.mean = (BINS - 1)/2
    f.worst = function(steps) return (steps + WARP - 1)/(WARP*steps) end -- one lane walks, the others take a step
    f.groups_of = function(hit) return hit//WARP + 1 end
    f.two_sides = function(m, a, b)                     -- if (t < m) a instructions, else b, in a block of 256
      local full, mixed = m//WARP, m % WARP > 0 and 1 or 0
      return full*a + mixed*(a + b) + (256//WARP - full - mixed)*b
    end
    return f
  end,

  questions = {
    q.num{id = "ways", seed = "S001-41", unit = "%", rtol = .01,
      ask = [[`switch (threadIdx.x % {{= p.k}})` has {{= p.k}} cases of equal length, and nothing else takes time. Which
        part of the lanes is at work on average?]],
      vary = {k = {4, 8, 16}},
      answer = function(f, p) return 100/p.k end,
      wrong = {{value = function() return 50 end, hint = "That is for two sides. Here each case has its own turn."},
               {value = function(f, p) return 100*(1 - 1/p.k) end, hint = "That is the part that waits."}},
      worked = [[Each case is run with {{= n(32/p.k)}} of 32 lanes: {{= n(100/p.k,2)}} %, and the kernel takes {{= p.k}}
        times as long as it would if whole warps took the same case.]]},
    q.num{id = "border", seed = "S004-C01-T03", unit = "1", rtol = 0,
      ask = [[A block of 256 threads: `if (threadIdx.x < {{= p.m}})` has a side of 20 instructions, the `else`
        one of 12.
        How many warp instructions are issued for the two sides, over the whole block?]],
      vary = {m = {40, 100, 150}},
      answer = function(f, p) return f.two_sides(p.m, 20, 12) end,
      wrong = {{value = function() return 8*32 end, hint = "Only one warp has lanes on both sides."},
               {value = function(f, p) return p.m//32*20 + (8 - p.m//32)*12 end,
                hint = "The warp in which the border lies runs both sides."}},
      worked = [[{{= p.m//32}} warps are below the border and issue 20 each, one has lanes on both sides and issues 32,
        the other {{= 7 - p.m//32}} issue 12: {{= f.two_sides(p.m, 20, 12)}}. A branch on whole warps is free.]]},
    q.num{id = "ragged", seed = "S001-41", unit = "%", rtol = .01,
      ask = [[Lane l of every warp runs a loop (l % {{= p.k}}) + 1 times. Which part of the lanes is at work on
        average?]],
      vary = {k = {4, 8, 16}},
      answer = function(f, p) return 100*(p.k + 1)/2/p.k end,
      wrong = {{value = function(f, p) return 100/p.k end, hint = [[Lanes leave one after another, not all but
        one at once.]]},
               {value = function() return 50 end, hint = "Count both: the mean of the counts, and their largest."}},
      worked = [[The warp issues {{= p.k}} rounds; a lane needs {{= n((p.k + 1)/2,1)}} on average:
        {{= pct((p.k + 1)/2/p.k,1)}}.]]},
    q.num{id = "straggler", unit = "%", rtol = .01,
      ask = [[In each warp one lane walks {{= p.s}} steps, and the 31 others one each. Which part of the lanes is at
        work?]],
      vary = {s = {15, 40, 63}},
      answer = function(f, p) return 100*f.worst(p.s) end,
      wrong = {{value = function() return 100/32 end, hint = "In the first step all lanes walk."}},
      worked = [[{{= p.s}} + 31 = {{= p.s + 31}} steps of lanes in 32 x {{= p.s}} = {{= n(32*p.s)}} that are paid for:
        {{= pct(f.worst(p.s),1)}}. One request in a batch that generates far longer than the others is the same
        picture at another scale.]]},
    q.num{id = "binned", seed = "S001-41", unit = "1", rtol = 0,
      ask = [[A tile of {{= f.tile}} walks has each length from 0 to {{= p.m - 1}} equally often, and they are
        sorted. How
        many rounds do the tile's {{= f.warps}} warps issue together?]],
      vary = {m = {8, 16, 64}},
      answer = function(f, p) return f.sorted(p.m) end,
      wrong = {{value = function(f, p) return f.warps*(p.m - 1) end, hint = "That is unsorted, at its worst."},
               {value = function(f, p) return f.tile*(p.m - 1)/2 end,
                hint = "Those are the steps of all walks. 32 of them are one round."}},
      worked = [[{{= n(f.tile//p.m)}} walks of each length, 32 in a warp. Sum of each warp's longest:
        {{= n(f.sorted(p.m))}}; unsorted, nearly every warp has a walk of {{= p.m - 1}}, which makes up to
        {{= n(f.warps*(p.m - 1))}}.]]},
    q.num{id = "pays", unit = "1", rtol = .02,
      ask = [[Sorting costs a warp {{= p.sort}} instructions and brings its rounds from
        {{= n(f.longest(f.bins),1)}} down to
        {{= n(f.mean + .5,1)}} on average. From how many instructions a round does it pay?]],
      vary = {sort = {75, 150, 240}},
      answer = function(f, p) return p.sort/(f.longest(f.bins) - f.mean - .5) end,
      wrong = {{value = function(f, p) return p.sort/f.longest(f.bins) end,
                hint = "Only the rounds that are saved pay for the sort."},
               {value = function(f, p) return p.sort/(f.mean + .5) end,
                hint = "Those are the rounds that stay. Which ones are saved?"}},
      worked = [[{{= n(f.longest(f.bins) - f.mean - .5,2)}} rounds are saved:
        {{= p.sort}} / {{= n(f.longest(f.bins) - f.mean - .5,2)}} =
        {{= n(p.sort/(f.longest(f.bins) - f.mean - .5),1)}}. A loop of a few instructions is better left as it is.]]},
    q.num{id = "place", seed = "S001-41", unit = "1", rtol = 0,
      ask = [[__ballot_sync gave 0x{{= ("%08x"):format(p.mask)}}, and the warp's atomicAdd returned
        {{= p.base}}. Where does
        lane {{= p.lane}} store its index?]],
      vary = {mask = {0x9a6f31b6, 0x6cdb52d2, 0xd3e776ca}, base = {480, 736, 992}, lane = {12, 17, 22}},
      answer = function(f, p) return p.base + f.ones_below(p.mask, p.lane) end,
      wrong = {{value = function(f, p) return p.base + f.ones_below(p.mask, p.lane + 1) end,
                hint = "The lane's own bit is not one of those before it."},
               {value = function(f, p) return p.base + p.lane end, hint = [[Only lanes that keep something take
                 a place.]]}},
      worked = [[The {{= p.lane}} lowest bits of the mask have {{= f.ones_below(p.mask, p.lane)}} ones: place
        {{= p.base}} +
        {{= f.ones_below(p.mask, p.lane)}}.]]},
    q.num{id = "sectors", unit = "1", rtol = 0,
      ask = [[The first hit of a row of floats stands in column {{= p.h}}; the row begins on a sector. How many sectors
        of it does the warp load that looks at 32 columns at a time and stops there?]],
      vary = {h = {100, 338, 690}},
      answer = function(f, p) return 4*f.groups_of(p.h) end,
      wrong = {{value = function(f, p) return p.h + 1 end,
                hint = "That is a lane alone: a sector of its own for each float."},
               {value = function(f, p) return p.h//8 + 1 end, hint = "It looks at whole groups of 32."},
               {value = function(f, p) return f.groups_of(p.h) end, hint = "A group of 32 floats is 128 bytes."}},
      worked = [[{{= f.groups_of(p.h)}} groups of four sectors. A lane alone asks for {{= p.h + 1}}, one for each float,
        unless a cache has kept it.]]},
    q.num{id = "turns", unit = "1", rtol = 0,
      ask = [[Of {{= n(2^20)}} elements one in {{= p.s}} is kept, evenly spread. With one atomicAdd for each
        kept element the
        counter takes a turn for each. How many times fewer turns are there with one atomic a block of 256?]],
      vary = {s = {2, 4, 16}},
      answer = function(f, p) return 256//p.s end,
      wrong = {{value = function() return 256 end, hint = "Only some of a block's threads keep something."},
               {value = function(f, p) return 32//p.s end, hint = "That is one atomic a warp."},
               {value = function() return 2^20//256 end, hint = "Those are the atomics that are left."}},
      worked = [[{{= n(2^20//p.s)}} turns become {{= n(2^20//256)}}, one for {{= n(256//p.s)}} elements. One a
        warp makes
        {{= n(2^20//32)}}, and needs no barrier.]]},
    q.choice{id = "select", seed = "S004-C01-T03", answer = 2,
      ask = "`v = lane % 2 ? a : b;`, a and b in registers. What does it cost a warp?",
      options = {"Two passes, with half of the lanes each",
                 "One instruction: each lane selects, and nothing branches",
                 "A shuffle", "A vote"},
      worked = [[The compiler makes a select of it, as it makes predicated instructions of short ifs: all lanes
        go through
        them, and some do not write. Divergence is about code that is *jumped to*.]]},
    q.choice{id = "barrier", seed = "S001-41", answer = 3,
      ask = [[walk_binned begins with `if (i >= n) return;` and has barriers behind it. n is no multiple of the
        tile. What
        is wrong?]],
      options = {"Nothing: since Volta a barrier does not wait for threads that have exited",
                 "Only speed: the last block diverges",
                 "Threads that left were to empty bins, and the scan's shuffles read lanes that have ended",
                 "The last tile is not sorted"},
      worked = [[The barriers need not hang: since Volta they wait for the threads that have not exited (CUDA C++
        Programming Guide, independent thread scheduling). But in a last tile of five elements 27 of the 32 threads that
        empty the bins and make the scan are gone, and a shuffle that reads a lane that has ended gives an undefined
        value. Guard the load and the store, and let every thread stay to the end.]]},
    q.choice{id = "lockstep", seed = "S004-C01-T03", answer = 2,
      ask = [[Lane 0 writes shared memory, the other lanes of its warp read it in the next line, and there is nothing in
        between. On sm_70 and later…]],
      options = {"this is right: a warp moves in step", "this is a race: __syncwarp() has to stand between",
                 "this is right if the block has 32 threads", "the compiler inserts what is missing"},
      worked = [[Each lane has its own program counter since Volta (independent thread scheduling). The lanes
        usually move
        together, and nothing says that they must.]]},
    q.multi{id = "which", seed = "S001-41", ask = "Which of these part the lanes of a warp, in a block of 256 threads?",
      options = {"if (threadIdx.x / 32 == 0)", "if (threadIdx.x % 32 == 0)", "if (blockIdx.x % 2)",
                 "while (x[i] > eps) …, x[i] differing from lane to lane", "if (threadIdx.x & 64)"},
      answer = {2, 4},
      worked = [[What is the same for all 32 lanes of a warp parts nobody: the warp's number, the block's, bit 6 of the
        thread's.]]},
    q.text{id = "why", seed = "S001-41", min_words = 40,
      ask = [[A kernel samples a token for each row: a thread walks along the row's cumulative distribution
        until it exceeds
        the draw. A profile says 9 active threads an instruction and 6 % of the loaded bytes used. Explain both
        figures by
        one cause, say what you would change, and what the new figures should be.]],
      rubric = {"a row a lane: searches end at different columns, and the warp runs until the last",
                "lanes load from rows that are far apart: a sector a float, 4 of 32 bytes used",
                "all lanes on one row, 32 neighbouring columns a vote, leave together",
                "about 32 active threads, all bytes used up to the rest of the last group"}},
  },

  hints = {
    {on = "build", match = {"undefined", "__host__", "multiple definition"},
     [[nvcc names the line. Keep `extern "C"` before each kernel, and mark helpers `static __device__`.]]},
    {on = "case:one", "One element, index 0: it is even, and the other lanes have nothing."},
    {on = "case:two", "Elements 0 and 1 belong to one thread, in mix_pairs."},
    {on = "case:odd", "n is odd: the last thread has an even element and no odd one."},
    {on = "case:block-and-one", "mix_pairs has 512 elements a block, mix_branch 256. The 513th is alone."},
    {on = "case:no-columns", "No columns: the answer is C, which is 0, and it has to be written."},
    {on = "case:1x1", "One row: 31 lanes have no row and still take part in every vote and shuffle."},
    {on = "case:33x31", "Row 32 belongs to the second warp. And of 32 lanes only 31 have a column."},
    {on = "case:33x33-last", "Column 32 is in the second group: its place is 32 + the bit's number."},
    {on = "case:no-hit", "Where no lane ever votes yes, the answer is C, not 0 and not -1."},
    {on = "case:all-hits", "Many lanes vote yes: the lowest bit is the first column, which __ffs() - 1 finds."},
    {on = "case:equal", "Above means greater: `>`, not `>=`."},
    {on = "case:infinite", "Compare x with the limit as they are: -inf and +inf are limits and values like any other."},
    {on = "case:nan", [[Compare as lab.h says, x > limit. A NaN on either side makes that false; `!(x <= limit)` is
      another question.]]},
    {on = "case:walk-one", [[One walk and 511 threads without one. They stay for all barriers, and count as walks of no
      step.]]},
    {on = "case:walk-longest", "513 elements: the second tile has one. All lengths are 31: one bin has everything."},
    {on = "case:walk-tile", [[Bin b begins where the bins before it end: an exclusive sum. The place that a
      thread draws in
      its bin is what atomicAdd returns.]]},
    {on = "case:walk-lonely", "After sorting, a thread walks for another element: its value, its length, its place."},
    {on = "case:keep-all", "All 32 bits are set, and lane 31 has 31 of them below its own."},
    {on = "case:keep-none", "Nothing is kept: *total stays 0."},
    {on = "case:keep-odd-values", "x > 0 drops NaN and both zeros, and keeps +inf and the smallest subnormal."},
    {on = "gate:branch-shows", "mix_branch is the yardstick: thread i, element i, if and else. It should diverge."},
    {on = "gate:pairs-lanes", [[If thread t has elements t and t + 256, both have the parity of t. Which pair
      has both?]]},
    {on = "gate:pairs-requests", "x + 2t is a multiple of 8 bytes: read it as one uint2."},
    {on = "gate:pairs-store", "And store both results as one uint2."},
    {on = "gate:search-lanes", [[Count who works in the search: with a row for each lane the warp goes on until
      its last row
      is done. Let all lanes look at row 0, then at row 1.]]},
    {on = "gate:search-sectors", "Lane l looks at column c + l, and the vote ends the row's loop for all."},
    {on = "gate:search-stops", "Vote after each 32 columns. The next 32 may be under way by then, and no more."},
    {on = "gate:search-store", "Keep row k's answer in lane k, and store once, after the 32 rows."},
    {on = "gate:walk-lanes", "Who walks with whom? Sort the tile by length first, then let thread t take place t."},
    {on = "gate:walk-loads", "Load x[i] and steps[i] with i = block * TILE + t, into shared memory; gather there."},
    {on = "gate:walk-stores", [[Put the result back where the element came from, in shared memory, then store
      in order.]]},
    {on = "gate:keep-atomics", "One lane adds __popc(kept); an empty warp need not add at all."},
    {on = "gate:keep-turns", [[All lanes that keep something add to one counter, one after another. Let lane 0
      add for them
      all, and hand its result around with __shfl_sync.]]},
    {on = "sanitize", [[A place that another thread wrote may be read behind a `__syncthreads()` that all threads reach,
      also within a warp: lanes need not move together.]]},
    {on = "bench:search", "One load, one vote, one load: ask for the next group before you vote on this one."},
    {on = "call:compact", [[Three numbers make a place: what the atomic returned to one lane, handed to all;
      and the ones
      below one's own bit.]]},
    {on = "call:walk_binned", "Count, barrier, sum up, barrier, place, barrier, walk, put back, barrier, store."},
    {on = "correct", "Take the smallest failing case, and write down what each of the first lanes holds."},
    {after = 3, "`ridge hint g03-divergence` shows the next tier; the third has the search and the places."},
  },

  points = {compile = 5, correct = 40, sanitize = 10, profile = 20, perf = 10, answers = 15},
}
