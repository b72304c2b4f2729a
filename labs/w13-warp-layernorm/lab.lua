-- w13-warp-layernorm: shuffles and votes, and what a norm and a packing kernel are made of them.

local THREADS, WARPS, WARP = 256, 8, 32    -- lab.h
local R, SHORT, LONG = 16384, 1024, 8192   -- rows of the timed cases, and their lengths
local GATE_N = 2^12 - 5                    -- elements where the vector kernels are counted
local LATENCY = 600e-9                     -- of a load from HBM under load: assumed, round
local CLOCK = 1.98e9                       -- an H200's highest SM clock, in Hz
local INTEGERS, REALS, ONE_NAN, ONE_INF, BOTH_INF, BELOW, NOTHING, HUGE, MINUS_INF = 0, 1, 2, 3, 4, 5, 6, 7, 8

local function with(c, more)
  for k, v in pairs(more or {}) do c[k] = v end
  return c
end

local function vector(id, n, kind, more)
  return with({id = id, n = n, kind = kind, blocks = 2, calls = {"warp_all", "all_finite"}}, more)
end

local function rows(id, count, C, more)
  return with({id = id, R = count, C = C, eps = 1e-5, offset = 0, sd = 1, blocks = 2, calls = {"ln_warp", "ln_block"}},
              more)
end

local function pack(id, count, C, least, more)
  local n = type(count) == "number" and count*C or gen.pick{100, 700, 1001}
  return with({id = id, R = count, C = C, n = n, least = least, same = 0, calls = {"compact", "append"}}, more)
end

local EACH, A_WARP = "(n + 255)//256", "(R + 7)//8"
local X, GB = "R*C/8", "R*C/4"             -- sectors of x once, and of g and b for every row

local function norm(grid)
  return call{args = {output"y", input"rows", input"g", input"b", i32"R", i32"C", f32"eps"}, oracle = "ln",
              tol = tol.dot{16}, grid = {grid}, block = {THREADS}}
end

local function log2(n)
  local s = 0
  while 2^s < n do s = s + 1 end
  return s
end

local function ones(word)
  local c = 0
  while word > 0 do c, word = c + (word & 1), word >> 1 end
  return c
end

-- Warps that add in a tree over all threads of a block, step by step.
local function tree_adds(threads)
  local warps, width = 0, threads//2
  while width >= 1 do warps, width = warps + math.ceil(width/WARP), width//2 end
  return warps
end

return lab {
  api = 1, rev = 1, id = "w13-warp-layernorm", title = "Warp shuffles and votes",
  kind = "kernel", week = 13, part = 2, domain = {"cuda", "memory"},
  seeds = {"S001-41", "S003-DN-advCuda", "S003-W13", "S003-W13-C1", "S003-W13-C2", "S003-W13-C3", "S003-W13-HO"},
  requires = {"w02-transpose"}, suggests = {"w10b-layernorm-1pass"},
  hours = {read = 1.5, lab = 3.5},
  durable = {"A tree in registers: log2 of the lanes in steps, and no barrier",
             "Ballot and population count: everybody's place, from one word",
             "A collective wants everybody whom its mask names",
             "Reserve once for many: one atomic a warp"},
  ephemeral = {{"32 lanes a warp; AMD's CDNA has 64", as_of = "2026-11"},
               {"Float sums have no instruction of their own (redux is for integers)", as_of = "2026-11"}},
  readings = {
    {"cse599i", hours = .75, look_for = [[the four shuffles and the three votes: for each, which lane's register
      does lane 5 read, and what does it get where there is no such lane?]]},
    {"pmpp", hours = .75, look_for = [[chapter 10 on reduction: where the last five steps of a tree spend their
      time, which shuffles take over]]},
  },

  lang = "cuda", backends = {"simt", "cuda"},
  edit = {"warp.cu"},
  reference = "ref.cu", ladder = {"naive.cu", "ref.cu", "opt.cu"},
  limits = {wall_s = 20, mem_MiB = 4096, threads = 1},
  device = {arch = "sm_90a"},
  order = {"warp_all", "ln_warp", "ln_block", "compact", "append", "all_finite"},

  buffers = {
    x = {dtype = "f32", shape = {"n"}, dist = gen.custom"numbers"},
    sum = {dtype = "f32", shape = {"n"}},
    top = {dtype = "f32", shape = {"n"}},
    rows = {dtype = "f32", shape = {"R", "C"}, dist = gen.custom"rows"},
    g = {dtype = "f32", shape = {"C"}, dist = gen.normal{mean = 1, sd = .3}},
    b = {dtype = "f32", shape = {"C"}, dist = gen.normal{}},
    y = {dtype = "f32", shape = {"R", "C"}},
    p = {dtype = "f32", shape = {"R", "C"}, dist = gen.custom"scores"},
    v = {dtype = "f32", shape = {"n"}, dist = gen.custom"scores"},
    out = {dtype = "i32", shape = {"R", "C"}, dist = gen.custom"untouched"},
    list = {dtype = "i32", shape = {"n"}, dist = gen.custom"untouched"},
    count = {dtype = "i32", shape = {"R"}},
    kept = {dtype = "i32", shape = {"1"}, dist = gen.zero{}},
    bad = {dtype = "i32", shape = {"1"}, dist = gen.zero{}},
  },

  calls = {
    warp_all = call{args = {output"sum", output"top", input"x", i32"n"}, oracle = "warp",
                    tol = {sum = tol.dot{32}, top = tol.exact}, grid = {EACH}, block = {THREADS}},
    ln_warp = norm(A_WARP),
    ln_block = norm"math.min(R, blocks)",
    compact = call{args = {inout"out", output"count", input"p", f32"least", i32"R", i32"C"}, oracle = "compact",
                   tol = tol.exact, grid = {A_WARP}, block = {THREADS}},
    append = call{args = {inout"list", inout"kept", input"v", f32"least", i32"n"}, verify = "append",
                  grid = {EACH}, block = {THREADS}},
    all_finite = call{args = {inout"bad", input"x", i32"n"}, oracle = "finite", tol = tol.exact,
                      grid = {"math.min(blocks, "..EACH..")"}, block = {THREADS}},
  },

  cases = {
    vector("one", 1, INTEGERS, {tags = {"edge"}}),
    vector("31", 31, INTEGERS, {tags = {"edge"}}),
    vector("33", 33, INTEGERS, {tags = {"edge"}}),
    vector("257", 257, INTEGERS, {tags = {"edge"}}),          -- one element in the second block
    vector("below-zero", 77, BELOW, {tags = {"edge"}, calls = {"warp_all"}}),
    vector("all-minus-inf", 40, NOTHING, {tags = {"edge"}}),
    vector("nan", 1000, ONE_NAN, {tags = {"edge"}}),
    vector("inf", 1000, ONE_INF, {tags = {"edge"}}),
    vector("minus-inf", 100, MINUS_INF, {tags = {"edge"}}),
    vector("inf-inf", 32, BOTH_INF, {tags = {"edge"}}),
    vector("near-the-end", 600, HUGE, {tags = {"edge"}, calls = {"all_finite"},
                                       note = "finite numbers of which two sum to infinity"}),
    vector("reals", 2000, REALS),
    vector("hidden", gen.pick{95, 700, 1023}, gen.pick{INTEGERS, REALS, ONE_NAN}, {hidden = true}),
    rows("1x1", 1, 1, {tags = {"edge"}}),
    rows("9x31", 9, 31, {tags = {"edge"}}),                   -- a ninth warp alone in its block
    rows("3x32", 3, 32),
    rows("10x33", 10, 33, {tags = {"edge"}}),
    rows("5x1000", 5, 1000),
    rows("3x1024", 3, 1024),
    rows("far-from-0", 4, 300, {offset = 1e4, tags = {"edge"}}),
    rows("constant", 2, 100, {offset = -3, sd = 0, tags = {"edge"}}),
    rows("eps", 2, 64, {sd = .01, eps = .01, tags = {"edge"}}),
    rows("4x1025", 4, 1025, {calls = {"ln_block"}, tags = {"edge"}}),
    rows("2x8191", 2, 8191, {blocks = 1, calls = {"ln_block"}, tags = {"edge"}}),
    rows("2x8192", 2, 8192, {blocks = 1, calls = {"ln_block"}}),
    rows("hidden-rows", gen.pick{3, 11}, gen.pick{17, 65, 500, 776}, {hidden = true, offset = gen.pick{0, -50}}),
    pack("pack-1", 1, 1, .5, {tags = {"edge"}}),
    pack("pack-31", 9, 31, .5, {tags = {"edge"}}),
    pack("pack-33", 3, 33, .5, {tags = {"edge"}}),
    pack("all", 3, 100, 0, {tags = {"edge"}}),
    pack("equal", 2, 32, .25, {same = 1, tags = {"edge"}}),
    pack("none", 3, 100, 2, {tags = {"edge"}}),
    pack("few", 4, 1000, .97),
    pack("hidden-pack", gen.pick{2, 10}, gen.pick{63, 200, 333}, gen.pick{.3, .9}, {hidden = true}),
    vector("gate", GATE_N, REALS, {tags = {"gate"}}),
    vector("bad-gate", GATE_N, NOTHING, {calls = {"all_finite"}, tags = {"gate"}}),
    rows("rows-gate", 16, 1024, {calls = {"ln_warp"}, tags = {"gate"}}),
    rows("long-gate", 4, 8192, {blocks = 4, calls = {"ln_block"}, tags = {"gate"}}),
    pack("pack-gate", 8, 500, .5, {tags = {"gate"}}),
    rows("bench", R, SHORT, {calls = {"ln_warp"}, tags = {"bench"}}),
    rows("bench-long", R, LONG, {blocks = 264, calls = {"ln_block"}, tags = {"bench"}}),
  },

  gates = {
    gate{id = "warp-ptx", call = "warp_all", counter = "ptx:shfl.sync", op = ">=", value = 1, on = "cuda",
         why = "lanes read each other's registers"},
    gate{id = "rows-spill", call = "ln_warp", counter = "spill_B", op = "==", value = 0, on = "cuda",
         why = "32 floats of a row stay in registers; spilled ones are in memory again"},
    gate{id = "long-spill", call = "ln_block", counter = "spill_B", op = "==", value = 0, on = "cuda",
         why = "32 floats of a row stay in registers; spilled ones are in memory again"},
    gate{id = "warp-steps", call = "warp_all", case = "gate", counter = "shfl", op = "<=", value = "10*8*("..EACH..")",
         why = "five steps for the sum and five for the maximum: 32 lanes are five halvings"},
    gate{id = "warp-shared", call = "warp_all", case = "gate", counter = "sh_wave", op = "==", value = 0,
         why = "a warp needs no shared memory to reduce"},
    gate{id = "rows-steps", call = "ln_warp", case = "rows-gate", counter = "shfl", op = "<=", value = "10*R",
         why = "five steps for the mean and five for the variance, once a row"},
    gate{id = "rows-shared", call = "ln_warp", case = "rows-gate", counter = "sh_wave", op = "==", value = 0,
         why = "a row in one warp's registers never meets shared memory"},
    gate{id = "rows-barriers", call = "ln_warp", case = "rows-gate", counter = "bar", op = "==", value = 0,
         why = "warps of a block have nothing to do with each other here: nobody waits for a neighbour's row"},
    gate{id = "rows-once", call = "ln_warp", case = "rows-gate", counter = "g_ld_sec", op = "<=",
         value = "1.02*("..X.." + "..GB..")", why = "x is loaded once; g and b once a row"},
    gate{id = "rows-lanes", call = "ln_warp", case = "rows-gate", counter = "g_ld_eff", op = ">=", value = .97,
         why = "neighbouring lanes load neighbouring columns: every byte of a sector is used"},
    gate{id = "rows-stored", call = "ln_warp", case = "rows-gate", counter = "g_st_sec", op = "<=",
         value = "1.02*"..X, why = "y is stored once, by lanes that stand side by side"},
    gate{id = "long-barriers", call = "ln_block", case = "long-gate", counter = "bar", op = "<=", value = 2,
         why = "one barrier for each of the two sums of a row"},
    gate{id = "long-waves", call = "ln_block", case = "long-gate", counter = "sh_wave", op = "<=", value = "40*R",
         why = "one float a warp goes through shared memory: 16 wavefronts a sum"},
    gate{id = "long-once", call = "ln_block", case = "long-gate", counter = "g_ld_sec", op = "<=",
         value = "1.02*("..X.." + "..GB..")", why = "x is loaded once; g and b once a row"},
    gate{id = "long-stored", call = "ln_block", case = "long-gate", counter = "g_st_sec", op = "<=",
         value = "1.02*"..X, why = "y is stored once, by lanes that stand side by side"},
    gate{id = "pack-votes", call = "compact", case = "pack-gate", counter = "vote", op = "<=",
         value = "R*((C + 31)//32)", why = "one ballot for 32 columns says everything about them"},
    gate{id = "pack-steps", call = "compact", case = "pack-gate", counter = "shfl", op = "==", value = 0,
         why = "the word of a ballot is in all lanes: places are counted in it, and no lane has to be read"},
    gate{id = "pack-loads", call = "compact", case = "pack-gate", counter = "g_ld_sec", op = "<=",
         value = "1.02*(R*C/8 + R*C/32)", why = "each score is loaded once, by lanes that stand side by side"},
    gate{id = "pack-shared", call = "compact", case = "pack-gate", counter = "sh_wave", op = "==", value = 0,
         why = "the row's next place is the same number in all lanes: a register"},
    gate{id = "append-atomics", call = "append", case = "pack-gate", counter = "atom", op = "<=",
         value = "(n + 31)//32", why = "one lane reserves for its whole warp"},
    gate{id = "append-turns", call = "append", case = "pack-gate", counter = "atom_ser", op = "==", value = 0,
         why = "lanes of one warp do not queue up at the counter"},
    gate{id = "finite-votes", call = "all_finite", case = "gate", counter = "vote", op = "<=", value = "8*blocks",
         why = "look at all of your elements first, vote once a warp"},
    gate{id = "finite-atomics", call = "all_finite", case = "bad-gate", counter = "atom_ser", op = "==", value = 0,
         why = "one lane speaks for its warp, however many have found something"},
    gate{id = "finite-loads", call = "all_finite", case = "gate", counter = "g_ld_sec", op = "<=",
         value = "1.02*n/8 + 8", why = "each element is loaded once, by lanes that stand side by side"},
  },

  bench = {
    bench{id = "rows", call = "ln_warp", case = "bench", clock = "gpu", on = "cuda", flops = "8*R*C", bytes = "8*R*C"},
    bench{id = "long", call = "ln_block", case = "bench-long", clock = "gpu", on = "cuda",
          flops = "8*R*C", bytes = "8*R*C"},
    bench{id = "steps", call = "warp_all", case = "gate", metric = "fewer:shfl", on = "simt", bytes = "12*n"},
    bench{id = "rows-sectors", call = "ln_warp", case = "rows-gate", metric = "fewer:g_sec", on = "simt",
          bytes = "8*R*C"},
    bench{id = "long-waves", call = "ln_block", case = "long-gate", metric = "fewer:sh_wave", on = "simt",
          bytes = "8*R*C"},
  },

  predict = {
    predict{id = "flops", axis = "flops", unit = "FLOP", answer = "f.flop", rtol = .3,
            ask = [[LayerNorm of {{= n(f.R)}} rows of {{= n(f.C)}} floats: FLOP, roughly? A sum, a squared
              difference summed, a difference scaled, then g and b.]],
            worked = "1 for the sum, 3 for the squares, 2 for the difference scaled, 2 for g and b: 8 an element."},
    predict{id = "bytes", axis = "bytes", unit = "MB", answer = "f.bytes/1e6", rtol = .01,
            ask = "Fewest bytes through HBM for it, read and written?", worked = "4 B an element in, 4 B out."},
    predict{id = "bound", axis = "intensity", ask = "What bounds ln_warp on an H200, once x is read once?",
            choices = {"the shuffles", "bandwidth of HBM", "arithmetic"}, answer = "bandwidth of HBM",
            worked = [[One FLOP a byte. And ten shuffles a row of {{= n(f.cycles(f.C),0)}} clocks that its bytes
              take.]]},
    predict{id = "rows", axis = "parallelism", unit = "1", answer = "math.ceil(f.flight/(4*f.C))", rtol = 0,
            ask = [[At {{= si(hw.h200.bw,"B/s")}} and {{= n(f.latency*1e9)}} ns, how many rows of {{= n(f.C)}}
              floats must each of {{= hw.h200.sms}} SMs have under way?]],
            worked = "{{= kib(f.flight,1)}} an SM by Little's law, over {{= kib(4*f.C,0)}} a row, rounded up."},
    predict{id = "risk", axis = "failure",
            ask = "Lanes behind the end of a row hold 0 and take part in the sum of (v - mean)². The variance is…",
            choices = {"right: they hold 0", "too large by their number times mean²/C", "NaN"},
            answer = "too large by their number times mean²/C"},
  },

  facts = function(hw)
    local h, m = hw.h200, hw.h200_m
    local tree = tree_adds(THREADS)
    local f = {
      R = R, C = SHORT, long = LONG, threads = THREADS, warps = WARPS, warp = WARP, latency = LATENCY, clock = CLOCK,
      flop = 8*R*SHORT, bytes = 8*R*SHORT, tensor = 4*R*SHORT, flight = h.bw*LATENCY/h.sms, ridge32 = h.fp32/h.bw,
      held = SHORT//WARP, steps = log2(WARP), block_steps = log2(WARPS),
      passes_us = function(passes) return 4*R*SHORT*passes/h.bw*1e6 end,
      passes_m = function(passes) return 4*R*SHORT*passes/m.bw_mean*1e6 end,
      cycles = function(C) return 8*C/(h.bw/h.sms)*CLOCK end,       -- of an SM, for a row in and out at full bandwidth
      shuffle_share = function(C) return 10/(8*C/(h.bw/h.sms)*CLOCK) end,
      -- a row of naive.cu, by hand: two trees of 256 in shared memory, with a barrier before, after the store, a step
      tree_bar = 2*(2 + log2(THREADS)), tree_wave = 2*(WARPS + 3*tree + WARPS), tree_adds = tree,
      block_wave = 2*(WARPS + WARPS), block_shfl = 2*(log2(WARP) + log2(WARPS))*WARPS,
      log2 = log2, ones = ones,
      rank = function(word, lane) return ones(word & ((1 << lane) - 1)) end,
      block_of = function(threads) return log2(WARP) + log2(threads//WARP) end,
      regs = function(C) return math.ceil(C/WARP) end,
      pad = function(C) return (WARP - C % WARP) % WARP end,
      -- atomics of append: one for each element kept, over one for each warp that keeps any
      fewer = function(share) return WARP*share/(1 - (1 - share)^WARP) end,
      gap = function(C) return math.min(1, C/WARP/math.ceil(C/WARP)) end,
      word = 0xB5, base = 40,
    }
    return f
  end,

  questions = {
    q.num{id = "partner", seed = "S003-W13-C1", unit = "1", rtol = 0,
      ask = [[`__shfl_xor_sync(~0u, v, {{= p.d}})`: the value of which lane does lane {{= p.lane}} receive?]],
      vary = {lane = {5, 19, 27}, d = {2, 4, 8}},
      answer = function(f, p) return p.lane ~ p.d end,
      wrong = {{value = function(f, p) return (p.lane & p.d ~= 0 and p.lane + p.d or p.lane - p.d) % 32 end,
                hint = "Up and down always go the same way. xor flips a bit: is it set in this lane's number?"}},
      worked = [[{{= p.lane}} xor {{= p.d}} flips one bit of the lane's number: {{= p.lane ~ p.d}}. And that lane
        receives this one's value in the same step, so the two hold the same sum afterwards.]]},
    q.num{id = "block-steps", seed = "S003-W13-C3", unit = "1", rtol = 0,
      ask = [[A block of {{= p.t}} threads sums one float a thread: shuffles in each warp, one float a warp through
        shared memory, and then every warp reduces those itself. How many shuffle steps does a warp go through?]],
      vary = {t = {128, 512, 1024}},
      answer = function(f, p) return f.block_of(p.t) end,
      wrong = {{value = function(f) return f.steps end, hint = "That is its own sum. Then come those of the warps."},
               {value = function(f, p) return f.steps + p.t//f.warp end,
                hint = "The warps' sums are reduced by a tree, too."}},
      worked = [[log2(32) = {{= f.steps}}, then log2({{= p.t//32}}) = {{= f.log2(p.t//32)}}: {{= f.block_of(p.t)}},
        as many as a tree over all {{= p.t}} has, with one barrier in place of one a step.]]},
    q.num{id = "passes", seed = "S003-W13-HO", unit = "MB", rtol = .01, accept = {"B", "MB", "MiB"},
      ask = [[naive.cu reads x from memory for the mean, again for the squares, again for y, and writes y. ln_warp
        keeps the row. How many bytes fewer does it move for {{= n(f.R)}} rows of {{= n(p.C)}} floats?]],
      vary = {C = {256, 512, 768}},
      answer = function(f, p) return 8*f.R*p.C/1e6 end,
      wrong = {{value = function(f, p) return 4*f.R*p.C/1e6 end, hint = "Of three reads one is left."},
               {value = function(f, p) return 16*f.R*p.C/1e6 end, hint = "That is all that naive.cu moves."}},
      worked = [[Four passes become two. Two passes of {{= n(f.R)}} x {{= n(p.C)}} x 4 B: {{= mb(8*f.R*p.C,1)}}.
        Where the statistics already came from one read, three passes become two: 1.5 times.]]},
    q.num{id = "padding", seed = "S003-W13-HO", unit = "1", rtol = .005,
      ask = [[A warp holds a row of {{= p.C}} floats whose mean is {{= p.m}}. The lanes behind its end hold 0 and by
        mistake add (0 - mean)² as well. By how much is the variance too large?]],
      vary = {C = {20, 40, 1000}, m = {2, 3}},
      answer = function(f, p) return f.pad(p.C)*p.m^2/p.C end,
      wrong = {{value = function(f, p) return f.pad(p.C)*p.m^2/(p.C + f.pad(p.C)) end,
                hint = "The sum is divided by the row's length, not by the places of the warp."},
               {value = function(f, p) return p.m^2 end, hint = "How many places lie behind the end?"}},
      worked = [[{{= n(math.ceil(p.C/32)*32)}} places, {{= f.pad(p.C)}} of them empty: {{= f.pad(p.C)}} x
        {{= p.m}}²/{{= p.C}} = {{= n(f.pad(p.C)*p.m^2/p.C,4)}}. With a mean near 0 no test sees it.]]},
    q.num{id = "rank", seed = "S003-W13-C2", unit = "1", rtol = 0,
      ask = [[compact has kept {{= p.at}} columns of its row so far. A ballot gives
        0x{{= ("%08X"):format(p.votes)}}, and lane {{= p.lane}} keeps its column. At which place of out's row does
        it store it?]],
      vary = {at = {40, 17}, votes = {0x0F0F3CFF, 0x7777FFC3, 0x1FF0F0F3}, lane = {6, 7, 12}},
      answer = function(f, p) return p.at + f.rank(p.votes, p.lane) end,
      wrong = {{value = function(f, p) return p.at + f.rank(p.votes, p.lane) + 1 end,
                hint = "Its own bit does not count: the first one that is kept has rank 0."},
               {value = function(f, p) return p.at + p.lane end, hint = "Only lanes that keep something take a place."},
               {value = function(f, p) return p.at + f.ones(p.votes) end,
                hint = "That is where the next 32 columns begin."}},
      worked = [[Below bit {{= p.lane}} there are {{= f.rank(p.votes,p.lane)}} ones: place
        {{= p.at + f.rank(p.votes,p.lane)}}. All in all {{= f.ones(p.votes)}} are kept, so the next 32 columns begin
        at {{= p.at + f.ones(p.votes)}}.]]},
    q.num{id = "atomics", seed = "S003-W13-C2", unit = "x", rtol = .02,
      ask = [[append keeps each element with probability {{= p.share}}, independently. How many times fewer atomics
        does it take with one a warp that keeps something, than with one for each element that is kept?]],
      vary = {share = {.02, .05, .08}},
      answer = function(f, p) return f.fewer(p.share) end,
      wrong = {{value = function(f) return f.warp end, hint = "Only if every lane keeps its element."},
               {value = function(f, p) return f.warp*p.share end,
                hint = "Of how many warps does nobody keep anything? Those need no atomic."}},
      worked = [[A warp has 32 x {{= p.share}} = {{= n(32*p.share,1)}} of them on average, and needs one atomic with
        probability 1 - {{= n(1 - p.share,2)}}^32 = {{= n(1 - (1 - p.share)^32,3)}}: {{= n(f.fewer(p.share),2)}}
        times.]]},
    q.num{id = "registers", seed = "S003-W13-C3", unit = "1", rtol = 0,
      ask = "A warp keeps a row of {{= n(p.C)}} floats in registers. How many of them does a lane need for it?",
      vary = {C = {300, 500, 1000}},
      answer = function(f, p) return f.regs(p.C) end,
      wrong = {{value = function(f, p) return p.C end, hint = "The row is spread over {{= f.warp}} lanes."},
               {value = function(f, p) return p.C//f.warp end, hint = "What is left over takes a register as well."}},
      worked = "{{= n(p.C)}}/32, rounded up: {{= f.regs(p.C)}}. A register of a warp is 32 floats."},
    q.num{id = "rows-under-way", unit = "1", rtol = 0,
      ask = [[HBM gives {{= si(hw.h200.bw,"B/s")}} to {{= hw.h200.sms}} SMs, {{= n(f.latency*1e9)}} ns after the
        question. A warp asks for its whole row of {{= p.C}} floats before it uses any. How many warps of an SM must
        be asking at any moment?]],
      vary = {C = {128, 256, 512}},
      answer = function(f, p) return math.ceil(f.flight/(4*p.C)) end,
      wrong = {{value = function(f, p) return math.ceil(f.flight/p.C) end, hint = "A float has four bytes."},
               {value = function() return 64 end, hint = "That is how many an SM holds."}},
      worked = [[{{= n(f.flight)}} B an SM (Little's law), over {{= n(4*p.C)}} B: {{= math.ceil(f.flight/(4*p.C))}}.
        An SM holds {{= hw.h200.threads_sm//32}} warps, if registers allow.]]},
    q.multi{id = "masks", seed = "S003-W13-C1",
      ask = [[n = 40, one block of 64 threads, t = threadIdx.x. Which of these are right?]],
      options = {"every thread calls __shfl_xor_sync(~0u, t < n ? x[t] : 0, 1)",
                 "if (t < n) v = __shfl_xor_sync(~0u, x[t], 1)",
                 "if (t < 32) __ballot_sync(~0u, x[t] > 0); else if (t < n) __ballot_sync(0xff, x[t] > 0)",
                 "if (t < n) v = __shfl_down_sync(__activemask(), x[t], 1), since activemask names who is there"},
      answer = {1, 3},
      worked = [[Where everybody comes and some bring a 0, the full mask is right. So is a mask that names exactly
        lanes 0 to 7 of the second warp, who come. The xor in `if (t < n)` names lanes 8 to 31 of that warp, and
        they do not come. `__activemask()` names who happens to be there at that moment: nothing promises that it is
        everybody who has passed the test, and lane 7 would read lane 8, which is in no mask.]]},
    q.choice{id = "nan-max", answer = 2,
      ask = "A warp's maximum is made with fmaxf, and lane 7 holds a NaN. What do the lanes have in the end?",
      options = {"NaN", "The largest of the other lanes' values", "Whatever lane 7 held before", "Zero"},
      worked = [[fmaxf returns the number if one of its arguments is a NaN (IEEE 754's maxNum). A softmax then hides
        the NaN in its maximum, and divides by a sum that is NaN all the same. A comparison that prefers the NaN
        keeps it.]]},
    q.choice{id = "same-bits", seed = "S003-W13-C1", answer = 3,
      ask = "Why do all lanes hold the same bits after five xor steps, though addition rounds?",
      options = {"Because the hardware adds in higher precision",
                 "They do not; the last bits differ from lane to lane",
                 "Because in each step two partners add the same two numbers, and a + b = b + a also when rounded",
                 "Because lane 0 sends its result to the others"},
      worked = [[By induction: after step k the lanes that agree in the bits not yet flipped hold one and the same
        number. Rounding is commutative; it is not associative, so another order of the steps gives other bits, in
        all lanes alike.]]},
    q.choice{id = "redux", answer = 4,
      ask = [[A colleague writes warp_sum as `(float)__reduce_add_sync(~0u, (int)v)`, one instruction on sm_80 and
        later. For which data is it right?]],
      options = {"For all: the hardware adds floats exactly", "For all but NaN and infinities",
                 "For numbers of similar size",
                 "For whole numbers whose sum fits in an int: each float is cut to one first"},
      worked = [[The reduce intrinsics take unsigned and int (CUDA C++ Programming Guide, warp reduce functions), so
        the cast drops each fraction before anything is added. For counts they are just right.]]},
    q.order{id = "append", seed = "S003-W13-C2", ask = "What happens in append, first to last?",
      items = {"all lanes vote", "one lane reserves the places by an atomic",
               "the others learn where they begin", "whoever keeps an element stores its index"}},
    q.text{id = "why", seed = "S003-W13-HO", min_words = 40,
      ask = [[Your ln_warp and naive.cu do the same additions. Say where naive.cu loses its time, in counts for one
        row, and why rows of {{= n(f.long)}} floats are given to a block and not to a warp.]],
      rubric = {"three reads of x where one is needed",
                "trees in shared memory: barriers at every step, hundreds of wavefronts, idle warps",
                "ten shuffles and no barrier in a warp: warps wait for nobody",
                "a warp would need 256 registers a lane for such a row: it would spill"}},
  },

  hints = {
    {on = "build", match = {"undefined", "__host__", "multiple definition", "identifier"},
     [[nvcc names the line. Keep `extern "C"` before each kernel, and mark helpers `static __device__`.]]},
    {on = "case:one/warp_all", "One element: 31 lanes of its warp bring a 0 to the sum, and -infinity to the maximum."},
    {on = "case:31", "Lane 31 has no element and stays: the shuffle's mask names it."},
    {on = "case:33", "The second warp has one element. Its sum is that element, and its 31 other lanes store nothing."},
    {on = "case:257", "The last block has one element and seven warps without any."},
    {on = "case:below-zero", "All of these are negative. What do lanes without an element bring to the maximum?"},
    {on = "case:all-minus-inf/warp_all", [[Nothing is larger than what the lanes without an element bring, so they
      must not bring 0.]]},
    {on = "case:nan/warp_all", "fmaxf drops a NaN. Compare by yourself: `a > b || a != a ? a : b`."},
    {on = "case:near-the-end", [[All of these are finite, and no two of them have a finite sum: test each element,
      not a sum of them.]]},
    {on = "case:inf/all_finite", "x != x finds a NaN and no infinity: isfinite(x)."},
    {on = "case:minus-inf/all_finite", "Minus infinity is not finite either."},
    {on = "case:1x1", "A row of one: its variance is 0, and y is b, not NaN. What do the 31 other lanes bring?"},
    {on = "case:9x31", [[Nine rows, eight warps a block: in the second block seven warps have no row and leave, each
      as a whole. Lane 31 of the others has no column and stays.]]},
    {on = "case:far-from-0", [[Values near 10,000 with a variance of 1: E[x²] - E[x]² has lost it. Sum (v - mean)²
      over the registers.]]},
    {on = "case:constant", "No variance at all: eps keeps the root away from 0."},
    {on = "case:eps", "Here eps is larger than the variance. It stands under the root."},
    {on = "case:5x1000", [[1000 = 31 x 32 + 8: 24 places of the last register are empty. In the sum of the squares
      an empty place is not (0 - mean)².]]},
    {on = "case:2x8191", "One block does both rows: is a place still being read while the next row writes it?"},
    {on = "case:pack-1", "One column."},
    {on = "case:equal", "Here every score equals least: all are kept. >= and not >."},
    {on = "case:pack-33", [[33 columns are two turns, and in the second one lane has a column. All 32 take part in
      the ballot.]]},
    {on = "case:none", "Nothing is kept: count is 0, and out stays as it is."},
    {on = "counter:ptx:shfl.sync", "__shfl_xor_sync(0xffffffff, v, d) with d = 16, 8, 4, 2, 1."},
    {on = "counter:spill_B", "Every index of the array that holds the row must be known once the loops are unrolled."},
    {on = "gate:warp-steps", "d = 16, 8, 4, 2, 1: every step doubles what a lane's value stands for."},
    {on = "gate:rows-steps", "Add up your registers first; then five steps. Not five steps for each register."},
    {on = "counter:bar", [[In ln_warp nobody waits. In ln_block a row has two sums: each has places of its own, one
      barrier, and every warp reads all the places itself.]]},
    {on = "counter:sh_wave", [[In the kernels of a warp nothing goes through shared memory. In ln_block one float a
      warp does, for each sum.]]},
    {on = "gate:rows-lanes", "Lane l loads columns l, l + 32, l + 64 and so on, or four neighbours by one float4."},
    {on = "gate:pack-steps", [[Every lane has the same word: the votes below a lane are its place, all votes are how far
      the row has come. Nothing is left to exchange.]]},
    {on = "gate:finite-votes", "Loop over your elements first; vote behind the loop."},
    {on = "counter:g_st_sec", "Keep the row in registers, and store y when mean and variance are known: once."},
    {on = "counter:vote", "One ballot for 32 columns. All else is arithmetic on the word."},
    {on = "counter:g_ld_sec", [[Count how often each line that reads runs for one element, and whether neighbouring
      lanes read neighbouring elements.]]},
    {on = "counter:atom", "Lane 0 adds the number of votes; the others learn the place by a shuffle."},
    {on = "counter:atom_ser", "Several lanes of a warp call the atomic. One can speak for all."},
    {on = "sanitize", [[A place in shared memory may be written again once everybody has read it: a barrier has to
      stand between the two.]]},
    {on = "call:append", [[The place of a lane's index is where its warp's places begin, plus the votes below its
      own. Does every lane know where they begin?]]},
    {on = "call:compact", "at, plus the votes below your own; then at grows by all votes."},
    {on = "call:ln_block", "ln_warp right, ln_block wrong: then it is in how eight warps meet."},
    {on = "correct", "Take the smallest failing case, and write down for each lane what it brings to the sum."},
    {after = 3, "`ridge hint w13-warp-layernorm` shows the next tier; the third has each piece nearly whole."},
  },

  points = {compile = 10, correct = 35, sanitize = 10, profile = 20, perf = 10, answers = 15},
}
