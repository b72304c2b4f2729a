-- w19b-wave64: one source for waves of 32 and of 64 lanes.

local W32, W64 = 32, 64
local BANKS = 32
local GATE_N, GATE_R, GATE_C = 4000, 12, 500      -- where votes, shuffles and atomics are counted
local SIDE = 256                                   -- rows and columns of the transpose that is counted

local function up(a, b) return (a + b - 1)//b end

local function log2(n)
  local s = 0
  while 2^s < n do s = s + 1 end
  return s
end

local function ones(word)
  local c = 0
  while word ~= 0 do c, word = c + 1, word & (word - 1) end
  return c
end

local function case(id, width, threads, calls, fields, more)
  local c = {id = "w"..width.."-"..id, warp = width, threads = threads, steps = log2(width), calls = calls}
  for k, v in pairs(fields) do c[k] = v end
  for k, v in pairs(more or {}) do c[k] = v end
  return c
end

local function vector(id, width, threads, n, more)
  return case(id, width, threads, {"wave_sum"}, {n = n, reals = 0}, more)
end

local function scores(id, width, threads, n, least, more)
  return case(id, width, threads, {"pack"}, {n = n, least = least, high = 0}, more)
end

local function rows(id, width, threads, R, C, least, more)
  return case(id, width, threads, {"compact"}, {R = R, C = C, least = least, high = 0}, more)
end

local function matrix(id, width, threads, R, C, more)
  return case(id, width, threads, {"transpose"}, {R = R, C = C}, more)
end

-- Every case stands here once and is run at both widths, from one source.
local EDGE, GATE = {tags = {"edge"}}, {tags = {"gate"}}
local function with(more, own)
  local c = {}
  for k, v in pairs(more) do c[k] = v end
  for k, v in pairs(own) do c[k] = v end
  return c
end

local function at_width(w)
  return {
    vector("one", w, 64, 1, EDGE),
    vector("31", w, 64, 31, EDGE),
    vector("33", w, 64, 33, EDGE),
    vector("63", w, 256, 63, EDGE),
    vector("65", w, 64, 65, with(EDGE, {note = "one element in the second block"})),
    vector("half-block", w, 32, 100, with(EDGE, {note = "blocks of 32 threads: half of a wave of 64"})),
    vector("one-and-a-half", w, 96, 500, with(EDGE, {note = "a block of 96 threads is one and a half waves of 64"})),
    vector("1024", w, 1024, 1500, with(EDGE, {note = "the most threads that a block can have"})),
    vector("reals", w, 256, 2000, {reals = 1}),
    vector("hidden", w, gen.pick{96, 160, 256}, gen.pick{95, 700, 1023}, {hidden = true, reals = gen.pick{0, 1}}),
    scores("pack-1", w, 64, 1, .5, EDGE),
    scores("pack-63", w, 64, 63, .5, EDGE),
    scores("pack-all", w, 256, 500, 0, EDGE),
    scores("pack-none", w, 96, 200, 2, EDGE),
    scores("pack-high", w, 128, 512, .5,
           with(EDGE, {high = 1, note = "of each 64 elements only the last 32 are kept"})),
    scores("pack-half", w, 96, 700, .6, with(EDGE, {note = "a block of 96 threads"})),
    scores("pack-1024", w, 1024, 1500, .5, with(EDGE, {note = "the most threads that a block can have"})),
    scores("pack-hidden", w, gen.pick{96, 128, 224}, gen.pick{100, 701, 1001}, gen.pick{.3, .9}, {hidden = true}),
    rows("rows-1", w, 64, 1, 1, .5, EDGE),
    rows("rows-33", w, 128, 5, 33, .5, EDGE),
    rows("rows-63", w, 128, 3, 63, .5, EDGE),
    rows("rows-all", w, 64, 3, 100, 0, EDGE),
    rows("rows-none", w, 64, 3, 100, 2, EDGE),
    rows("rows-high", w, 64, 4, 128, .5, with(EDGE, {high = 1, note = "of each 64 columns only the last 32 are kept"})),
    rows("rows-half", w, 96, 7, 150, .5, with(EDGE, {note = "a block of 96 threads: its last wave does a row, too"})),
    rows("rows-1024", w, 1024, 35, 600, .1, with(EDGE, {note = "the most threads that a block can have"})),
    rows("rows-hidden", w, gen.pick{96, 160, 256}, gen.pick{2, 9}, gen.pick{63, 200, 333}, gen.pick{.3, .9},
         {hidden = true}),
    -- 1e39 is infinity as a float.
    rows("rows-infinite", w, 64, 3, 100, -1e39, with(EDGE, {note = "least is -infinity, as some scores are"})),
    matrix("1x1", w, 64, 1, 1, EDGE),
    matrix("31x65", w, 256, 31, 65, EDGE),
    matrix("64x64", w, 256, 64, 64),
    matrix("100x70", w, 96, 100, 70, with(EDGE, {note = "a block of 96 threads"})),
    matrix("130x70", w, 1024, 130, 70, with(EDGE, {note = "the most threads that a block can have"})),
    matrix("matrix-hidden", w, gen.pick{96, 128, 256}, gen.pick{33, 97}, gen.pick{50, 129}, {hidden = true}),
    vector("gate", w, 256, GATE_N, GATE),
    vector("gate-half", w, 96, 960, GATE),
    scores("pack-gate", w, 256, GATE_N, .5, GATE),
    rows("rows-gate", w, 256, GATE_R, GATE_C, .5, GATE),
    matrix("matrix-gate", w, 256, SIDE, SIDE, GATE),
  }
end

local cases = {}
for _, w in ipairs{W32, W64} do
  for _, c in ipairs(at_width(w)) do cases[#cases + 1] = c end
end

local THREADS, BLOCKS = "threads", "(n + threads - 1)//threads"
local WAVES = "((threads + warp - 1)//warp)"       -- of a block
local SEEN = BLOCKS.."*"..WAVES                    -- waves of a grid of vector kernels

local gates = {}
local function both(id, call, which, counter, op, value, why)
  for _, w in ipairs{W32, W64} do
    gates[#gates + 1] = gate{id = id.."-"..w, call = call, case = "w"..w.."-"..which, counter = counter, op = op,
                             value = value, why = why}
  end
end
both("sum-steps", "wave_sum", "gate", "shfl", "<=", "steps*"..SEEN,
     "each step doubles what a lane has seen: five for 32 lanes, six for 64")
both("sum-shared", "wave_sum", "gate", "sh_wave", "==", "0", "a wave needs no shared memory to add")
both("sum-loads", "wave_sum", "gate", "g_ld_sec", "<=", "1.02*n/8",
     "each element is loaded once: the other lanes hear of it by shuffles")
both("half-steps", "wave_sum", "gate-half", "shfl", "<=", "steps*"..SEEN, "a wave of fewer lanes takes no more steps")
both("rows-votes", "compact", "rows-gate", "vote", "<=", "R*((C + warp - 1)//warp)",
     "one ballot for as many columns as the wave has lanes")
both("rows-shuffles", "compact", "rows-gate", "shfl", "<=", "R*((C + warp - 1)//warp)",
     "the ballot tells each lane its place; steps of a scan would say the same again")
both("rows-loads", "compact", "rows-gate", "g_ld_sec", "<=", "1.02*(R*C/8 + R*C/warp)",
     "each score is loaded once, by lanes that stand side by side")
both("rows-shared", "compact", "rows-gate", "sh_wave", "==", "0", "the row's next place is a register in all lanes")
both("pack-atomics", "pack", "pack-gate", "atom", "<=", SEEN, "one lane reserves for its whole wave, of 32 or of 64")
both("pack-turns", "pack", "pack-gate", "atom_ser", "==", "0", "lanes of one wave do not queue up at the counter")
both("pack-loads", "pack", "pack-gate", "g_ld_sec", "<=", "1.02*n/8",
     "each element is loaded once: where a wave's piece goes, the atomic says")
both("tile-banks", "transpose", "matrix-gate", "sh_conf", "==", "0", "a column of the tile lies in all 32 banks")
both("tile-passes", "transpose", "matrix-gate", "sh_wave", "<=", "2*R*C/"..BANKS,
     "each element goes into the tile once and comes out once, 32 in a pass over the banks")
both("tile-loads", "transpose", "matrix-gate", "g_ld_sec", "<=", "1.02*R*C/8", "in is walked along its rows, once")
both("tile-stores", "transpose", "matrix-gate", "g_st_sec", "<=", "1.02*R*C/8", "out is walked along its rows, once")

local benches = {}
local function race(id, call, which, metric, bytes, title)
  for _, w in ipairs{W32, W64} do
    benches[#benches + 1] = bench{id = id.."-"..w, call = call, case = "w"..w.."-"..which, metric = "fewer:"..metric,
                                  bytes = bytes, stages = {bronze = .7, silver = .9, gold = 1},
                                  title = title..", "..w.." lanes"}
  end
end
race("steps", "wave_sum", "gate", "shfl", "8*n", "shuffles")
race("votes", "compact", "rows-gate", "vote", "4*R*C", "votes")
race("passes", "transpose", "matrix-gate", "sh_wave", "8*R*C", "passes over the banks")

return lab {
  api = 1, rev = 1, id = "w19b-wave64", title = "Porting to a 64-wide wavefront", kind = "kernel",
  week = 19, part = 2, domain = {"accelerators", "cuda"},
  seeds = {"S003-W19", "S003-W19-C4", "S003-W19-HO", "S004-C01-T11"},
  requires = {"w13-warp-layernorm"}, suggests = {"w02-transpose"},
  hours = {read = 2, lab = 2.5},
  durable = {"A width is a parameter: of masks, of steps, of shifts, of tiles, of what counts as one group",
             "The last group of a block may be partly there: count lanes that exist",
             "Divergence is a matter of who shares an instruction",
             "A translator rewrites names; assumptions stay"},
  ephemeral = {{"64 lanes on CDNA; RDNA can run 32", as_of = "2026-11"},
               {"The emulator's wave64 is a device of CUDA's dialect, no AMD GPU", as_of = "2026-11"}},
  readings = {
    {"hip", hours = 1.5, look_for = [[every sentence that says wavefront where CUDA says warp. Which of them are about
      a type, which about a constant, and which about who runs together?]]},
    {"cse599i", hours = .5, look_for = "the ballot idioms: which of them shift a 1 by the lane's number?"},
  },

  lang = "cuda", backends = {"simt"},
  edit = {"wave.cu"},
  reference = "ref.cu", ladder = {"naive.cu", "ref.cu"},
  limits = {wall_s = 20, mem_MiB = 1024, threads = 1},
  order = {"wave_sum", "compact", "pack", "transpose"},

  buffers = {
    x = {dtype = "f32", shape = {"n"}, dist = gen.custom"numbers"},
    sum = {dtype = "f32", shape = {"n"}},
    p = {dtype = "f32", shape = {"R", "C"}, dist = gen.custom"scores"},
    v = {dtype = "f32", shape = {"n"}, dist = gen.custom"scores"},
    out = {dtype = "i32", shape = {"R", "C"}, dist = gen.custom"untouched"},
    list = {dtype = "i32", shape = {"n"}, dist = gen.custom"untouched"},
    count = {dtype = "i32", shape = {"R"}},
    kept = {dtype = "i32", shape = {"1"}, dist = gen.zero{}},
    m = {dtype = "f32", shape = {"R", "C"}, dist = gen.normal{}},
    t = {dtype = "f32", shape = {"C", "R"}},
  },
  calls = {
    wave_sum = call{args = {output"sum", input"x", i32"n"}, oracle = "sum", tol = tol.dot{W64}, grid = {BLOCKS},
                    block = {THREADS}},
    compact = call{args = {inout"out", output"count", input"p", f32"least", i32"R", i32"C"}, oracle = "compact",
                   tol = tol.exact, grid = {"(R + "..WAVES.." - 1)//"..WAVES}, block = {THREADS}},
    pack = call{args = {inout"list", inout"kept", input"v", f32"least", i32"n"}, verify = "pack", grid = {BLOCKS},
                block = {THREADS}},
    transpose = call{args = {output"t", input"m", i32"R", i32"C"}, oracle = "transpose", tol = tol.exact,
                     grid = {"(C + warp - 1)//warp", "(R + warp - 1)//warp"}, block = {THREADS}},
  },
  partial = "function",
  points = {compile = 5, correct = 40, sanitize = 10, profile = 20, perf = 10, answers = 15},
  cases = cases, gates = gates, bench = benches,

  predict = {
    predict{id = "flops", axis = "flops", unit = "1", answer = "f.n*f.steps64", rtol = .05,
            ask = [[wave_sum of {{= n(f.n)}} floats on waves of {{= f.wave}}: about how many additions do the lanes do,
              the useless ones included?]],
            worked = "Every lane adds in every step: {{= n(f.n)}} · {{= f.steps64}}."},
    predict{id = "bytes", axis = "bytes", unit = "KiB", answer = "f.tile64/1024", rtol = .02,
            ask = "Bytes of LDS for a tile of {{= f.wave}} rows, with a column of padding?",
            worked = [[4 B · {{= f.wave}} · {{= f.wave + 1}} = {{= kib(f.tile64, 2)}} of
              {{= kib(hw.mi300x.smem_sm, 0)}}.]]},
    predict{id = "intensity", axis = "intensity", unit = "1", answer = "f.wave/f.banks", rtol = 0,
            ask = [[A wave of {{= f.wave}} lanes reads {{= f.wave}} neighbouring floats from shared memory of
              {{= f.banks}} banks. Passes over the banks, at least?]],
            worked = "{{= f.wave}} words over {{= f.banks}} banks."},
    predict{id = "parallel", axis = "parallelism", unit = "%", answer = "100*32/f.wave", rtol = 0,
            ask = "A block has 32 threads. What part of a wave of {{= f.wave}} has work?",
            worked = "32 of {{= f.wave}} lanes. The others exist for nobody."},
    predict{id = "failure", axis = "failure", answer = "wrong results",
            choices = {"a compile error", "a crash", "wrong results"},
            ask = "hipify has translated w13's kernels. What do they do on a wave of 64?",
            worked = "Steps from 16 on, words of 32 bits and shifts of a 32-bit 1 all compile, and all run."},
  },

  facts = function(hw)
    local m = hw.mi300x
    local f = {
      wave = m.warp, warp = hw.h100.warp, banks = m.lds_banks, steps32 = log2(hw.h100.warp), steps64 = log2(m.warp),
      n = GATE_N, side = SIDE, log2 = log2, ones = ones, up = up,
      -- of a word of 64 votes in two halves, those of the lanes below
      rank = function(hi, lo, lane)
        if lane < W32 then return ones(lo & ((1 << lane) - 1)) end
        return ones(lo) + ones(hi & ((1 << (lane - W32)) - 1))
      end,
      tile = function(side) return 4*side*(side + 1) end,
      -- waves of a block, and the part of their lanes that exists
      waves = function(threads, w) return up(threads, w) end,
      fill = function(threads, w) return threads/(w*up(threads, w)) end,
      -- passes over the banks for a wave that reads a column of a tile with rows of `stride` words
      column = function(stride, w)
        local passes = 0
        for half = 0, w//BANKS - 1 do
          local seen, most = {}, 0
          for l = half*BANKS, half*BANKS + BANKS - 1 do
            local b = l*stride % BANKS
            seen[b] = (seen[b] or 0) + 1
            most = math.max(most, seen[b])
          end
          passes = passes + most
        end
        return passes
      end,
      -- instructions that 64 threads issue for an if of `a` and an else of `b` when the first `lanes` of them take it
      issued = function(w, lanes, a, b)
        local total = 0
        for g = 0, W64//w - 1 do
          local first, last = g*w, g*w + w - 1
          total = total + (first < lanes and a or 0) + (last >= lanes and b or 0)
        end
        return total
      end,
      simds = m.simds, lanes_simd = m.simd_lanes, waves_simd = m.waves_simd, lds_clock = m.lds_clock,
      clocks = m.warp/m.simd_lanes,
      mfma_clock = m.bf16/(m.sms*m.clock), hi = 0x00F00000, lo = 0x00000135,
    }
    f.tile64, f.tile32 = f.tile(f.wave), f.tile(f.warp)
    f.mfma = {M = 32, N = 32, K = 8}
    f.mfma.flop = 2*f.mfma.M*f.mfma.N*f.mfma.K
    f.mfma.clocks = f.mfma.flop/(f.mfma_clock/f.simds)
    f.vector_clock = m.fp32/(m.sms*m.clock)
    return f
  end,

  questions = {
    q.num{id = "steps", seed = "S003-W19-C4", unit = "1", rtol = 0,
      ask = [[A block of {{= p.t}} threads on waves of {{= p.w}} lanes: each wave sums by xor shuffles, one float a wave
        goes through shared memory, and each wave sums those as well. How many shuffle steps does a wave go through?]],
      vary = {t = {256, 512, 1024}, w = {32, 64}},
      answer = function(f, p) return f.log2(p.w) + f.log2(p.t//p.w) end,
      wrong = {{value = function(f, p) return f.log2(p.w) end, hint = "Then come the sums of the waves."},
               {value = function(f, p) return f.log2(p.w) + p.t//p.w end, hint = "Those are summed by a tree, too."}},
      worked = [[log2({{= p.w}}) + log2({{= p.t//p.w}}) = {{= f.log2(p.t)}}. The sum is the same for both widths; what
        moves is how much of it needs shared memory.]]},
    q.num{id = "fill", seed = "S003-W19-C4", unit = "%", rtol = .01,
      ask = "Blocks of {{= p.t}} threads on waves of {{= p.w}} lanes. What part of the lanes that are issued exists?",
      vary = {t = {96, 160, 288, 32}, w = {64, 128}},
      answer = function(f, p) return 100*f.fill(p.t, p.w) end,
      wrong = {{value = function() return 100 end, hint = "How many waves does a block take? Waves are whole."},
               {value = function(f, p) return 100*p.t/(p.w*(f.waves(p.t, p.w) + 1)) end,
                hint = "One wave fewer is enough."}},
      worked = [[{{= f.waves(p.t, p.w)}} waves of {{= p.w}} lanes for {{= p.t}} threads:
        {{= pct(f.fill(p.t, p.w), 1)}}.]]},
    q.num{id = "divergence", seed = "S003-W19-C4", unit = "1", rtol = 0,
      ask = [[Threads 0 to {{= p.l - 1}} of 64 take an `if` of {{= p.a}} instructions, the others its `else` of
        {{= p.b}}. Counting one for each instruction that a group issues: how many more does one wave of 64 issue than
        two warps of 32 together? Less than none is a negative number.]],
      vary = {l = {32, 8, 40}, a = {10, 14}, b = {30, 22}},
      answer = function(f, p) return f.issued(64, p.l, p.a, p.b) - f.issued(32, p.l, p.a, p.b) end,
      wrong = {{value = function(f, p) return f.issued(64, p.l, p.a, p.b) end,
                hint = "That is what the wave issues. What do the two warps issue?"},
               {value = function(_, p) return p.a + p.b end,
                hint = "A warp all of whose lanes agree issues one side alone."}},
      worked = [[The wave issues both sides: {{= f.issued(64, p.l, p.a, p.b)}}. The warps issue
        {{= f.issued(32, p.l, p.a, p.b)}}. Where the border of the `if` is a warp's, both issue the same number, but
        each of the wave's instructions has half of its lanes idle and the warps' have none. Where one warp is split,
        the two warps issue more, since the other warp issues its side again.]]},
    q.num{id = "rank", seed = "S003-W19-C4", unit = "1", rtol = 0,
      ask = [[A row has {{= p.at}} kept columns so far. The next ballot of 64 lanes is
        0x{{= ("%08X"):format(p.hi)}}{{= ("%08X"):format(p.lo)}}, and lane {{= p.lane}} keeps its column. At which
        place of the row does it store?]],
      vary = {at = {40, 17}, hi = {0x0F9F3EF1, 0x7FFF06F3}, lo = {0x7777FFC3, 0x1FF0F0F3}, lane = {38, 52, 41}},
      answer = function(f, p) return p.at + f.rank(p.hi, p.lo, p.lane) end,
      wrong = {{value = function(f, p) return p.at + f.rank(0, p.lo, p.lane - 32) end,
                hint = "That is what a 32-bit shift gives on a machine that shifts by the lane's number modulo 32."},
               {value = function(f, p) return p.at + f.rank(p.hi, p.lo, p.lane) + 1 end,
                hint = "Its own bit does not count."}},
      worked = [[Below bit {{= p.lane}} stand {{= f.rank(p.hi, p.lo, p.lane)}} ones: place
        {{= p.at + f.rank(p.hi, p.lo, p.lane)}}. All {{= f.ones(p.hi) + f.ones(p.lo)}} move the row's next place.]]},
    q.num{id = "column", unit = "1", rtol = 0,
      ask = [[A wave of {{= p.w}} lanes reads a column of a tile in shared memory, {{= f.banks}} banks of 4 B, and a
        pass takes 32 lanes. A row of the tile is {{= p.s}} floats long. How many passes?]],
      vary = {w = {32, 64}, s = {64, 66, 68, 72}},
      answer = function(f, p) return f.column(p.s, p.w) end,
      wrong = {{value = function(f, p) return p.w//f.banks end, hint = "Only if the stride is odd."},
               {value = function(f, p) return f.column(p.s, 96 - p.w) end, hint = "For the other width."}},
      worked = [[Lane l is in bank {{= p.s}} l mod {{= f.banks}}: {{= f.column(p.s, 32)}} lanes of 32 meet in the
        fullest bank, and there are {{= p.w//32}} groups of 32 lanes.]]},
    q.num{id = "lds", seed = "S004-C01-T11", unit = "1", rtol = 0,
      ask = [[A block holds two tiles of {{= p.w}} x {{= p.w}} floats, each with one float of padding a row. How many
        such blocks does the {{= kib(hw.mi300x.smem_sm, 0)}} of LDS of a compute unit hold?]],
      vary = {w = {32, 40, 64}},
      answer = function(f, p, hw) return hw.mi300x.smem_sm//(2*f.tile(p.w)) end,
      wrong = {{value = function(f, p, hw) return hw.mi300x.smem_sm//(8*p.w*p.w) end,
                hint = "The padding takes room, too."},
               {value = function(f, p, hw) return hw.mi300x.smem_sm//f.tile(p.w) end, hint = "Two tiles a block."}},
      worked = [[{{= n(2*f.tile(p.w))}} B a block: {{= hw.mi300x.smem_sm//(2*f.tile(p.w))}}. A tile as wide as the
        wave takes four times the room when the wave doubles.]]},
    q.num{id = "mfma", seed = "S003-W19-C4", unit = "1", rtol = 0,
      ask = [[A Matrix Core instruction of a wave of {{= f.wave}} lanes adds to a tile of {{= p.M}} x {{= p.M}} floats,
        which lies spread over the lanes' registers. How many registers of a lane does the tile take, and how many would
        it take with {{= f.warp}} lanes? Give their sum.]],
      vary = {M = {16, 32}},
      answer = function(f, p) return p.M*p.M/f.wave + p.M*p.M/f.warp end,
      wrong = {{value = function(f, p) return p.M*p.M/f.wave end, hint = "That is with {{= f.wave}}. Add the other."}},
      worked = [[{{= n(p.M*p.M)}} floats over {{= f.wave}} lanes are {{= n(p.M*p.M/f.wave)}} registers, over
        {{= f.warp}} they are {{= n(p.M*p.M/f.warp)}}: together {{= n(p.M*p.M/f.wave + p.M*p.M/f.warp)}}.]]},
    q.choice{id = "ballot-type", seed = "S003-W19-C4", answer = 3,
      ask = "`unsigned votes = __ballot(keep);` in HIP, on CDNA. What happens?",
      options = {"The compiler refuses it", "It is right: unsigned has 64 bits there",
                 "It compiles, and the votes of lanes 32 to 63 are dropped", "It compiles, and the lanes vote twice"},
      worked = "__ballot gives 64 bits there. C++ narrows an integer without a word, unless a warning is asked for."},
    q.multi{id = "assumptions", seed = "S003-W19-HO",
      ask = "Which of these lines assume 32 lanes?",
      options = {"lane = threadIdx.x & 31", "for (d = warpSize / 2; d; d /= 2)", "wid = threadIdx.x >> 5",
                 "__shared__ float partial[32], one for each warp of up to 1,024 threads", "mask = 1u << lane"},
      answer = {1, 3, 5},
      worked = [[The array of 32 is large enough for 16 waves of 64, so the line is right, though whoever reduces it may
        assume that it is full. `1u << lane` is undefined from lane 32 on.]]},
    q.choice{id = "hipify", seed = "S003-W19-HO", answer = 2,
      ask = "A Triton matmul shall run on an MI300X. What does hipify do with it?",
      options = {"It rewrites it in HIP",
                 "Nothing: hipify reads CUDA C++, and Triton has a back end for AMD of its own",
                 "It translates the PTX"},
      worked = "The block sizes may want to be tuned anew, and num_warps counts waves of 64 there."},
    q.choice{id = "part", seed = "S004-C01-T11", answer = 1,
      ask = "On which part do CPU cores and the GPU work on one physical memory?",
      options = {"MI300A", "MI300X", "both"},
      worked = [[The MI300X is a discrete accelerator with {{= gb(hw.mi300x.mem, 0)}} of HBM3 of its own. Sentences that
        say "no separate VRAM" of the X mean the A.]]},
    q.text{id = "port", seed = "S003-W19-HO", min_words = 40,
      ask = [[You are given a library of 200 CUDA kernels and a week to port it to CDNA. What do you search its sources
        for, what can no search find, and which sizes do you put into its tests?]],
      rubric = {"literals 31, 32, 5, 0xffffffff, and words of 32 bits around ballots and shifts",
                "implicit waves: syncwarp in place of a barrier, one row a warp, launches sized by 32",
                "tests with blocks that are no multiple of 64, n between 32 and 64, votes in the upper half alone",
                "performance: LDS of 64 KiB, divergence at the wider group, occupancy by waves"}},
  },

  hints = {
    {on = "build", match = {"undefined", "multiple definition", "identifier", "not declared"},
     [[The same source is built for both widths. Keep `extern "C"` before each kernel.]]},
    {on = "case:w64-pack-none", "Nobody keeps anything: there is no leader, and no lane -1 to read from."},
    {on = "case:w64-33", "33 elements, one wave of 64 lanes: lanes 0 to 31 and lane 32 belong to one sum."},
    {on = "case:w64-half-block", "Blocks of 32 threads: lanes 32 to 63 of the wave do not exist, and answer nothing."},
    {on = "case:w64-one-and-a-half", [[96 threads: the second wave has 32 lanes. Which partners of the first step do
      not exist?]]},
    {on = "case:w64-pack-high", [[All votes stand in the upper half of the word. `__ffs` of its lower half finds
      nobody.]]},
    {on = "case:w64-rows-high", [[The columns that are kept are those of lanes 32 to 63: how long is your word of
      votes?]]},
    {on = "case:w64-rows-half", [[A block of 96 threads has two waves, and both do a row. 96 / 64 is 1 in integers.]]},
    {on = "case:w64-rows-33", "`1u << lane` for lane 32 is undefined. Count below the lane in a word of 64 bits."},
    {on = "case:w64-31x65", [[The grid is sized by wave_size(): a tile of 32 x 32 leaves most of it out. And if yours is
      as wide as the wave: another wave wrote what this one reads, so what parts the two walks?]]},
    {on = "gate:sum-steps-64", "64 lanes are six halvings."},
    {on = "gate:rows-votes-64", "A ballot of this wave says everything about 64 columns."},
    {on = "gate:pack-atomics-64", "One atomic for 64 lanes, not one for each 32 of them."},
    {on = "gate:tile-banks-32", "A row of the tile with 32 floats puts a whole column into one bank."},
    {on = "call:wave_sum", "Write down which lanes a wave has in a block of 32, 96 and 128 threads."},
    {on = "call:compact", "From lane 32 on: the word, the shift, the count of bits. Each has its own width."},
    {on = "call:pack", "First the wave's word, then its leader, then what the others are told."},
    {on = "call:transpose", "Side of the tile, bounds of the two walks, what stands between them."},
  },
}
