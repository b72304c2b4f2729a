-- g09-rmsnorm-bwd: RMSNorm and its gradient; the gain's gradient grows on the way, without atomics.

local R, C = 16384, 4096  -- what lesson and questions speak of, and the timed case
local THREADS, WARPS = 256, 8
local BLOCKS = 264        -- two for each SM of an H200
local LATENCY = 600e-9    -- of a load from HBM under load: assumed, round
local ROWS = {"rms_fwd", "rms_dx", "rms_bwd"}
local BACK = {"rms_dx", "rms_bwd"}
local SPREAD, ZERO_ROWS, ZERO_GAINS, NAN_X, NAN_DY = 0, 1, 2, 3, 4 -- kernels/g09-rmsnorm-bwd/oracle.c

-- blocks: of the launch, at most. sd, offset: how x spreads, and around what; dy around .25.
local function rows(id, r, c, more)
  local case = {id = id, calls = ROWS, R = r, C = c, blocks = r, eps = 1e-5, kind = SPREAD, offset = 0, sd = 1,
                slope = 0}
  for k, v in pairs(more or {}) do case[k] = v end
  return case
end

local function column(id, p, c, more)
  local case = {id = id, calls = {"rms_dg"}, P = p, C = c}
  for k, v in pairs(more or {}) do case[k] = v end
  return case
end

local GRID = "math.max(1, math.min(R, blocks))"
local BY_ROW = {grid = {GRID}, block = {THREADS}}
local GRAD = {input"x", input"dy", input"g", input"rstd"}

local function grad(more)
  local all = {}
  for _, list in ipairs{GRAD, more, {i32"R", i32"C"}} do
    for _, x in ipairs(list) do all[#all + 1] = x end
  end
  return all
end

-- Sectors: a tensor of bf16 once, g for each row, rstd by each warp of each row.
local T, G = "R*C/16", "R*C/8"
local KEPT = "R*"..WARPS
local BACK_LOADS = "1.02*2*"..T.." + "..G.." + "..KEPT
local BACK_REQUESTS = "1.1*(2*R*C*2/256 + R*C*4/512) + "..KEPT

-- Passes over a tensor of R·C when every operation is a kernel of its own: its tensors read, and written.
local FORWARD = {{"x²", 1, 1}, {"mean of a row", 1, 0}, {"x · rstd", 1, 1}, {"· g", 1, 1}}
local BACKWARD = {{"w = dy · g", 1, 1}, {"w · x", 2, 1}, {"sum of a row", 1, 0}, {"x · pull", 1, 1},
                  {"w - that", 2, 1}, {"· rstd", 1, 1}, {"dy · x", 2, 1}, {"· rstd again", 1, 1},
                  {"sum of a column", 1, 0}}
local function passes(list)
  local sum = 0
  for _, op in ipairs(list) do sum = sum + op[2] + op[3] end
  return sum
end

-- GB/s on an H200 on 2026-11-22 (driver 580, CUDA 13.0, PyTorch 2.11), cold L2, medians of 15: PyTorch's backward of
-- RMSNorm in bf16 at 16,384 rows, three tensors counted, and a copy in the same run. Ridge's kernels were not in it.
local MEASURED = {torch_4096 = 1806e9, torch_8192 = 1558e9, copy = 4249e9}

return lab {
  api = 1, rev = 1, id = "g09-rmsnorm-bwd", title = "RMSNorm forward+backward",
  kind = "kernel", part = 2, domain = {"memory", "cuda", "numerics"},
  seeds = {"S001-40", "S004-MAP-03", "S004-C03-T07", "S004-C03-EX", "S004-C12-T03", "S004-C12-T08", "S004-C12-EX"},
  requires = {"w10b-layernorm-1pass"}, suggests = {},
  hours = {read = 1, lab = 3.5},
  durable = {"A gradient through a norm is the local one minus its part along x",
             "Sum along the way what the same loads already brought",
             "Partial sums per block and a second kernel: the same bits each time, no atomics",
             "Vertical fusion saves exactly the passes of the tensors in between"},
  ephemeral = {{"Blocks that fill an H200, and registers that leave room for two", as_of = "2026-11"},
               {"That a framework's backward pass reaches less than half of a copy's rate", as_of = "2026-11"}},
  readings = {
    {"tritontut", hours = .5, look_for = [[the layer norm tutorial, backward part: which of its two kernels sums over
      rows, where do its partial sums wait, and what does its lock make of the order of additions?]]},
    {"higham", hours = .5, look_for = [[section 4.2 on the error of a sum: what adding in groups does to the bound,
      and what it costs to make the order of additions fixed]]},
  },

  lang = "cuda", backends = {"simt", "cuda"},
  edit = {"rmsnorm.cu"},
  reference = "ref.cu", ladder = {"naive.cu", "ref.cu", "opt.cu"},
  limits = {wall_s = 20, mem_MiB = 4096, threads = 1},
  device = {arch = "sm_90a"},

  buffers = {
    x = {dtype = "bf16", shape = {"R", "C"}, dist = gen.custom"rows"},
    dy = {dtype = "bf16", shape = {"R", "C"}, dist = gen.custom"slopes"},
    g = {dtype = "f32", shape = {"C"}, dist = gen.custom"gains"},
    rstd = {dtype = "f32", shape = {"R"}, dist = gen.custom"kept"},
    y = {dtype = "bf16", shape = {"R", "C"}},
    dx = {dtype = "bf16", shape = {"R", "C"}},
    part = {dtype = "f32", shape = {GRID, "C"}},
    parts = {dtype = "f32", shape = {"P", "C"}, dist = gen.normal{mean = .5}},
    dg = {dtype = "f32", shape = {"C"}},
  },

  calls = {
    rms_fwd = call{args = {input"x", input"g", output"y", output"rstd", i32"R", i32"C", f32"eps"}, oracle = "fwd",
                   tol = {y = tol.dot{16, u = "bf16"}, rstd = tol.dot(441)}, launch = BY_ROW},
    rms_dx = call{args = grad{output"dx"}, oracle = "grad", tol = tol.dot{64, u = "bf16"}, launch = BY_ROW},
    rms_bwd = call{args = grad{output"dx", output"part"}, oracle = "grad",
                   tol = {dx = tol.dot{64, u = "bf16"}, part = tol.dot(64)}, launch = BY_ROW},
    rms_dg = call{args = {input"parts", output"dg", i32"P", i32"C"}, oracle = "dg", tol = tol.dot(64),
                  launch = {grid = {"(C + 31)//32"}, block = {32, 8}}},
  },

  cases = {
    rows("slope", 3, 96, {slope = 1, calls = BACK, note = "dx is held against a difference quotient of the loss"}),
    rows("none", 0, 5, {tags = {"edge"}}),
    rows("one", 1, 1, {tags = {"edge"}}),
    rows("seven", 3, 7, {tags = {"edge"}}),
    rows("1022", 5, 1022, {blocks = 2, block_order = "descending", tags = {"edge"}}),
    rows("1023", 2, 1023, {tags = {"edge"}}),
    rows("520", 7, 520, {blocks = 3}),
    rows("8192", 3, 8192, {blocks = 2, tags = {"edge"}}),
    rows("8191", 1, 8191, {tags = {"edge"}, note = "the longest row that goes one element a lane"}),
    rows("large", 2, 512, {sd = 5e14, blocks = 1, tags = {"edge"}, note = "x and dy up to 9e14: rstd^3 is no float"}),
    rows("eps", 2, 512, {sd = .01, eps = .01, tags = {"edge"}}),
    rows("offset", 3, 1024, {offset = 100, blocks = 1}),
    rows("zero-rows", 4, 100, {kind = ZERO_ROWS, blocks = 2, tags = {"edge"}}),
    rows("zero-gains", 3, 100, {kind = ZERO_GAINS, blocks = 2, tags = {"edge"}}),
    rows("nan-x", 4, 300, {kind = NAN_X, blocks = 2, tags = {"edge"}}),
    rows("nan-dy", 4, 300, {kind = NAN_DY, blocks = 2, tags = {"edge"}}),
    rows("hidden", gen.pick{5, 9}, gen.pick{99, 333, 1536, 2500}, {hidden = true, blocks = gen.pick{2, 3},
         offset = gen.pick{0, -2}}),
    column("parts-1", 1, 7, {tags = {"edge"}}),
    column("parts-7", 7, 33, {tags = {"edge"}}),
    column("parts-8", 8, 32),
    column("parts-267", BLOCKS + 3, 100),
    column("hidden-parts", gen.pick{19, 131, 300}, gen.pick{31, 65, 96}, {hidden = true}),
    rows("gate", 8, 2048, {blocks = 2, tags = {"gate"}}),
    column("parts-gate", 40, 256, {tags = {"gate"}}),
    rows("bench", R, C, {blocks = BLOCKS, calls = {"rms_fwd", "rms_bwd"}, tags = {"bench"}}),
    column("parts-bench", BLOCKS, C, {tags = {"bench"}}),
  },

  gates = {
    gate{id = "bwd-spill", call = "rms_bwd", counter = "spill_B", op = "<=", value = 64, on = "cuda",
         why = "x, dy and the running sums live in registers; what spills is in memory under another name"},
    gate{id = "no-float-atomics", call = "rms_bwd", counter = "ptx:global.add", op = "==", value = 0, on = "cuda",
         why = "atomics on floats add in whatever order blocks arrive: other bits each time"},
    gate{id = "fwd-once", call = "rms_fwd", case = "gate", counter = "g_ld_sec", op = "<=",
         value = "1.02*"..T.." + "..G,
         why = "x is loaded once: the sum of squares and y come from what was kept"},
    gate{id = "fwd-stored", call = "rms_fwd", case = "gate", counter = "g_st_sec", op = "<=",
         value = "1.02*"..T.." + 2*R", why = "y is stored once, rstd by one thread a row"},
    gate{id = "dx-once", call = "rms_dx", case = "gate", counter = "g_ld_sec", op = "<=", value = BACK_LOADS,
         why = "x and dy are loaded once each: sum and dx come from what was kept"},
    gate{id = "dx-stored", call = "rms_dx", case = "gate", counter = "g_st_sec", op = "<=", value = "1.02*"..T,
         why = "dx is stored once, and nothing else"},
    gate{id = "bwd-once", call = "rms_bwd", case = "gate", counter = "g_ld_sec", op = "<=", value = BACK_LOADS,
         why = "x and dy are loaded once each, for dx and for dg together"},
    gate{id = "bwd-stored", call = "rms_bwd", case = "gate", counter = "g_st_sec", op = "<=",
         value = "1.02*"..T.." + 1.02*"..GRID.."*C/8",
         why = "dx is stored once, and a block's part of dg once for all of its rows"},
    gate{id = "no-atomics", call = "rms_bwd", case = "gate", counter = "atom", op = "==", value = 0,
         why = "no two threads share a sum, so there is nothing to do atomically, in global or shared memory"},
    gate{id = "fwd-no-atomics", call = "rms_fwd", case = "gate", counter = "atom", op = "==", value = 0,
         why = "the sum of a row has an order: the same input gives the same bits each time"},
    gate{id = "dx-no-atomics", call = "rms_dx", case = "gate", counter = "atom", op = "==", value = 0,
         why = "the sum of a row has an order: the same input gives the same bits each time"},
    gate{id = "dg-no-atomics", call = "rms_dg", case = "parts-gate", counter = "atom", op = "==", value = 0,
         why = "eight floats of a column are added in an order: the same input gives the same bits each time"},
    gate{id = "fwd-lanes", call = "rms_fwd", case = "gate", counter = "g_ld_eff", op = ">=", value = .96,
         why = "neighbouring lanes load neighbouring elements: every byte of a sector is used"},
    gate{id = "bwd-lanes", call = "rms_bwd", case = "gate", counter = "g_ld_eff", op = ">=", value = .96,
         why = "neighbouring lanes load neighbouring elements: every byte of a sector is used"},
    gate{id = "bwd-wide", call = "rms_bwd", case = "gate", counter = "g_ld_req", op = "<=", value = BACK_REQUESTS,
         why = "8 bytes a lane of x and dy, 16 of g, where C allows it: few requests, more bytes under way"},
    gate{id = "bwd-banks", call = "rms_bwd", case = "gate", counter = "sh_conf", op = "==", value = 0,
         why = "what the warps tell each other lies in different banks"},
    gate{id = "dg-once", call = "rms_dg", case = "parts-gate", counter = "g_ld_sec", op = "<=", value = "1.02*P*C/8",
         why = "each float of part is loaded once, by lanes that stand side by side"},
    gate{id = "dg-banks", call = "rms_dg", case = "parts-gate", counter = "sh_conf", op = "==", value = 0,
         why = "lanes run along the columns in shared memory, too"},
    gate{id = "dg-lanes", call = "rms_dg", case = "parts-gate", counter = "act_thr", op = ">=", value = 30,
         why = "a warp's lanes have a column each, and all of them work"},
  },

  bench = {
    bench{id = "fwd", call = "rms_fwd", case = "bench", clock = "gpu", on = "cuda", flops = "4*R*C", bytes = "4*R*C"},
    bench{id = "bwd", call = "rms_bwd", case = "bench", clock = "gpu", on = "cuda", flops = "9*R*C",
          bytes = "6*R*C + 4*blocks*C"},
    bench{id = "dg", call = "rms_dg", case = "parts-bench", clock = "gpu", on = "cuda", flops = "P*C",
          bytes = "4*P*C"},
    bench{id = "bwd-sectors", call = "rms_bwd", case = "gate", metric = "fewer:g_sec", on = "simt", bytes = "6*R*C"},
    bench{id = "fwd-requests", call = "rms_fwd", case = "gate", metric = "fewer:g_ld_req", on = "simt",
          bytes = "4*R*C"},
    bench{id = "dg-sectors", call = "rms_dg", case = "parts-gate", metric = "fewer:g_sec", on = "simt",
          bytes = "4*P*C"},
  },

  predict = {
    predict{id = "flops", axis = "flops", unit = "FLOP", answer = "f.flop", rtol = .35,
            ask = "rms_bwd of {{= n(f.R)}} rows of {{= n(f.C)}}: FLOP, roughly?",
            worked = "1 for w, 2 for w·x and its sum, 3 for dx, 3 for dg: 9 an element."},
    predict{id = "bytes", axis = "bytes", unit = "MB", answer = "f.bwd/1e6", rtol = .03,
            ask = "Fewest bytes through HBM for it, in bf16?",
            worked = "x and dy in, dx out, 2 B each. g, rstd and part are a hundredth of it."},
    predict{id = "bound", axis = "intensity", ask = "What bounds it on an H200?",
            choices = {"bandwidth of HBM", "arithmetic", "atomics for dg"}, answer = "bandwidth of HBM",
            worked = "9 FLOP for 6 bytes: {{= n(f.ai,1)}} FLOP/B, where the ridge of fp32 is {{= n(f.ridge32,0)}}."},
    predict{id = "sums", axis = "parallelism", unit = "1", answer = "f.C/f.threads", rtol = 0,
            ask = "Running sums of dg that one of {{= f.threads}} threads keeps for {{= n(f.C)}} columns?",
            worked = "Each column belongs to one thread of the block, in every row of the block."},
    predict{id = "risk", axis = "failure", ask = "dg by atomicAdd of each block's sums to C floats. Two runs…",
            choices = {"give the same bits", "differ in last bits", "differ by whole rows now and then"},
            answer = "differ in last bits",
            worked = "No addition is lost, but each order of them rounds in its own way."},
  },

  facts = function(hw)
    local h, m = hw.h200, hw.h200_m
    local row, tensor = 2*C, 2*R*C
    local f = {
      R = R, C = C, threads = THREADS, blocks = BLOCKS, row = row, tensor = tensor, flop = 9*R*C, measured = MEASURED,
      fwd = 2*tensor, bwd = 3*tensor, ai = 9/6, ridge32 = h.fp32/h.bw, latency = LATENCY,
      us = function(bytes) return bytes/h.bw*1e6 end, copy_us = function(bytes) return bytes/m.bw*1e6 end,
      ops_fwd = passes(FORWARD), ops_bwd = passes(BACKWARD), kernels_fwd = #FORWARD, kernels_bwd = #BACKWARD,
      op = function(list, i) return (list == 1 and FORWARD or BACKWARD)[i] end,
      part = function(blocks) return 4*blocks*C end,
      share = function(blocks) return 2*4*blocks*C/(3*tensor) end,
      per_row = 2*4*R*C, flight = h.bw*LATENCY/h.sms, two_rows = 2*row,
      regs_x = C/THREADS/2, regs_sum = C/THREADS, regs_room = h.regs_sm/(2*THREADS),
      in_memory = 8*C, rows_each = R/BLOCKS, most = math.ceil(R/BLOCKS), atomics = BLOCKS*C,
      balance = function(blocks) return R/blocks/math.ceil(R/blocks) end,
      -- One row by hand, gains 1, eps 0: dx of element i.
      dx = function(x, dy, i)
        local squares, dot = 0, 0
        for k = 1, #x do squares, dot = squares + x[k]^2, dot + x[k]*dy[k] end
        local r = (squares/#x)^-.5
        return r*(dy[i] - x[i]*r*r*dot/#x)
      end,
      gate = {R = 8, C = 2048, blocks = 2},
      -- u of float, and the bound of a sum of n terms in order, and in b equal parts that are then added in order.
      u = 2^-24, in_order = function(n) return n - 1 end,
      in_parts = function(n, b) return math.ceil(n/b) - 1 + math.ceil(b/8) - 1 + 7 end,
      stuck = 2^8,
    }
    f.row_sectors = function(c) return c/16 end
    f.loads = function(r, c) return r*c/16*2 + r*c/8 + WARPS*r end
    f.stores = function(r, c, b) return r*c/16 + b*c/8 end
    return f
  end,

  questions = {
    q.num{id = "floor", seed = "S004-C03-T07", unit = "us", rtol = .01, accept = {"s", "ms", "us"},
      ask = [[The backward pass of {{= n(p.R)}} rows of {{= n(f.C)}} bf16 on an H200, dg's partial sums left out: the
        least time, at the data sheet's {{= si(hw.h200.bw,"B/s")}}?]],
      vary = {R = {8192, 4096, 32768}},
      answer = function(f, p) return f.us(f.bwd)/f.R*p.R end,
      wrong = {{value = function(f, p) return f.us(f.fwd)/f.R*p.R end,
                hint = "That is one tensor in and one out. The backward pass needs x and dy."},
               {value = function(f, p) return 2*f.us(f.bwd)/f.R*p.R end, hint = "bf16 has two bytes."}},
      worked = [[3 x {{= n(p.R)}} x {{= n(f.C)}} x 2 B = {{= mb(f.bwd/f.R*p.R)}}, over {{= si(hw.h200.bw,"B/s")}}:
        {{= n(f.us(f.bwd)/f.R*p.R,1)}} µs.]]},
    q.num{id = "fusion", seed = "S004-C12-T03", unit = "x", rtol = .01,
      ask = [[A norm is written as {{= p.k}} elementwise kernels, each of which reads one tensor and writes one, and
        a reduction that reads one. One kernel that reads its input once takes their place. How many times less
        traffic?]],
      vary = {k = {2, 4, 5}},
      answer = function(f, p) return (2*p.k + 1)/2 end,
      wrong = {{value = function(f, p) return p.k + 1 end, hint = [[Count passes, not kernels: each elementwise one
        has two.]]},
               {value = function(f, p) return 2*p.k + 1 end, hint = "The fused kernel has two passes itself."}},
      worked = [[2 x {{= p.k}} + 1 = {{= 2*p.k + 1}} passes become 2. What was saved are the tensors between the
        operations, each written once and read at least once.]]},
    q.num{id = "partials", seed = "S004-C03-EX", unit = "%", rtol = .02,
      ask = [[part is written by rms_bwd and read by rms_dg. With {{= p.blocks}} blocks and {{= n(f.R)}} rows of
        {{= n(f.C)}}, what share of the bytes of x, dy and dx is that?]],
      vary = {blocks = {396, 528, 792}},
      answer = function(f, p) return 100*f.share(p.blocks) end,
      wrong = {{value = function(f, p) return 50*f.share(p.blocks) end, hint = "It is written, and it is read."},
               {value = function(f, p) return 150*f.share(p.blocks) end, hint = "x, dy and dx: three tensors."}},
      worked = [[2 x 4 B x {{= p.blocks}} x {{= n(f.C)}} = {{= mb(2*f.part(p.blocks),1)}} against {{= mb(f.bwd)}}:
        {{= pct(f.share(p.blocks),1)}}. It grows with the number of blocks, not with that of rows.]]},
    q.num{id = "by-hand", seed = "S004-C03-T07", unit = "1", rtol = .002,
      ask = [[A row of two: x = (1, 7), g = (1, 1), eps = 0, dy = ({{= p.d}}, 0). What is dx of the first element?]],
      vary = {d = {5, 20, -10}},
      answer = function(f, p) return f.dx({1, 7}, {p.d, 0}, 1) end,
      wrong = {{value = function(f, p) return .2*p.d end,
                hint = "x[0] also moves rstd, and with it the whole row: the second term is missing."},
               {value = function(f, p) return .2*(p.d - .04*p.d) end, hint = "The sum is divided by C."},
               {value = function(f, p) return .2*(p.d + .02*p.d) end,
                hint = "A larger x makes rstd smaller: that term is taken away."}},
      worked = [[Mean square 25, rstd 0.2. The sum of w·x is {{= p.d}}. dx = 0.2 x ({{= p.d}} - 1 x 0.04 x {{= p.d}}/2)
        = {{= n(f.dx({1,7},{p.d,0},1),3)}}.]]},
    q.num{id = "registers", unit = "1", rtol = 0,
      ask = [[x and dy stay packed, two to a 32-bit register, and dg's sums are floats. How many registers of each of
        {{= f.threads}} threads do these three take at {{= n(p.C)}} columns?]],
      vary = {C = {2048, 6144, 8192}},
      answer = function(f, p) return 2*p.C/f.threads end,
      wrong = {{value = function(f, p) return p.C/f.threads end, hint = [[Two halves make one, and the sums are
        another.]]},
               {value = function(f, p) return 3*p.C/f.threads end, hint = "x and dy are packed."}},
      worked = [[{{= n(p.C/f.threads)}} columns a thread: {{= n(p.C/f.threads/2)}} for x, as many for dy,
        {{= n(p.C/f.threads)}} for the sums.]]},
    q.num{id = "stuck", unit = "1", rtol = 0,
      ask = [[Somebody keeps dg's running sums in bf16 to save registers. Each row adds {{= p.v}}. At which value
        does a sum stand still?]],
      vary = {v = {.5, 2, 4}},
      answer = function(f, p) return f.stuck*p.v end,
      wrong = {{value = function(f, p) return f.stuck*p.v/2 end,
                hint = "The leading bit is not stored, but it counts: 8 bits of significand."},
               {value = function(f, p) return f.R*p.v end, hint = [[That is the right sum. bf16 has 8 bits of
                 significand.]]},
               {value = function(f, p) return f.stuck*p.v*8 end, hint = "Those are the 11 bits of fp16."}},
      worked = [[Above 256 x {{= p.v}} neighbouring bf16 numbers are 2 x {{= p.v}} apart: one more is a tie, which
        goes back to the even one. {{= n(f.stuck*p.v)}}, where {{= n(f.R)}} rows make {{= n(f.R*p.v)}}.]]},
    q.num{id = "balance", unit = "%", rtol = .005,
      ask = [[{{= n(f.R)}} rows are dealt round to {{= p.blocks}} blocks that all run at once. What share of the
        busiest block's time is the average one busy?]],
      vary = {blocks = {330, 528, 660}},
      answer = function(f, p) return 100*f.balance(p.blocks) end,
      wrong = {{value = 100, hint = "Blocks do whole rows. Some do one more."}},
      worked = [[{{= n(f.R/p.blocks,2)}} rows on average, {{= n(math.ceil(f.R/p.blocks))}} at most:
        {{= pct(f.balance(p.blocks),1)}}.]]},
    q.choice{id = "along", seed = "S004-C03-T07", answer = 2,
      ask = "eps is 0. What is Σ x·dx over a row, whatever dy and g are?",
      options = {"Σ dy·y", "0: scaling a row does not change its y, so the gradient has no part along x", "rstd",
                 "It depends on g"},
      worked = [[Put the formula in: rstd·(Σ w·x - Σ x²·rstd²·(Σ w·x)/C), and Σ x²·rstd²/C is 1. It is
        a test that needs no reference: sum x·dx and see.]]},
    q.choice{id = "atomics", seed = "S004-C03-EX", answer = 3,
      ask = [[Each block adds its C sums to dg with atomicAdd, and the second kernel is not needed any more. What is
        given up?]],
      options = {"Correctness: two blocks may write at once", "Most of the speed, in any case",
                 "The same bits from run to run", "Nothing"},
      worked = [[{{= n(f.atomics)}} atomics for {{= mb(f.bwd)}} of traffic are bearable. The order in which blocks
        arrive is not the same twice, and float addition rounds.]]},
    q.choice{id = "kept", answer = 1,
      ask = "The forward pass keeps rstd, not the normalised x. Why?",
      options = {"A float a row against a tensor: x is kept anyway, and x·rstd is one multiplication",
                 "The normalised x would be inexact in bf16, and rstd is exact",
                 "Normalised values cannot be recomputed", "rstd is needed by the optimizer"},
      worked = [[{{= kib(4*f.R,0)}} against {{= mb(f.tensor,0)}}, written in one pass and read in the other.]]},
    q.order{id = "row", ask = "One row in rms_bwd, first to last?",
      items = {"load x and dy into registers", "sum w·x in a thread, then in a warp", "eight floats in shared memory",
               "a barrier", "store dx"}},
    q.multi{id = "where", seed = "S004-C12-T08",
      ask = "Which of these may be fused into rms_fwd so that a whole pass over HBM is saved?",
      options = {"The residual addition before it", "The matmul after it, which needs each row many times",
                 "Rounding y to FP8 with one scale a row", "The column sums of dg"},
      answer = {1, 3},
      worked = [[Elementwise neighbours and row-wise ones fit: the row is in the block. A matmul's tiles want other
        rows and columns than a block of the norm has, and dg needs dy, which does not exist yet.]]},
    q.text{id = "why", seed = "S004-C12-T03", min_words = 40,
      ask = [[Explain to a colleague why rms_bwd computes dx and dg together, why dg needs a second kernel all the
        same, and how you would prove in one run of a profiler that nothing is loaded twice.]],
      rubric = {"dx and dg need the same x and dy; two kernels would load both twice: 5 passes in place of 3",
                "dg sums over rows, which are spread over blocks; no block sees all of them",
                "partial sums per block, then a fixed order: the same bits each time, and no atomics",
                "sectors loaded against the two tensors' size, g and rstd accounted for"}},
  },

  hints = {
    {on = "build", match = {"undefined", "linkage"},
     [[nvcc names the line. Keep `extern "C"` before each kernel: the runner finds it by name.]]},
    {on = "case:slope", [[Here dx is held against (L(x + h) - L(x - h)) / 2h. An x moves its own y, and through rstd
      the y of its whole row: two terms. The second has a sum over the row; is g in it, C, and rstd cubed in all?]]},
    {on = "case:none/rms_bwd", [[No rows, and one block all the same. Its part is 0, and has to be written.]]},
    {on = "case:one", [[One element: 255 threads have nothing, and take part in every barrier and shuffle all the
      same.]]},
    {on = "case:seven", "Elements that don't exist must not count. Divide by C, not by the number of threads."},
    {on = "case:1022", [[Even is not enough: 8 bytes of x need C % 4 == 0, and 1,022 leaves 2. And five rows on two
      blocks: block 0 has the rows 0, 2 and 4.]]},
    {on = "case:1023", "An odd C: rows begin anywhere. Loads of 8 bytes need C % 4 == 0, of 16 bytes C % 8 == 0."},
    {on = "case:520", [[Seven rows, three blocks: row = blockIdx.x, += gridDim.x. What a slow warp still reads in
      shared memory must not be written by a fast one that is already in the next row.]]},
    {on = "case:8191", "An odd C may be long, too: 32 elements a thread, one at a time."},
    {on = "case:large", [[x and dy near 1e15: r^3, or x times the dot product of a row, leaves the range of float.
      In which order do all factors stay within it?]]},
    {on = "case:8192", "8,192 is the longest row: 32 elements a thread."},
    {on = "case:eps", "rstd = 1 / sqrt(mean of x² + eps): the root is over both."},
    {on = "case:zero-rows", [[A row of zeros: rstd is 1/sqrt(eps), its dx is rstd·g·dy, its part of dg is 0. Divide
      by nothing that may be 0.]]},
    {on = "case:zero-gains", [[A gain of 0 makes dx's first term 0, not its second, and dg does not care. Don't
      compute dg from y / g.]]},
    {on = "case:nan-x", [[A NaN in row 1 makes that row NaN, and with it the part of its block. Row 0 and block 0
      stay clean.]]},
    {on = "case:nan-dy", "Only one column of part is NaN: dg of a column sees its own dy."},
    {on = "case:parts-7", [[Seven parts, eight groups of threads: the eighth brings a 0. Column 32 is the second
      block's first.]]},
    {on = "gate:bwd-stored", [[part is stored once, when all rows of the block are done, not after each row. What
      stands in memory between rows is loaded and stored again.]]},
    {on = "gate:no-atomics", [[A column of a block belongs to one thread in all rows: a register. What blocks leave
      is added by rms_dg.]]},
    {on = "gate:fwd-no-atomics", "Shuffles in a warp, one float a warp in shared memory, and all add the eight."},
    {on = "gate:dx-no-atomics", "Shuffles in a warp, one float a warp in shared memory, and all add the eight."},
    {on = "gate:dg-no-atomics", "place[group][lane], a barrier, and one group adds the eight in their order."},
    {on = "counter:g_ld_sec", [[Too many sectors: a tensor is loaded again for its second use. Keep x and dy: two
      elements a register, indexed by constants in unrolled loops.]]},
    {on = "counter:g_ld_eff", [[Element e of thread t should be column (e/4*256 + t)*4 + e%4: lanes side by side.
      Eight bf16 a lane leave gaps between the float4s of g.]]},
    {on = "counter:g_ld_req", "uint2 for four bf16 by one instruction, float4 for g, where C % 4 == 0."},
    {on = "counter:g_st_sec", "Store y or dx once, four elements at a time; rstd from one thread."},
    {on = "counter:sh_conf", "One float for each warp, read by all; in rms_dg place[threadIdx.y][threadIdx.x]."},
    {on = "counter:spill_B", [[An array of registers may only be indexed by constants: #pragma unroll, and guards
      inside the loop instead of a variable bound. x and dy packed leave room.]]},
    {on = "counter:act_thr", "threadIdx.x is the column: a warp is 32 columns of one group."},
    {on = "counter:ptx:global.add", "No atomicAdd: part has a row for each block."},
    {on = "sanitize", [[A race: two rows in turn use the same eight floats, so give them two places and change between
      them. Out of bounds: column(e) < C before each access, and in rms_dg the last block has fewer than 32 columns.]]},
    {on = "call:rms_dx", "w = g·dy. One sum, Σ w·x, is all that an element has to know of its row."},
    {on = "call:rms_bwd", "part[k][c] sums dy·x·rstd over the rows k, k + G, ... The rstd is each row's own."},
    {on = "bench:bwd", [[Ask for the next row before you reduce this one; keep g in registers where they suffice; no
      guard where C is a multiple of 1,024.]]},
    {after = 3, "Do R = 1, C = 2 on paper: x = (1, 7), dy = (5, 0)."},
  },

  points = {compile = 10, correct = 35, sanitize = 10, profile = 20, perf = 10, answers = 15},
}
