-- w10b-layernorm-1pass: LayerNorm that reads its tensor from memory once, and is right far from zero too.

local CHUNK = 4096        -- lab.h
local R, C = 16384, 4096  -- the tensor that lesson and questions speak of, and the timed case
local THREADS = 256
local ODD = 65537          -- a row too long to keep, and no multiple of 4
local BLOCKS_SM = 3       -- of the optimised kernel, at its 72 registers
local LATENCY = 600e-9    -- of a load from HBM under load: assumed, round
local OFFSET = 1e4
local CLOCK = 1.98e9      -- an H200's highest SM clock, in Hz
local SPREAD, CONSTANT, LONE = 0, 1, 2 -- what rows are like: kernels/w10b-layernorm-1pass/oracle.c

local function ln(id, rows, cols, more)
  local c = {id = id, R = rows, C = cols, blocks = rows, eps = 1e-5, rows = SPREAD, offset = 0, sd = 1}
  for k, v in pairs(more or {}) do c[k] = v end
  return c
end

-- Sectors of x for each time that it is read, and of g and b: every row needs them, and in the gate's case
-- every row has a block of its own.
local X, GB = "R*C/16", "R*C/4"

-- Spacing of bf16 numbers around v: 8 bits of significand.
local function spacing(v) return 2^(math.floor(math.log(v, 2)) - 7) end

-- Microseconds on an H200, 2026-11, by kernels/w10b-layernorm-1pass/bench.cu: all in one run (kernels/RESULTS.md).
local MEASURED = {copy = 69.3, three = 164.2, ref = 112.5, opt_132 = 76.5, opt_264 = 79.1, opt_396 = 80.8}

return lab {
  api = 1, rev = 1, id = "w10b-layernorm-1pass", title = "Single-pass LayerNorm",
  kind = "kernel", week = 10, part = 1, domain = {"memory", "numerics", "cuda"},
  seeds = {"S003-DN-kernels", "S003-W10", "S003-W10-MS", "S004-MAP-03", "S004-MAP-12", "S004-C03-EX",
           "S004-C07-T09"},
  requires = {"w09-tile-dsl"},
  hours = {read = 0, lab = 3},
  durable = {"Count passes over memory: that is what fusion saves",
             "One pass over memory, two over registers",
             "A variance is a sum of squared differences, never a difference of squares",
             "Statistics of parts merge exactly: count, mean, sum of squared differences"},
  ephemeral = {{"How many blocks fill an H200, and the bytes it needs in flight", as_of = "2026-11"},
               {"That frameworks' own LayerNorm is one kernel", as_of = "2026-11"}},
  readings = {
    {"pt2", hours = .5, look_for = [[section 4 on Inductor's loops: what it does with a reduction whose result is used
      in the same row]]},
    {"tritontut", hours = .5, look_for = [[the layer norm tutorial, forward part: how often does it load x, and is that
      once from HBM?]]},
    {"higham", hours = .5, look_for = [[section 1.9: why the one-sweep formula for a variance can be negative, and the
      updating formula that cannot]]},
  },

  lang = "cuda", backends = {"simt", "cuda"},
  edit = {"layernorm.cu"},
  reference = "ref.cu", ladder = {"naive.cu", "ref.cu", "opt.cu"},
  limits = {wall_s = 20, mem_MiB = 4096, threads = 1},
  device = {arch = "sm_90a"},

  buffers = {
    x = {dtype = "bf16", shape = {"R", "C"}, dist = gen.custom"rows"},
    g = {dtype = "f32", shape = {"C"}, dist = gen.normal{mean = 1, sd = .3}},
    b = {dtype = "f32", shape = {"C"}, dist = gen.normal{}},
    y = {dtype = "bf16", shape = {"R", "C"}},
    mean = {dtype = "f32", shape = {"R"}},
    rstd = {dtype = "f32", shape = {"R"}},
  },

  calls = {
    -- 8·2^-24·√441 is 1.0e-5. y allows for 32 roundings of what was subtracted, and one to bf16.
    ln_fwd = call{args = {input"x", input"g", input"b", output"y", output"mean", output"rstd", i32"R", i32"C",
      f32"eps"},
                  oracle = "ln", tol = {y = tol.dot{16, u = "bf16"}, mean = tol.dot(441), rstd = tol.dot(441)},
                  grid = {"math.min(R, blocks)"}, block = {THREADS}},
  },

  cases = {
    ln("one", 1, 1, {tags = {"edge"}}),
    ln("seven", 3, 7, {tags = {"edge"}}),
    ln("1023", 2, 1023, {tags = {"edge"}}),
    ln("1022", 3, 1022, {block_order = "descending"}), -- row 1 begins at 4 bytes from 8, and is there before row 0 ends
    ln("2048", 3, 2048, {blocks = 2}),
    ln("4096", 5, 4096, {blocks = 2}),
    ln("stride", 7, 520, {blocks = 3}),
    ln("constant", 3, 1000, {rows = CONSTANT, offset = -3, tags = {"edge"}}),
    ln("eps", 2, 512, {sd = .01, eps = .01, tags = {"edge"}}),
    ln("lone", 2, 4096, {rows = LONE, offset = 9984, tags = {"edge"}}),
    ln("offset", 2, 3004, {offset = OFFSET, sd = 100, tags = {"edge"}}),
    ln("4104", 2, 4104, {tags = {"edge"}}),
    ln("65537", 1, ODD, {tags = {"edge", "gate"}}),
    ln("hidden", gen.pick{3, 5}, gen.pick{100, 333, 1536, 2500, 5000}, {hidden = true, blocks = gen.pick{1, 2},
       offset = gen.pick{0, -50, 1000}, sd = gen.pick{1, 8}}),
    ln("gate", 4, 4096, {tags = {"gate"}}),
    ln("bench", R, C, {blocks = 132*BLOCKS_SM, tags = {"bench"}}),
  },

  gates = {
    gate{id = "spill", call = "ln_fwd", counter = "spill_B", op = "<=", value = 64, on = "cuda",
         why = "a row kept in registers that spills is back in memory under another name; a few words may"},
    gate{id = "lanes", call = "ln_fwd", case = "gate", counter = "g_ld_eff", op = ">=", value = .97,
         why = "neighbouring lanes load neighbouring elements: every byte of a sector is used"},
    gate{id = "once", call = "ln_fwd", case = "gate", counter = "g_ld_sec", op = "<=", value = "1.02*"..X.." + "..GB,
         why = "x is loaded once: mean, variance and y come from what was kept"},
    gate{id = "twice", call = "ln_fwd", case = "65537", counter = "g_ld_sec", op = "<=",
         value = "1.02*(2*"..X.." + "..GB..")",
         why = "a row too long to keep is loaded twice: once for both statistics, once for y"},
    gate{id = "wide", call = "ln_fwd", case = "gate", counter = "g_ld_req", op = "<=", value = "2.1*R*C*10/512",
         why = "8 or 16 bytes a lane: at most twice the requests that 16 bytes everywhere would take"},
    gate{id = "stored-once", call = "ln_fwd", case = "gate", counter = "g_st_sec", op = "<=",
         value = "1.02*"..X.." + 2*R",
         why = "y is stored once, mean and rstd by one thread a row"},
    gate{id = "banks", call = "ln_fwd", case = "gate", counter = "sh_conf", op = "==", value = 0,
         why = "what the warps tell each other lies in different banks"},
  },

  bench = {
    bench{id = "rows", call = "ln_fwd", case = "bench", clock = "gpu", on = "cuda",
          flops = "8*R*C", bytes = "4*R*C"},
    bench{id = "sectors", call = "ln_fwd", case = "gate", metric = "fewer:g_sec", on = "simt", bytes = "4*R*C"},
    bench{id = "requests", call = "ln_fwd", case = "gate", metric = "fewer:g_ld_req", on = "simt", bytes = "4*R*C"},
  },

  predict = {
    predict{id = "flops", axis = "flops", unit = "FLOP", answer = "f.flop", rtol = .3,
            ask = [[LayerNorm of {{= n(f.R)}} rows of {{= n(f.C)}}: FLOP, roughly? A sum, a squared difference summed, a
              difference scaled, then g and b.]],
            worked = "1 for the sum, 3 for the squares, 2 for the difference scaled, 2 for g and b: 8 an element."},
    predict{id = "bytes", axis = "bytes", unit = "MB", answer = "f.bytes/1e6", rtol = .01,
            ask = "Fewest bytes through HBM, in bf16, read and written?",
            worked = "2 B an element in, 2 B out. g, b, mean and rstd are a thousandth of it."},
    predict{id = "bound", axis = "intensity", ask = "What bounds it on an H200?",
            choices = {"bandwidth of HBM", "arithmetic of the reductions", "shared memory"},
            answer = "bandwidth of HBM"},
    predict{id = "blocks", axis = "parallelism", unit = "1", answer = "f.need_blocks", rtol = 0,
            ask = [[At {{= si(hw.h200.bw,"B/s")}} and {{= n(f.latency*1e9)}} ns, how many rows of {{= n(f.C)}} bf16 must
              each of {{= hw.h200.sms}} SMs have under way at any moment?]],
            worked = "{{= kib(f.flight,1)}} an SM by Little's law, over {{= kib(f.row,0)}} a row, rounded up."},
    predict{id = "risk", axis = "failure", ask = "E[x²] - E[x]² in fp32, values around 10,000, variance 1, gives…",
            choices = {"the variance to six digits", "a variance off by a few per cent",
                       "anything from -10 to 10, and so perhaps NaN"},
            answer = "anything from -10 to 10, and so perhaps NaN"},
  },

  facts = function(hw)
    local h, m = hw.h200, hw.h200_m
    local bytes, row = 2*R*C*2, C*2
    local want = BLOCKS_SM*h.sms
    local flight = h.bw*LATENCY/h.sms
    local cycles = 2*row/(h.bw/h.sms)*CLOCK            -- that an SM has for a row at full bandwidth
    local f = {
      cycles = cycles, per_element = cycles*4*h.warp/C, clock = CLOCK,
      R = R, C = C, row = row, bytes = bytes, tensor = R*row, flop = 8*R*C, chunk = CHUNK, threads = THREADS,
      spec_us = bytes/h.bw*1e6, copy_us = bytes/m.bw*1e6, mean_us = bytes/m.bw_mean*1e6, ai = 8/4,
      measured = MEASURED, three_us = 2*bytes/m.bw*1e6, two_us = 1.5*bytes/m.bw*1e6, ridge32 = h.fp32/h.bw,
      u = 2^-24, offset = OFFSET, cancel = OFFSET^2*2^-24, spacing = spacing(OFFSET), spacing_at = spacing,
      latency = LATENCY, flight = flight, need_blocks = math.ceil(flight/row),
      blocks_sm = BLOCKS_SM, want = want, flight_opt = BLOCKS_SM*row, regs = h.regs_sm//(BLOCKS_SM*THREADS)//8*8,
      per_block = R/want, gb = 2*C*4, gb_times = 2*C*4/(2*row), l1_rows = row*BLOCKS_SM,
      requests16 = row/512, requests2 = row/64, resident = want*row,
      balance = function(blocks) return R/blocks/math.ceil(R/blocks) end,
      odd = ODD, odd_sectors = math.ceil((2*2 + 2*4)*ODD/32),
      rows_at = function(blocks) return math.ceil(R/blocks) end,
      lone = function(n) return 64^2/n*(1 - 1/n) end,
      merged = function(na, a, sa, nb, b, sb) return sa + sb + (a - b)^2*na*nb/(na + nb) end,
    }
    return f
  end,

  questions = {
    q.num{id = "floor", seed = "S003-W10-MS", unit = "us", rtol = .01, accept = {"s", "ms", "us"},
      ask = [[LayerNorm of {{= n(p.R)}} rows of {{= n(f.C)}} bf16 on an H200: the least time, at the data sheet's
        {{= si(hw.h200.bw,"B/s")}}?]],
      vary = {R = {16384, 8192, 32768}},
      answer = function(f, p) return f.spec_us/f.R*p.R end,
      wrong = {{value = function(f, p) return f.spec_us/f.R*p.R/2 end, hint = "It is read, and it is written."},
               {value = function(f, p) return f.spec_us/f.R*p.R*2 end, hint = "bf16 has two bytes."},
               {value = function(f, p) return f.copy_us/f.R*p.R end,
                hint = "That is the bandwidth a copy reaches. The question has the data sheet's."}},
      worked = [[2 x {{= n(p.R)}} x {{= n(f.C)}} x 2 B = {{= mb(f.bytes/f.R*p.R)}}, over
        {{= si(hw.h200.bw,"B/s")}}: {{= n(f.spec_us/f.R*p.R,1)}} µs. At the {{= si(hw.h200_m.bw_mean,"B/s")}} that our
        H200 reaches with plain kernels: {{= n(f.mean_us/f.R*p.R,1)}} µs. Hold yours against that.]]},
    q.num{id = "passes", seed = "S003-W10-MS", unit = "x", rtol = .01,
      ask = [[A framework launches {{= p.k}} kernels that each read the whole tensor ({{= p.k - 1}} for the statistics,
        one for y). One kernel that reads it once takes its place. How much faster, if HBM binds in both?]],
      vary = {k = {3, 2}},
      answer = function(f, p) return (p.k + 1)/2 end,
      wrong = {{value = function(f, p) return p.k end, hint = "y is written in both."},
               {value = function(f, p) return (p.k + 1)/1 end, hint = "The one kernel reads and writes: two passes."}},
      worked = "{{= n(p.k + 1)}} passes become 2: {{= n((p.k + 1)/2,1)}} times."},
    q.num{id = "cancel", seed = "S003-W10-MS", unit = "1", rtol = .05,
      ask = [[Values near {{= n(p.at)}}, variance 1. E[x²] is rounded to fp32 (relative error up to 2⁻²⁴). How large can
        the error in E[x²] - E[x]² get from that rounding alone?]],
      vary = {at = {10000, 4000, 20000}},
      answer = function(f, p) return p.at^2*f.u end,
      wrong = {{value = function(f, p) return p.at*f.u end, hint = "What is rounded is the mean of the squares."},
               {value = function(f) return f.u end, hint = "Relative to what? To E[x²], not to the variance."}},
      worked = [[{{= n(p.at)}}² x 2⁻²⁴ = {{= n(p.at^2*f.u,1)}}, beside a variance of 1. And that is one rounding,
        where a sum of thousands has thousands.]]},
    q.num{id = "spacing", unit = "1", rtol = 0,
      ask = "How far apart are neighbouring bf16 numbers near {{= n(p.at)}}?",
      vary = {at = {10000, 1000, 300}},
      answer = function(f, p) return f.spacing_at(p.at) end,
      wrong = {{value = function(f, p) return f.spacing_at(p.at)/2 end,
                hint = "7 bits are stored, after a leading one."},
               {value = function(f, p) return f.spacing_at(p.at)/8 end, hint = "Those are the 10 bits of fp16."}},
      worked = [[The power of two below it is 2^{{= n(math.floor(math.log(p.at,2)))}}; 7 bits follow the leading one:
        2^{{= n(math.floor(math.log(p.at,2)))}}/128 = {{= n(f.spacing_at(p.at))}}.]]},
    q.num{id = "lone", unit = "1", rtol = .002,
      ask = [[{{= n(p.C - 1)}} values of 9,984 and one of 10,048, its next neighbour in bf16. Their (biased)
        variance?]],
      vary = {C = {4096, 1024, 256}},
      answer = function(f, p) return f.lone(p.C) end,
      wrong = {{value = function(f, p) return 64^2/p.C^2 end, hint = "That is the square of the mean's shift."}},
      worked = [[With q = 1/{{= n(p.C)}}: 64² q (1 - q) = {{= n(f.lone(p.C),4)}}. Small variance on a large offset does
        happen in bf16: nearly all values equal, a few one step away.]]},
    q.num{id = "merge", unit = "1", rtol = .005,
      ask = [[A piece of 4 numbers has mean 1 and sum of squared differences 2; another, of {{= p.n}}, mean 5 and 6.
        The sum of squared differences of all of them?]],
      vary = {n = {12, 4, 28}},
      answer = function(f, p) return f.merged(4, 1, 2, p.n, 5, 6) end,
      wrong = {{value = function() return 8 end, hint = "Each is around its own mean. The means differ."},
               {value = function() return 24 end, hint = "The squared difference of the means needs its weight."}},
      worked = [[2 + 6 + (5 - 1)² x 4 x {{= p.n}}/{{= 4 + p.n}} = {{= n(f.merged(4,1,2,p.n,5,6),1)}}.]]},
    q.num{id = "requests", unit = "1", rtol = 0,
      ask = [[A row of {{= n(p.C)}} bf16, loaded once by whole warps with {{= p.B}} bytes a lane: load requests?]],
      vary = {C = {4096, 8192}, B = {2, 4, 16}},
      answer = function(f, p) return p.C*2/(32*p.B) end,
      wrong = {{value = function(f, p) return p.C*2/p.B end, hint = "A request is a warp's, not a lane's."},
               {value = function(f, p) return p.C/(32*p.B) end, hint = "An element has two bytes."}},
      worked = [[{{= n(32*p.B)}} B a request: {{= n(p.C*2)}} B / {{= n(32*p.B)}} B = {{= n(p.C*2/(32*p.B))}}. The
        sectors are the same in each case; the instructions, and what a warp has under way, are not.]]},
    q.num{id = "balance", unit = "%", rtol = .005,
      ask = [[{{= n(f.R)}} rows are dealt round to {{= p.blocks}} blocks that all run at once. What share of the time of
        the busiest block is the average one busy?]],
      vary = {blocks = {396, 528, 660}},
      answer = function(f, p) return 100*f.balance(p.blocks) end,
      wrong = {{value = function() return 100 end, hint = "Blocks do whole rows. Some do one more."}},
      worked = [[{{= n(f.R/p.blocks,2)}} rows on average, {{= f.rows_at(p.blocks)}} at most:
        {{= pct(f.balance(p.blocks),1)}}.]]},
    q.num{id = "columns", unit = "x", rtol = .01,
      ask = [[Every row needs g and b, in fp32. Without any L1 they come from L2 each time. How many times the row's own
        traffic, read and written in numbers of {{= p.bits}} bits, is that?]],
      vary = {bits = {8, 32, 64}},
      answer = function(f, p) return 2*32/(2*p.bits) end,
      wrong = {{value = function(f, p) return 2*32/p.bits end, hint = "The row is read, and written."},
               {value = function(f, p) return 32/(2*p.bits) end, hint = "g and b: two vectors."}},
      worked = [[8 B a column against twice {{= p.bits//8}} B: {{= n(32/p.bits,1)}} times, at any width. In bf16 it is
        {{= n(f.gb_times)}} times. None of it reaches HBM, and L2 has a bandwidth too.]]},
    q.multi{id = "library",
      ask = "Your kernel is exactly as fast as the framework's own LayerNorm. Which explanations hold?",
      options = {"The framework's is one kernel that reads its input once as well",
                 "Your kernel must be reading x twice",
                 "Both are bound by the same bytes; there is no third pass to save",
                 "The gain of fusion is against the version made of separate operations"},
      answer = {1, 3, 4},
      worked = [[Fusion saves passes. Against a kernel that makes none too many there is nothing to save, and a tie
        near copy bandwidth is the end of the road. Compare with mean, var, sub, mul, add as separate operations.]]},
    q.text{id = "why", seed = "S003-W10-MS", min_words = 40,
      ask = [[Explain to a colleague why a single-pass LayerNorm is faster than one in three kernels, what "single pass"
        refers to, and why the variance is not computed in a single pass over the numbers.]],
      rubric = {"three kernels read the tensor from HBM three times and write it once; the fused one reads once",
                "so up to 2 times, because bandwidth binds: about 2 FLOP a byte",
                "single pass means HBM: in registers the row is walked over two or three times, nearly free",
                "sum and sum of squares in one sweep cancel when the mean is large beside the deviation"}},
  },

  hints = {
    {on = "build", match = {"undefined", "linkage"},
     [[nvcc names the line. Keep `extern "C"` before the kernel: the runner finds it by name.]]},
    {on = "case:one", [[One element: variance 0, so rstd is 1/sqrt(eps), with eps under the root, and y is b. 255
      threads have nothing, and take part in every barrier and shuffle all the same.]]},
    {on = "case:seven", [[Elements that don't exist must not count: not in the sum, not in the squares (there a zero
      would give mean²). Divide by C, not by C - 1.]]},
    {on = "case:1022", "Even is not enough: 8 bytes of x need C % 4 == 0, and 1,022 leaves 2."},
    {on = "case:1023", "An odd C: rows begin anywhere. Loads of 8 bytes need C % 4 == 0, of 16 bytes C % 8 == 0."},
    {on = "case:stride", [[Seven rows, three blocks: row = blockIdx.x, += gridDim.x. A place in shared memory that a
      slow warp still reads must not be written by a fast one that is already in the next sum.]]},
    {on = "case:eps", "rstd = 1 / sqrt(var + eps): the root is over both."},
    {on = "case:lone", [[All values equal but one. E[x²] - E[x]² is a difference of two numbers near 1e8 here: first
      the mean, then Σ (x - mean)².]]},
    {on = "case:offset", [[Around 10,000: sums in float, differences from the mean, no difference of squares.
      Misaligned? 3,004 is a multiple of 4, not of 8: row 1 allows 8 bytes a lane, not 16.]]},
    {on = "case:4104", [[More than CHUNK: pieces. Their sums of squared differences belong to different means; see
      Chan's formula in the lesson.]]},
    {on = "case:65537", [[Seventeen pieces, the last of one element. Does every piece use its own columns of g and b?
      Is a piece weighed by its length?]]},
    {on = "gate:twice", [[A row of 65,537 is not loaded twice but more often, or its sectors are. Its elements come one
      at a time: do the 32 lanes of a load have neighbours (column 256*e + t), or is each lane four columns from the
      next?]]},
    {on = "counter:g_ld_sec", [[Too many sectors: x is loaded again for the variance or for y. Keep it: float v[16] a
      thread, indexed by constants in unrolled loops.]]},
    {on = "counter:g_ld_eff", [[Thread t should not have the elements 16t to 16t + 15. Let vector i of thread t be
      number i*256 + t. With eight bf16 a lane, the float4s of g lie 32 bytes apart: four a lane suit both.]]},
    {on = "counter:g_ld_req", [[Load uint2, four bf16 by one instruction, and float4 from g and b. The addresses are
      right when C % 4 == 0.]]},
    {on = "counter:g_st_sec", "Store y once, eight elements at a time; mean and rstd from one thread."},
    {on = "counter:sh_conf", "One float for each warp, in an array of eight, read by all: no lane meets another."},
    {on = "counter:spill_B", [[An array of registers may only be indexed by constants: #pragma unroll, and guards
      inside the loop instead of a variable bound.]]},
    {on = "sanitize", [[Shuffle within a warp, warp leaders write, one barrier that all threads reach, everyone reads.
      Then the next sum needs another place, or another barrier before it writes.]]},
    {on = "bench:rows", [[Ask for the next row before you reduce this one; fewer barriers; few enough registers that
      three blocks fit on an SM. A block does forty rows: g and b can stay in registers for all of them.]]},
    {after = 3, "Make R = 1, C = 7 work on paper: who loads, who sums, who divides by what."},
  },

  points = {compile = 10, correct = 35, sanitize = 10, profile = 15, perf = 15, answers = 15},
}
