-- w09-tile-dsl: kernels written as programs over blocks of data, on a header that plays Triton's part.

local BLOCK, THREADS = 1024, 128          -- lab.h, tile.h
local N = 2^26                            -- elements of the timed silu: 268 MB a tensor
local SIDE, BIG, GROUP, BK = 4096, 128, 8, 32
local LIMIT = 49152                       -- lab.h: STAGE_LIMIT
-- The autotuner's table: BM, BN, BK. kernels/w09-tile-dsl/oracle.c has the same; the last two do not fit, the one
-- before them takes all of LIMIT.
local CONFIGS = {{64, 64, 32}, {128, 64, 32}, {128, 128, 32}, {64, 64, 64}, {96, 256, 32},
                 {128, 128, 64}, {256, 128, 32}}
local MAPS = {"sigmoid_tile", "mul_tile", "silu_tile"}
local PRODUCTS = {"matmul_64", "matmul_128"}

local function blocks(what) return ("(%s+%d)//%d"):format(what, BLOCK - 1, BLOCK) end

local function vector(id, n, more)
  local c = {id = id, n = n, calls = MAPS}
  for k, v in pairs(more or {}) do c[k] = v end
  return c
end
-- `behind` elements follow each row's own and belong to somebody else.
local function gated(id, R, F, behind, more)
  local c = {id = id, R = R, F = F, used = 2*F, behind = behind, offset = 0, calls = {"swiglu_tile"}}
  for k, v in pairs(more or {}) do c[k] = v end
  return c
end
local function rows(id, R, C, behind, more)
  local c = {id = id, R = R, C = C, used = C, behind = behind, offset = 0, calls = {"softmax_tile"}}
  for k, v in pairs(more or {}) do c[k] = v end
  return c
end
local function product(id, M, cols, K, more)
  local c = {id = id, M = M, N = cols, K = K, calls = PRODUCTS}
  for k, v in pairs(more or {}) do c[k] = v end
  return c
end

local function map(args, oracle, tolerance)
  return call{args = args, oracle = oracle, tol = tolerance, grid = {blocks"n"}, block = {THREADS}}
end
local function tiles(side) return ("((M+%d)//%d)*((N+%d)//%d)"):format(side - 1, side, side - 1, side) end
local function matmul(side, order, threads)
  return call{args = {input"A", input"B", output"P", output(order), i32"M", i32"N", i32"K"},
              oracle = "matmul_"..side, tol = {P = tol.dot{"K"}, [order] = tol.exact},
              grid = {tiles(side)}, block = {threads}}
end
-- Sectors that programs with tiles of `side` ask for in the gate's case, where nothing is ragged.
local function strips(side) return ("M*N*K/%d*2*2/32"):format(side) end

-- Different rows and columns of tiles among the first `wave` programs.
local function touched(down, across, wave, tallest)
  local seen, nrows, ncols = {}, 0, 0
  local function count(key)
    if seen[key] then return 0 end
    seen[key] = true
    return 1
  end
  for p = 0, math.min(wave, down*across) - 1 do
    local first = p//(tallest*across)*tallest
    local tall = math.min(tallest, down - first)
    local within = p - first*across
    nrows = nrows + count("r"..(first + within % tall))
    ncols = ncols + count("c"..(within//tall))
  end
  return nrows, ncols
end

-- An H200, 2026-11, kernels/w09-tile-dsl/bench.cu, one run (kernels/RESULTS.md): microseconds for 2^26 floats
-- (opt.cu), copies of as many bytes beside them, and TFLOP/s of matmul_128 beside cuBLAS, bfloat16, side 4096.
local MEASURED = {
  silu = 133.8, silu_copy = 134.0, two = 322.7, two_copy = 134.7, swiglu = 103.5, swiglu_copy = 102.9,
  softmax = 135.7, softmax_copy = 134.1, matmul = 181.7, cublas = 724.0,
  hopper = .660, hopper_128 = .498, -- of cuBLAS at side 4096, by -DTILE_HOPPER
}

return lab {
  api = 1, rev = 1, id = "w09-tile-dsl", title = "Block programs (Triton's model in CUDA C++)",
  kind = "kernel", week = 9, part = 1, domain = {"cuda", "memory", "gemm"},
  seeds = {"S003-W09", "S003-W09-C1", "S003-W09-C2", "S003-W09-C3", "S003-W09-C4", "S003-W09-C5", "S003-W09-C6",
           "S003-W09-C7", "S003-W09-HO", "S003-DN-kernels", "S000-P2-T2", "S000-P2-T3", "S000-P2-L3", "S000-P2-L4",
           "S001-19", "S001-40", "S004-C03-T01", "S004-C03-T02", "S004-C03-T03", "S004-C03-T04", "S004-C03-T05",
           "S004-C03-T07", "S004-C03-T08", "S004-C03-T10", "S004-C07-T09"},
  requires = {"w02-transpose"},
  hours = {read = 6.5, lab = 3.5},
  durable = {"Say what a block computes; leave to the compiler who does it",
             "Fusion keeps between operations a tile where there was a tensor",
             "A masked element needs a neutral value, and a masked store",
             "The order of blocks decides what the L2 sees"},
  ephemeral = {{"Triton's defaults: four warps, blocks of powers of two, divisibility by 16", as_of = "2026-11"},
               {"Tensor cores by wmma; Hopper's own instruction is wgmma", as_of = "2026-11"}},
  readings = {
    {"triton", hours = 1.5, look_for = [[sections 3 to 5: which passes need to know that a value is a tile, and who
      puts it into shared memory]]},
    {"tritontut", hours = 4, look_for = [[vector add, softmax, matmul: translate each line into tile.h, and note what
      has no counterpart here (strides, num_stages)]]},
    {"tritonunleash", hours = 1, look_for = "for every speed claimed: which kernel, which size, against what"},
  },

  lang = "cuda", backends = {"simt", "cuda"},
  edit = {"tiles.cu"},
  reference = "ref.cu", ladder = {"naive.cu", "ref.cu", "opt.cu"},
  limits = {wall_s = 30, mem_MiB = 4096, threads = 1},
  device = {arch = "sm_90a"},
  order = {"sigmoid_tile", "mul_tile", "silu_tile", "swiglu_tile", "softmax_tile", "matmul_64", "matmul_128",
           "autotune"},

  buffers = {
    v = {dtype = "f32", shape = {"n"}, dist = gen.normal{}},
    w = {dtype = "f32", shape = {"n"}, dist = gen.normal{}},
    y = {dtype = "f32", shape = {"n"}},
    x = {dtype = "f32", shape = {"R", "used + behind"}, dist = gen.custom"rows"},
    glu = {dtype = "f32", shape = {"R", "F"}},
    soft = {dtype = "f32", shape = {"R", "C"}},
    A = {dtype = "bf16", shape = {"M", "K"}, dist = gen.normal{}},
    B = {dtype = "bf16", shape = {"K", "N"}, dist = gen.normal{}},
    P = {dtype = "f32", shape = {"M", "N"}},
    order64 = {dtype = "i32", shape = {tiles(64), 2}},
    order128 = {dtype = "i32", shape = {tiles(128), 2}},
    config = {dtype = "i32", shape = {#CONFIGS, 3}, dist = gen.custom"config"},
    asked = {dtype = "i32", shape = {"requests", 3}, dist = gen.custom"asked"},
    cost = {dtype = "f32", shape = {"requests", #CONFIGS}, dist = gen.custom"cost"},
    choice = {dtype = "i32", shape = {"requests"}},
    measured = {dtype = "i32", shape = {"requests"}},
  },

  calls = {
    sigmoid_tile = map({input"v", output"y", i64"n"}, "sigmoid", tol.rel_l2(1e-6)),
    mul_tile = map({input"v", input"w", output"y", i64"n"}, "mul", tol.exact),
    silu_tile = map({input"v", output"y", i64"n"}, "silu", tol.rel_l2(1e-6)),
    swiglu_tile = call{args = {input"x", output"glu", i32"R", i32"F", i32"used + behind"}, oracle = "swiglu",
                       tol = tol.rel_l2(1e-6), grid = {blocks"F", "R"}, block = {THREADS}},
    softmax_tile = call{args = {input"x", output"soft", i32"R", i32"C", i32"used + behind"}, oracle = "softmax",
                        tol = tol.rel_l2(1e-6), grid = {"R"}, block = {THREADS}},
    matmul_64 = matmul(64, "order64", 128),
    matmul_128 = matmul(128, "order128", 256),
    autotune = call{args = {input"config", input"asked", input"cost", output"choice", output"measured",
                            i32"requests", i32(tostring(#CONFIGS))},
                    oracle = "autotune", tol = tol.exact, grid = {"(requests+127)//128"}, block = {THREADS}},
  },

  cases = {
    vector("n0", 0, {tags = {"edge"}}),
    vector("n1", 1, {tags = {"edge"}}),
    vector("n1023", 1023, {tags = {"edge"}}),
    vector("n1025", 1025, {tags = {"edge"}}),
    vector("n8192", 8192),
    vector("hidden-n", gen.pick{777, 2049, 5000, 3*1024}, {hidden = true}),
    vector("gate-n", 64*1024 + 1, {tags = {"gate"}}),
    gated("glu-one", 2, 1, 3, {tags = {"edge"}}),
    gated("glu-781", 3, 781, 2, {tags = {"edge"}}),        -- ld is a multiple of four, F is not,
    gated("glu-stride", 5, 1028, 13, {tags = {"edge"}}),     -- F is, ld is not
    gated("hidden-glu", gen.pick{2, 4}, 1100, gen.pick{0, 5, 16}, {hidden = true}),
    gated("gate-glu", 8, 2000, 32, {tags = {"gate"}}),
    rows("soft-one", 3, 1, 7, {tags = {"edge"}}),
    rows("soft-781", 5, 781, 3, {tags = {"edge", "gate"}}),
    rows("soft-full", 3, 1024, 0),
    rows("soft-high", 3, 500, 3, {offset = 200, tags = {"edge"}}),
    rows("soft-low", 3, 500, 4, {offset = -200, tags = {"edge"}}),
    rows("hidden-soft", gen.pick{2, 6}, 333, gen.pick{0, 1, 8}, {hidden = true, offset = gen.pick{0, 150, -150}}),
    rows("gate-soft", 8, 1000, 8, {tags = {"gate"}}),
    product("1x1", 1, 1, 1, {tags = {"edge"}}),
    product("no-sum", 5, 7, 0, {tags = {"edge"}}),
    product("33x65x17", 33, 65, 17, {tags = {"edge"}}),        -- nothing is a multiple of anything
    product("k40", 64, 64, 40, {tags = {"edge"}}),             -- a step and a quarter
    product("128x192x64", 128, 192, 64),
    product("groups", 64*5 + 1, 130, 8, {calls = {"matmul_64"}, tags = {"edge"}}), -- a group of four, one of two
    product("tall", 128*8 + 1, 130, 3, {calls = {"matmul_128"}, tags = {"edge"}}),
    product("hidden-mm", gen.pick{31, 129, 200}, gen.pick{72, 100, 257}, gen.pick{24, 33, 65}, {hidden = true}),
    product("gate-mm", 256, 256, 128, {tags = {"gate"}}),
    {id = "few", requests = 3, calls = {"autotune"}, tags = {"edge"}},
    {id = "many", requests = 300, calls = {"autotune"}},
    {id = "hidden-tune", requests = gen.pick{64, 129, 200}, calls = {"autotune"}, hidden = true},
    vector("bench-n", N, {calls = {"silu_tile"}, tags = {"bench"}}),
    gated("bench-glu", 8192, 4096, 0, {tags = {"bench"}}),
    rows("bench-soft", 65536, 1024, 0, {tags = {"bench"}}),
    product("bench-mm", SIDE, SIDE, SIDE, {calls = {"matmul_128"}, tags = {"bench"}}),
  },

  gates = {
    gate{id = "spill-64", call = "matmul_64", counter = "spill_B", op = "<=", value = 64, on = "cuda",
         why = "sums that spill live in local memory; an index or two may"},
    gate{id = "spill-128", call = "matmul_128", counter = "spill_B", op = "<=", value = 64, on = "cuda",
         why = "sums that spill live in local memory; an index or two may"},
    gate{id = "sigmoid-loads", call = "sigmoid_tile", case = "gate-n", counter = "g_ld_sec", op = "<=",
         value = "n/8 + 1", why = "x once; the masked lanes of the last program load nothing"},
    gate{id = "mul-loads", call = "mul_tile", case = "gate-n", counter = "g_ld_sec", op = "<=", value = "2*n/8 + 2",
         why = "both factors once; the masked lanes of the last program load nothing"},
    gate{id = "silu-loads", call = "silu_tile", case = "gate-n", counter = "g_ld_sec", op = "<=", value = "n/8 + 1",
         why = "fused: x once, and the sigmoid never leaves the registers"},
    gate{id = "silu-stores", call = "silu_tile", case = "gate-n", counter = "g_st_sec", op = "<=", value = "n/8 + 1",
         why = "fused: y once, and the masked lanes store nothing"},
    gate{id = "glu-loads", call = "swiglu_tile", case = "gate-glu", counter = "g_ld_sec", op = "<=",
         value = "R*(2*F/8 + 2)", why = "gate and up once, and nothing of what lies behind the row"},
    gate{id = "glu-stores", call = "swiglu_tile", case = "gate-glu", counter = "g_st_sec", op = "<=",
         value = "R*(F/8 + 1)", why = "three tensors in all: two in, one out"},
    gate{id = "soft-loads", call = "softmax_tile", case = "gate-soft", counter = "g_ld_sec", op = "<=",
         value = "R*(C/8 + 1)", why = "a row is loaded once: maximum, sum and result come from the tile"},
    gate{id = "soft-mask", call = "softmax_tile", case = "soft-781", counter = "g_ld_sec", op = "<=",
         value = "R*(C/8 + 1)", why = "243 of 1,024 lanes' elements do not exist, and cost no sector"},
    gate{id = "soft-stores", call = "softmax_tile", case = "gate-soft", counter = "g_st_sec", op = "<=",
         value = "R*(C/8 + 1)", why = "a row is stored once"},
    gate{id = "strips-64", call = "matmul_64", case = "gate-mm", counter = "g_ld_sec", op = "<=",
         value = "1.02*"..strips(64), why = "what a program loads serves 64 rows or columns of its tile"},
    gate{id = "strips-128", call = "matmul_128", case = "gate-mm", counter = "g_ld_sec", op = "<=",
         value = "1.02*"..strips(128), why = "what a program loads serves 128 rows or columns of its tile"},
    gate{id = "order-64", call = "matmul_64", case = "gate-mm", counter = "g_st_sec", op = "<=",
         value = "M*N/8 + 2*"..tiles(64), why = "the result once, and a program's place in the order by one thread"},
    gate{id = "order-128", call = "matmul_128", case = "gate-mm", counter = "g_st_sec", op = "<=",
         value = "M*N/8 + 2*"..tiles(128), why = "the result once, and a program's place in the order by one thread"},
    gate{id = "mma-64", call = "matmul_64", case = "gate-mm", counter = "mma", op = "==", value = "M*N*K/2048",
         why = "each 16 x 16 x 16 product once, on tensor cores: two instructions of 16 x 8 x 16"},
    gate{id = "mma-128", call = "matmul_128", case = "gate-mm", counter = "mma", op = "==", value = "M*N*K/2048",
         why = "each 16 x 16 x 16 product once, on tensor cores: two instructions of 16 x 8 x 16"},
  },

  bench = {
    bench{id = "silu", call = "silu_tile", case = "bench-n", clock = "gpu", on = "cuda", flops = "4*n", bytes = "8*n"},
    bench{id = "swiglu", call = "swiglu_tile", case = "bench-glu", clock = "gpu", on = "cuda", flops = "5*R*F",
          bytes = "12*R*F"},
    bench{id = "softmax", call = "softmax_tile", case = "bench-soft", clock = "gpu", on = "cuda", flops = "5*R*C",
          bytes = "8*R*C"},
    bench{id = "matmul", call = "matmul_128", case = "bench-mm", clock = "gpu", on = "cuda", flops = "2*M*N*K",
          bytes = "2*M*K + 2*K*N + 4*M*N"},
    bench{id = "silu-sectors", call = "silu_tile", case = "gate-n", metric = "fewer:g_sec", on = "simt",
          bytes = "8*n"},
    bench{id = "silu-requests", call = "silu_tile", case = "gate-n", metric = "fewer:g_ld_req", on = "simt",
          bytes = "8*n"},
    bench{id = "softmax-sectors", call = "softmax_tile", case = "gate-soft", metric = "fewer:g_sec", on = "simt",
          bytes = "8*R*C"},
    bench{id = "matmul-sectors", call = "matmul_128", case = "gate-mm", metric = "fewer:g_sec", on = "simt",
          bytes = "2*M*K + 2*K*N + 4*M*N"},
  },

  predict = {
    predict{id = "flops", axis = "flops", unit = "FLOP", answer = "f.side^3*2", rtol = .01,
            ask = "FLOP of the product of two matrices of {{= n(f.side)}} x {{= n(f.side)}}?",
            worked = "A multiply and an add for each of n³: {{= si(2*f.side^3,'FLOP')}}."},
    predict{id = "bytes", axis = "bytes", unit = "MB", answer = "f.silu_bytes/1e6", rtol = .01,
            ask = "Fewest bytes through HBM for silu of {{= n(f.n)}} floats, fused?",
            worked = "4 B in, 4 B out, an element."},
    predict{id = "bound", axis = "intensity", ask = "What bounds silu on an H200, fused or not?",
            choices = {"bandwidth of HBM", "the special function units", "launch latency"},
            answer = "bandwidth of HBM"},
    predict{id = "programs", axis = "parallelism", unit = "1", answer = "f.tiles", rtol = 0,
            ask = "Programs of {{= f.big}} x {{= f.big}} that the product takes?"},
    predict{id = "risk", axis = "failure", ask = "A mask on the load, none on the store, shows as…",
            choices = {"a compile error", "wrong elements in the last block",
                       "overwritten memory behind the array, perhaps unnoticed"},
            answer = "overwritten memory behind the array, perhaps unnoticed"},
  },

  facts = function(hw)
    local h, m = hw.h200, hw.h200_m
    -- A row and one place behind it that holds `other`: each exponential after the maximum is subtracted, and their sum
    local function soft(row)
      return function(other)
        local most, out = other, {sum = 0}
        for _, x in ipairs(row) do most = math.max(most, x) end
        for k, x in ipairs(table.pack(row[1], row[2], row[3], other)) do
          out[k] = math.exp(x - most)
          out.sum = out.sum + out[k]
        end
        return out
      end
    end
    local f = {
      block = BLOCK, threads = THREADS, n = N, silu_bytes = 8*N, held = BLOCK/THREADS, limit = LIMIT,
      side = SIDE, big = BIG, group = GROUP, bk = BK, tiles = (SIDE/BIG)^2, across = SIDE/BIG,
      measured = MEASURED, programs = N/BLOCK, silu_us = 8*N/m.bw*1e6, two_us = 20*N/m.bw*1e6, tensor = 4*N,
      l2_n = math.floor(h.l2/8), regs_sm = h.regs_sm, pow2 = 1024, cols = 781,
      mm_ms = 2*SIDE^3/m.bf16*1e3, strip = BIG*SIDE*2, asked = 2*SIDE^3/BIG*2,
      most = h.threads_sm//THREADS,
      flight = h.threads_sm*BLOCK/THREADS*4, need = h.bw*600e-9/h.sms,
      least = 2*SIDE*SIDE*2 + 4*SIDE*SIDE, ridge = h.bf16/h.bw,
      clock = hw.h200_time.clock, lanes = h.sms*128*hw.h200_time.clock/(h.bw/8),
      exp_end = math.log((2 - 2^-23)*2^127),                -- where exp overflows in float
      soft = soft({-2, -1, -3}),
      warps = function(regs) return h.regs_sm//(math.ceil(regs*32/256)*256) end,
      stage = function(bm, bn, bk) return 4*(bm*(bk + 8) + bk*(bn + 8)) end,
      fit = function(bytes) return math.floor(h.smem_sm/(bytes + 1024)) end,
      touched = function(down, across, wave, tall) return touched(down, across, wave, tall) end,
      cols_of = function(tall, wave) local _, c = touched(SIDE/BIG, SIDE/BIG, wave, tall) return c end,
      rows_of = function(tall, wave) return (touched(SIDE/BIG, SIDE/BIG, wave, tall)) end,
      up2 = function(c) return 2^math.ceil(math.log(c, 2)) end,
      epilogue = function(K) return (8*SIDE*SIDE/m.bw)/(2*SIDE*SIDE*K/m.bf16) end,
    }
    f.strips_of = function(tall, wave) return f.rows_of(tall, wave) + f.cols_of(tall, wave) end
    return f
  end,

  questions = {
    q.num{id = "fused", seed = "S003-W09-HO", unit = "us", rtol = .01, accept = {"s", "ms", "us"},
      ask = [[SiLU of {{= n(p.n)}} floats, as two kernels (s = sigmoid(x), then x·s) and as one. At
        {{= si(hw.h200_m.bw,"B/s")}}, how much time does the fusion save?]],
      vary = {n = {2^26, 2^25, 2^27}},
      answer = function(f, p) return (f.two_us - f.silu_us)*p.n/f.n end,
      wrong = {{value = function(f, p) return f.silu_us*p.n/f.n end,
                hint = "Two tensors are not all that is saved: the second kernel reads x again, and s."},
               {value = function(f, p) return f.two_us*p.n/f.n end,
                hint = "That is the time of the two kernels. The fused one takes some of it, too."}},
      worked = [[Read x, write s; read x, read s, write y: five tensors of {{= mb(4*p.n,0)}}. Fused: two. Three saved:
        {{= n(12*p.n/hw.h200_m.bw*1e6,0)}} µs, and {{= n(5/2,1)}} times the speed.]]},
    q.num{id = "swiglu", seed = "S003-W09-C7", unit = "x", rtol = .01,
      ask = [[y = silu(gate)·up as {{= p.k == 3 and "three kernels (sigmoid, product, product)"
        or "two kernels (a fused silu, then a product)"}} against one. How many times fewer tensors move?]],
      vary = {k = {3, 2}},
      answer = function(f, p) return (p.k == 3 and 8 or 5)/3 end,
      wrong = {{value = function() return 2.5 end, hint = "Fused, it reads two tensors and writes one."}},
      worked = [[{{= p.k == 3 and "2 + 3 + 3 = 8" or "2 + 3 = 5"}} against 3:
        {{= n((p.k == 3 and 8 or 5)/3,2)}} times.]]},
    q.num{id = "idle", seed = "S003-W09-C4", unit = "%", rtol = .01,
      ask = [[A row of {{= n(p.cols)}} in one program. BLOCK is a power of two, as Triton wants it. Which share of the
        tile's elements does the mask exclude?]],
      vary = {cols = {781, 1100, 600}},
      answer = function(f, p) return 100*(1 - p.cols/f.up2(p.cols)) end,
      wrong = {{value = function(f, p) return 100*p.cols/f.up2(p.cols) end, hint = "That is the share that works."}},
      worked = [[{{= n(f.up2(p.cols))}} is the next power of two: {{= pct(1 - p.cols/f.up2(p.cols),1)}}. They cost
        registers and instructions, but no sectors.]]},
    q.choice{id = "other", seed = "S003-W09-C4",
      ask = "softmax loads its row with other = 0 where the mask is false. What goes wrong?",
      options = {"Nothing: the store has the mask",
                 "The sum is too large, since each masked element adds exp(0 - max)",
                 "The maximum is NaN",
                 "Only rows whose elements are all negative are wrong"},
      answer = 2,
      worked = [[A masked 0 enters the sum as exp(-max). With all elements negative the maximum is wrong too, but the
        sum is wrong in any case. -inf is neutral for both.]]},
    q.num{id = "registers", seed = "S003-W09-C3", unit = "1", rtol = 0,
      ask = "A tile of {{= n(p.B)}} floats in a program of {{= p.w}} warps: registers of each thread?",
      vary = {B = {1024, 4096}, w = {4, 8}},
      answer = function(f, p) return p.B/(32*p.w) end,
      wrong = {{value = function(f, p) return p.B/p.w end, hint = "A warp has 32 threads, each with its own."}},
      worked = "{{= n(p.B)}} / ({{= p.w}} x 32) = {{= n(p.B/(32*p.w))}}. And none of shared memory."},
    q.num{id = "stages", seed = "S003-W09-C3", unit = "1", rtol = 0,
      ask = [[Two stages of bf16 strips in rows padded by 16 bytes, as in dot: {{= p.s}} x {{= p.s}} tiles, BK =
        {{= p.k}}. How many such programs fit on an SM of an H200 by shared memory alone? The system keeps 1 KiB of
        each.]],
      vary = {s = {64, 128}, k = {32, 64}},
      answer = function(f, p) return f.fit(f.stage(p.s, p.s, p.k)) end,
      worked = [[2 x 2 B x ({{= p.s}} x {{= p.k + 8}} + {{= p.k}} x {{= p.s + 8}}) =
        {{= n(f.stage(p.s,p.s,p.k))}} B; {{= kib(hw.h200.smem_sm,0)}} hold {{= f.fit(f.stage(p.s,p.s,p.k))}} of them
        and their kibibytes. Above {{= n(f.limit)}} B it has to be dynamic shared memory.]]},
    q.num{id = "swizzle", seed = "S004-C03-T07", unit = "1", rtol = 0,
      ask = [[{{= f.across}} x {{= f.across}} tiles; the first {{= p.wave}} programs run at once. Groups are {{= p.g}}
        rows of
        tiles tall. From how many different strips, rows of A and columns of B together, do they load?]],
      vary = {g = {1, 4, 8, 16}, wave = {128, 256}},
      answer = function(f, p) return f.strips_of(p.g, p.wave) end,
      worked = [[They cover {{= f.rows_of(p.g,p.wave)}} rows of tiles and {{= f.cols_of(p.g,p.wave)}} columns:
        {{= f.strips_of(p.g,p.wave)}} strips of {{= mb(f.strip,2)}} each. The nearer to a square, the fewer.]]},
    q.num{id = "epilogue", seed = "S003-W09-C7", unit = "%", rtol = .02,
      ask = [[silu on the float result of a product of side {{= n(f.side)}} and depth K = {{= n(p.K)}}, as a kernel of
        its own,
        in place. Which share of the product's time does it add, at {{= si(hw.h200_m.bf16,"FLOP/s")}} and
        {{= si(hw.h200_m.bw,"B/s")}}? Fused into the product it adds next to nothing.]],
      vary = {K = {4096, 1024, 512}},
      answer = function(f, p) return 100*f.epilogue(p.K) end,
      wrong = {{value = function(f, p) return 50*f.epilogue(p.K) end, hint = "The result is read, and it is written."}},
      worked = [[{{= mb(8*f.side^2,0)}} in {{= n(8*f.side^2/hw.h200_m.bw*1e6,1)}} µs, against
        {{= n(2*f.side^2*p.K/hw.h200_m.bf16*1e6,1)}} µs: {{= pct(f.epilogue(p.K),1)}}. The shallower the product, the
        more a separate pass over its result weighs.]]},
    q.num{id = "cache", seed = "S004-C03-T05", unit = "1", rtol = 0,
      ask = [[Keys are sizes rounded up to a power of two. Products of side 4,096 and depth 4,096 come with M = 1 to
        {{= n(p.M)}}, each once. {{= p.c}} configurations fit. How many timings in all?]],
      vary = {M = {64, 1024}, c = {4, 12}},
      answer = function(f, p) return p.c*(math.log(p.M, 2)//1 + 1) end,
      wrong = {{value = function(f, p) return p.c*p.M end, hint = "That is with the exact M as key."},
               {value = function(f, p) return p.c*(math.log(p.M, 2)//1) end, hint = "M = 1 has a bucket too."}},
      worked = [[Buckets 1, 2, 4, ... {{= n(p.M)}}: {{= n(math.log(p.M,2)//1 + 1)}} of them, each tuned once. With the
        exact M as key: {{= n(p.c*p.M)}}.]]},
    q.multi{id = "bench", seed = "S004-C03-T10",
      ask = "Your silu reaches 1.7 times the bandwidth of HBM. Which explanations are possible?",
      options = {"Input and output fit into L2, and the loop repeats on the same ones",
                 "The bytes were counted as for the unfused version",
                 "It is compute-bound",
                 "The clock was stopped before the kernel had ended"},
      answer = {1, 2, 4},
      worked = [[{{= mb(hw.h200.l2,0)}} of L2 hold in and out of up to {{= n(f.l2_n)}} floats. 2.5 times too many bytes
        make 0.7 into 1.7. And a launch returns at once: time with events, or wait.]]},
    q.text{id = "why", seed = "S004-C03-T01", min_words = 40,
      ask = [[A colleague asks what a block program leaves to the compiler, what it does not, and for which kernel she
        should still write CUDA. Answer her.]],
      rubric = {"left to the compiler: which thread holds what, vector width, shared memory, barriers, pipelining",
                "still hers: block sizes, masks and their neutral values, order of programs, what is fused",
                "traffic is decided by the latter, so fusion and tile sizes matter as much as by hand",
                "warps with different roles, or data-dependent work within a block, cannot be said"}},
  },

  hints = {
    {on = "build", match = {"mask", "lanes", "template", "no matching", "linkage"},
     [[The compiler names the line. A mask has the size and the lanes of its offsets: arange<BLOCK, 4>
      and arange<BLOCK> do not mix. Keep `extern "C"`.]]},
    {on = "case:n1", "1,023 elements of the only tile do not exist. Does the store have the mask as well?"},
    {on = "case:n1025", "The second program has one element. Its offsets begin at program_id() * BLOCK."},
    {on = "case:glu-781", [[Rows of 781 floats begin anywhere: four neighbours a lane only when F and ld are multiples
      of four, both: ld places x, F places up and y. A mask is a comparison with F, not with 2F.]]},
    {on = "case:glu-stride", [[Row r of x begins at r * ld, row r of y at r * F. program_id(1) is the row. F is a
      multiple of four here, ld is not: no promise for x.]]},
    {on = "case:soft-one", "One element: exp(0) / exp(0) = 1. And it must stay 1 with 1,023 masked ones."},
    {on = "case:soft-781", [[other = -INFINITY: neutral for the maximum, 0 after exp, neutral for the sum. With 0
      there, each masked element adds exp(-max).]]},
    {on = "case:soft-high", "exp(200) is infinite in float. Subtract the row's maximum first."},
    {on = "case:soft-low", "exp(-200) is 0 in float, for all of the row. Subtract the row's maximum first."},
    {on = "case:no-sum", "K = 0: no step, and sums that are zero from the start. They are stored all the same."},
    {on = "case:33x65x17", [[An element of `order`? A program's row of tiles first, then its column. Of P? K ends
      within a step: what A and B do not have must be 0, in both. Masks: (rows < M) &
      (k < K) for A, (k < K) & (cols < N) for B.]]},
    {on = "case:k40", "The second step has 8 of 32. It begins at 32 all the same, and the mask does the rest."},
    {on = "case:groups", [[Six rows of tiles in groups of four: the second group is two tall. Divide by min(down -
      first, GROUP_M), not by GROUP_M.]]},
    {on = "case:tall", "Nine rows of tiles in groups of eight: the last group is one tall."},
    {on = "case:few", [[Is what does not fit left out, and not counted? What takes just STAGE_LIMIT fits. Of equal
      costs, the first? Is the cost that counts the one of the bucket's first request?]]},
    {on = "case:many", [[The key is the bucket, each size rounded up to a power of two: 65, 127 and 128 are one.
      Thread i: find the first request like mine; it decides, and only it has measured.]]},
    {on = "counter:g_ld_sec", [[Something is loaded twice, or what is masked is loaded. A tile that you have needs no
      second
      load.]]},
    {on = "counter:g_st_sec", [[Store once, at the end, with the mask. In a product: is it one thread that
      notes the order?]]},
    {on = "counter:mma", "Every step of K is one dot. Is there a step too many behind K, or one too few?"},
    {on = "sanitize", [[Out of bounds in tile.h is a mask of yours that is too long: the call is named, so compare
      its masks with the sizes. A race is `order`: one thread notes it, threadIdx.x == 0.]]},
    {on = "bench:matmul", [[A tile is waited for where it is used. Load the next strips before you call dot with the
      present ones.]]},
    {after = 3, "Write sigmoid_tile on paper for BLOCK = 4, n = 6: two programs, their offsets, masks and tiles."},
  },

  points = {compile = 10, correct = 35, sanitize = 10, profile = 15, perf = 15, answers = 15},
}
