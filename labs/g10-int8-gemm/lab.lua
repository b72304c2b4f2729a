-- g10-int8-gemm: a linear layer in eight bits from bf16 to bf16, and one in four bits for few tokens.

local N, M = 4096, 4096              -- side of the layer that lesson and bench speak of, and its tokens
local FEW = 256                      -- of the smaller batch
local GEMM_SMEM = 225*1024           -- lab.h
local GROUP = 128
local STEPS = {"quantise_rows", "norm_quantise", "gemm_s32", "gemm_w8a8", "gemv_w4"}
local ROWS, SUMS, FOUR = {"quantise_rows", "norm_quantise"}, {"gemm_s32", "gemm_w8a8"}, {"gemv_w4"}
local PLAIN, OUTLIERS, ZEROS, TIES, NEGATIVE, RANGE, LARGE, LOWEST = 0, 1, 2, 3, 4, 5, 6, 7 -- oracle.c

local function on(id, calls, rows, cols, K, more)
  local c = {id = id, calls = calls, M = rows, N = cols, K = K, kind = PLAIN, g = 2}
  for k, v in pairs(more or {}) do c[k] = v end
  return c
end

local function up(x, tile) return ("((%s + %d)//%d)"):format(x, tile - 1, tile) end
local function codes(name, rows, of) return input{name, box = {rows, 128}, dims = of, swizzle = 128} end
local function turns(high, wide) return up("M", high).."*"..up("N", wide).."*"..up("K", 128) end
local function brought(high, wide) return ("%s*%d*128"):format(turns(high, wide), high + wide) end

local function spill(call)
  return gate{id = call:gsub("_", "-").."-spill", call = call, counter = "spill_B", op = "==", value = 0, on = "cuda",
              why = "what spills lives in local memory"}
end
local function in_ptx(call, id, text, why)
  return gate{id = call:gsub("_", "-").."-"..id, call = call, counter = "ptx:"..text, op = ">=", value = 1, on = "cuda",
              why = why or "the code has Hopper's instruction"}
end
local function fenced(call)
  return in_ptx(call, "ptx-init", "fence.mbarrier_init", "TMA may use a barrier once its initialisation is fenced")
end
local function at(call, id, case, counter, op, value, why)
  return gate{id = call:gsub("_", "-").."-"..id, call = call, case = case, counter = counter, op = op, value = value,
              why = why}
end

-- Sectors of 32 bytes: of rows of bf16; of a word of four-bit codes for each eight; of groups of 32 rows.
local X, CODES = "M*K*2/32", "M*K/32"
local WORDS, GROUPS = "N*K/2/32", "(N*K/4096)"

-- Microseconds on an H200, 28 November 2026, by kernels/g10-int8-gemm/bench.cu, on a cold L2: medians of interleaved
-- pairs with cuBLAS's bf16 product in the same run (kernels/RESULTS.md); `of`: the median of the pairs' ratios, theirs
-- over ours. By tokens.
local MEASURED = {
  layer = {[64] = {us = 20.00, bf16 = 17.50, of = .874}, [128] = {us = 17.22, bf16 = 18.21, of = 1.053},
           [256] = {us = 18.18, bf16 = 23.26, of = 1.282}, [512] = {us = 23.01, bf16 = 27.81, of = 1.204},
           [1024] = {us = 35.94, bf16 = 47.23, of = 1.321}, [2048] = {us = 60.45, bf16 = 89.22, of = 1.476},
           [4096] = {us = 113.18, bf16 = 174.53, of = 1.543}},
  big = {[256] = {us = 38.11, bf16 = 52.93, of = 1.392}, [1024] = {us = 100.80, bf16 = 172.70, of = 1.716},
         [4096] = {us = 370.08, bf16 = 691.10, of = 1.843}},                     -- 8192 x 8192
  normed = {us = 117.86, bf16 = 212.29, of = 1.803},                             -- 4096 tokens, with a norm before
  product = {us = 96.54, bf16 = 176.90, of = 1.835, lt = .983}, -- the product alone; `lt`: of cublasLt's int8
}

return lab {
  api = 1, rev = 1, id = "g10-int8-gemm", title = "INT8 pipeline that is actually faster",
  kind = "kernel", part = 2, domain = {"gemm", "cuda", "numerics"},
  seeds = {"S001-22", "S004-C09-T09", "S004-C09-T11", "S004-C09-EX", "S004-MAP-09"},
  requires = {"w16-tma-wgmma-gemm", "w15b-epilogue-gemm", "w05-int8-outliers"},
  hours = {read = 1.5, lab = 5},
  durable = {"A faster product may be a slower layer: count what it takes to get there and back",
             "A scale that is constant along the sum leaves it; one that is not cannot",
             "What a pass would do alone the pass before or behind does on the way",
             "The norm's factor belongs to the scale, the codes never see it"},
  ephemeral = {{"int8 at twice the dense rate of bf16, on sm_90", as_of = "2026-11"},
               {"wgmma in int8: later chips drop it in favour of FP8 and FP4", as_of = "2026-11"}},
  readings = {
    {"colfaxwgmma", hours = .5, look_for = [[which operand layouts are left when the type is not a 16-bit one, and what
      that asks of B]]},
    {"gordicmatmul", hours = .5, look_for = [[the share of the epilogue in the time, and what is done beside it]]},
  },

  lang = "cuda", backends = {"simt", "cuda"},
  edit = {"int8.cu"},
  reference = "ref.cu", ladder = {"naive.cu", "ref.cu"},
  limits = {wall_s = 60, mem_MiB = 4096, threads = 1},
  device = {arch = "sm_90a"},
  order = STEPS, partial = "function",

  buffers = {
    x = {dtype = "bf16", shape = {"M", "K"}, dist = gen.custom"rows"},
    gain = {dtype = "bf16", shape = {"K"}, dist = gen.custom"gains"},
    q = {dtype = "i8", shape = {"M", "K"}},
    s = {dtype = "f32", shape = {"M"}},
    A = {dtype = "i8", shape = {"M", "K"}, dist = gen.custom"codes"},
    B = {dtype = "i8", shape = {"N", "K"}, dist = gen.custom"codes"},
    sa = {dtype = "f32", shape = {"M"}, dist = gen.custom"scales"},
    sb = {dtype = "f32", shape = {"N"}, dist = gen.custom"scales"},
    C = {dtype = "i32", shape = {"M", "N"}},
    D = {dtype = "bf16", shape = {"M", "N"}},
    w = {dtype = "u32", shape = {"N", "K//8"}, dist = gen.custom"words"},
    scale = {dtype = "bf16", shape = {up("K", GROUP), "N"}, dist = gen.custom"groups"},
    zero = {dtype = "u8", shape = {up("K", GROUP), "N"}, dist = gen.custom"groups"},
    y = {dtype = "bf16", shape = {"M", "N"}},
  },

  calls = {
    quantise_rows = call{args = {output"q", output"s", input"x", i32"M", i32"K"}, verify = "codes",
                         launch = {grid = {"M"}, block = {256}}},
    norm_quantise = call{args = {output"q", output"s", input"x", input"gain", i32"M", i32"K"}, verify = "codes",
                         launch = {grid = {"M"}, block = {256}}},
    gemm_s32 = call{args = {output"C", codes("A", 64, {"M", "K"}), codes("B", 64, {"N", "K"}), i32"M", i32"N", i32"K"},
                    oracle = "product", tol = tol.exact,
                    launch = {grid = {up("N", 128), up("M", 64)}, block = {128}}},
    gemm_w8a8 = call{args = {output{"D", box = {64, 64}, swizzle = 128}, codes("A", 128, {"M", "K"}),
                             codes("B", 64, {"N", "K"}), input"sa", input"sb", i32"M", i32"N", i32"K"},
                     oracle = "product", tol = tol.dot{1, u = "bf16"},
                     launch = {grid = {"g"}, block = {384}, smem = GEMM_SMEM}},
    gemv_w4 = call{args = {output"y", input"w", input"scale", input"zero", input"x", i32"M", i32"N", i32"K"},
                   oracle = "four", tol = tol.dot{"K", u = "bf16"},
                   launch = {grid = {up("N", 32)}, block = {256}}},
  },

  cases = {
    on("row-of-16", ROWS, 1, 8, 16, {tags = {"edge"}}),
    on("zeros", ROWS, 4, 8, 48, {kind = ZEROS, tags = {"edge"}}),
    on("ties", ROWS, 4, 8, 160, {kind = TIES, tags = {"edge"}}),
    on("negative", ROWS, 2, 8, 80, {kind = NEGATIVE, tags = {"edge"}}),
    on("outliers", ROWS, 3, 8, 272, {kind = OUTLIERS}),
    on("range", ROWS, 2, 8, 64, {kind = RANGE, tags = {"edge"}}),
    on("row-of-2064", ROWS, 2, 8, 2064, {tags = {"edge"}, note = "a block's width and two loads more"}),
    on("row-of-16384", ROWS, 1, 8, 16384, {kind = OUTLIERS, tags = {"edge"}}),
    on("one-row", SUMS, 1, 8, 16, {tags = {"edge"}}),
    on("k144", SUMS, 72, 136, 144, {kind = ZEROS, tags = {"edge"}, note = "16 of K beyond a turn"}),
    on("lowest", SUMS, 8, 16, 128, {kind = LOWEST, tags = {"edge"}, note = "-128 in both operands"}),
    on("large-sums", SUMS, 8, 16, 1168, {kind = LARGE, g = 1, tags = {"edge"}, note = "ten turns, sums beyond 2^24"}),
    on("two-each", {"gemm_w8a8"}, 130, 136, 80, {g = 1, tags = {"edge"}, note = "one block has all tiles"}),
    on("more-blocks", {"gemm_w8a8"}, 20, 72, 48, {g = 5, tags = {"edge"}, note = "blocks without a tile"}),
    on("one-token", FOUR, 1, 16, 32, {tags = {"edge"}}),
    on("short-group", FOUR, 5, 24, 160, {tags = {"edge"}, note = "groups of 128 and of 32"}),
    on("eight-tokens", FOUR, 8, 40, 2336, {tags = {"edge"}, note = "19 groups, the last of 32"}),
    on("hidden-rows", ROWS, gen.pick{2, 5}, 8, gen.pick{80, 528, 2176}, {hidden = true}),
    on("hidden", SUMS, gen.pick{60, 129}, gen.pick{104, 200}, gen.pick{112, 272}, {g = gen.pick{1, 3}, hidden = true}),
    on("hidden-four", FOUR, gen.pick{1, 3}, gen.pick{8, 56}, gen.pick{96, 416}, {hidden = true}),
    on("gate-rows", ROWS, 4, 8, 4096, {tags = {"gate"}}),
    on("gate", SUMS, 256, 256, 256, {tags = {"gate"}}),
    on("gate-four", FOUR, 2, 64, 2048, {tags = {"gate"}}),
    on("bench-rows", ROWS, M, 8, N, {tags = {"bench"}}),
    on("bench", SUMS, M, N, N, {g = 132, tags = {"bench"}}),
    on("bench-few", {"gemm_w8a8"}, FEW, N, N, {g = 132, tags = {"bench"}}),
    on("bench-four", FOUR, 1, 28672, 8192, {tags = {"bench"}}),
  },

  gates = {
    spill"quantise_rows", spill"norm_quantise", spill"gemm_s32", spill"gemm_w8a8", spill"gemv_w4",
    in_ptx("gemm_s32", "ptx", "wgmma.mma_async"), in_ptx("gemm_w8a8", "ptx-wgmma", "wgmma.mma_async"),
    in_ptx("gemm_w8a8", "ptx-tma", "cp.async.bulk.tensor"), fenced"gemm_s32", fenced"gemm_w8a8",
    at("quantise_rows", "once", "gate-rows", "g_ld_sec", "<=", "1.02*"..X, "a row is read once"),
    at("quantise_rows", "wide", "gate-rows", "g_ld_req", "<=", "1.05*M*K/256",
      "16 bytes a lane: eight elements a load"),
    at("quantise_rows", "stores", "gate-rows", "g_st_req", "<=", "M*K/256 + M", "a lane's eight codes are one store"),
    at("norm_quantise", "once", "gate-rows", "g_ld_sec", "<=", "1.02*2*"..X, "the row and the gain are read once"),
    at("norm_quantise", "alone", "gate-rows", "g_st_sec", "<=", "1.02*"..CODES.." + M",
       "codes and a scale leave, and no normalised row"),
    at("gemm_s32", "exact", "gate", "flops_tensor", "==", turns(64, 128).."*"..2*64*128*128,
       "each product of a tile and turn once"),
    at("gemm_s32", "bytes", "gate", "tma_B", "<=", brought(64, 128),
      "TMA brings each box once for the block that needs it"),
    at("gemm_w8a8", "exact", "gate", "flops_tensor", "==", turns(128, 256).."*"..2*128*256*128,
       "each product of a tile and turn once"),
    at("gemm_w8a8", "bytes", "gate", "tma_B", "<=", brought(128, 256).." + 2*M*N",
       "tiles of 128 x 256 where a block has work for them, and D in bf16"),
    at("gemm_w8a8", "fused", "gate", "g_st_req", "==", 0, "threads store nothing: sums are scaled where they are"),
    at("gemm_w8a8", "banks", "gate", "sh_conf", "==", 0, "D's boxes are written with the swizzle of the map"),
    at("gemv_w4", "once", "gate-four", "g_ld_sec", "<=", ("1.05*(%s + %s*(16*M + 8))"):format(WORDS, GROUPS),
       "a word is read once for all tokens, and x once for 32 rows"),
    at("gemv_w4", "bytes", "gate-four", "g_uniq_ld", "<=", "0.54*N*K + 2*M*K",
      "four bits a weight, and its group's share"),
  },

  bench = {
    bench{id = "rows", call = "quantise_rows", case = "bench-rows", clock = "gpu", on = "cuda", bytes = "3*M*K"},
    bench{id = "norm", call = "norm_quantise", case = "bench-rows", clock = "gpu", on = "cuda", bytes = "3*M*K"},
    bench{id = "sums", call = "gemm_s32", case = "bench", clock = "gpu", on = "cuda", flops = "2*M*N*K",
          bytes = "M*K + K*N + 4*M*N"},
    bench{id = "layer", call = "gemm_w8a8", case = "bench", clock = "gpu", on = "cuda", flops = "2*M*N*K",
          bytes = "M*K + K*N + 2*M*N"},
    bench{id = "layer-few", call = "gemm_w8a8", case = "bench-few", clock = "gpu", on = "cuda", flops = "2*M*N*K",
          bytes = "M*K + K*N + 2*M*N"},
    bench{id = "four", call = "gemv_w4", case = "bench-four", clock = "gpu", on = "cuda", flops = "2*M*N*K",
          bytes = "0.5*N*K + 3*N*K/128"},
    bench{id = "rows-sectors", call = "quantise_rows", case = "gate-rows", metric = "fewer:g_sec", on = "simt"},
    bench{id = "layer-bytes", call = "gemm_w8a8", case = "gate", metric = "fewer:tma_B", on = "simt", flops =
    "2*M*N*K"}, bench{id = "four-requests", call = "gemv_w4", case = "gate-four", metric = "fewer:g_ld_req", on =
    "simt"}, },

  predict = {
    predict{id = "flops", axis = "flops", unit = "GFLOP", answer = "f.op(f.m, f.n, f.n)/1e9", rtol = .01,
            ask = [[Operations of the product of {{= n(f.m)}} tokens with a layer of {{= n(f.n)}} x {{= n(f.n)}}, a
              multiply-add being two?]], worked = "2 · {{= n(f.m)}} · {{= n(f.n)}} · {{= n(f.n)}}."},
    predict{id = "bytes", axis = "bytes", unit = "MB", answer = "f.naive(f.m, f.n, f.n)/1e6", rtol = .05,
            ask = [[Somebody's int8 layer has three passes beside its product: one finds the largest magnitude of each
              row of bf16, one writes codes, one turns int32 sums into bf16. How many bytes do they move for these
              sizes?]],
            worked = "2 and 3 bytes an activation, 6 a result: 5MK + 6MN."},
    predict{id = "bound", axis = "intensity", ask = [[And the product of int8 itself, what bounds it at {{= n(f.m)}}
      tokens?]],
            choices = {"the tensor cores and what feeds them", "HBM", "the conversion of its sums"},
            answer = "the tensor cores and what feeds them",
            worked = [[{{= n(f.op(f.m,f.n,f.n)/f.least(f.m,f.n,f.n),0)}} operations a byte of HBM, where the ridge
              lies at {{= n(f.int8/f.bw,0)}}.]]},
    predict{id = "tiles", axis = "parallelism", unit = "1", answer = "f.tiles(f.few, f.n, 256)", rtol = 0,
            ask = "Tiles of 128 x 256 in the result of {{= n(f.few)}} tokens and {{= n(f.n)}} outputs?",
            worked = "For {{= f.sms}} SMs. Tiles of 64 columns are {{= f.tiles(f.few, f.n, 64)}}."},
    predict{id = "risk", axis = "failure", ask = [[One channel of the activations is a hundred times larger than all
      others…]],
            choices = {"sums overflow", "most codes of each row are -1, 0 or 1", "that channel is clipped"},
            answer = "most codes of each row are -1, 0 or 1",
            worked = "The row's scale follows its largest magnitude: a step is as large as the other values."},
  },

  facts = function(hw)
    local h, m = hw.h200, hw.h200_m
    local f = {
      n = N, m = M, few = FEW, sms = h.sms, bw = h.bw, bw_m = m.bw_mean, bf16 = h.bf16, int8 = h.fp8,
      t = MEASURED, best16 = 2*M*N*N/(MEASURED.product.bf16*1e-6), best8 = 2*M*N*N/(MEASURED.product.us*1e-6),
      clk = 2*hw.h100.tensor_clk, room = h.smem_block, group = GROUP, wide = 8192, high = 28672,
      op = function(M, N, K) return 2*M*N*K end,
      naive = function(M, N, K) return 5*M*K + 6*M*N end,                 -- bytes of three passes beside the product
      least = function(M, N, K) return M*K + N*K + 2*M*N end,             -- bytes of the product alone
      tiles = function(M, N, w) return math.ceil(M/128)*math.ceil(N/w) end,
      code = function(x, t) return math.floor(x*127/t + .5) end,
      bit = function(i) return 4*(i//2 + 4*(i % 2)) end,
      four = function(g) return .5 + 3/g end,                             -- bytes a weight
    }
    f.us16 = function(M, N, K) return f.op(M, N, K)/f.best16*1e6 end
    f.us8 = function(M, N, K) return f.op(M, N, K)/f.best8*1e6 end
    f.pass = function(bytes) return bytes/f.bw_m*1e6 end
    f.even = function(bytes) return bytes/(2*f.bw_m*(1/f.best16 - 1/f.best8)) end -- K = N where `bytes` K eat the gain
    f.filled = function(M, N, w) -- share of the SMs' time that is spent on tiles
      local t = f.tiles(M, N, w)
      return t/(math.ceil(t/f.sms)*f.sms)
    end
    f.turn = 2*128*256*128/f.clk
    return f
  end,

  questions = {
    q.num{id = "code", seed = "S004-C09-T09", unit = "1", rtol = 0,
      ask = "A row's largest magnitude is {{= p.t}}. Which code does {{= p.x}} get?",
      vary = {t = {2.5, 5.4, 12.7}, x = {-1.3, .9, 2.2}},
      answer = function(f, p) return f.code(p.x, p.t) end,
      wrong = {{value = function(_, p) return math.floor(p.x*255/p.t + .5) end, hint =
        "A sign, and 127 steps on either side."}},
      worked = "{{= p.x}} · 127 / {{= p.t}} = {{= n(p.x*127/p.t,2)}}."},
    q.num{id = "outlier", seed = "S004-C09-T09", unit = "1", rtol = .05,
      ask = [[One channel of a token is {{= p.o}}, all others are below {{= p.v}} in magnitude. How many different codes
        can the others get?]],
      vary = {o = {40, 60, 100}, v = {1, 2}},
      answer = function(f, p) return 2*f.code(p.v, p.o) + 1 end,
      wrong = {{value = function() return 255 end, hint = "The scale is the row's, and the row has the outlier."}},
      worked = "A step is {{= n(p.o/127,2)}}: codes from {{= -f.code(p.v,p.o)}} to {{= f.code(p.v,p.o)}}."},
    q.num{id = "passes", seed = "S001-22", unit = "us", rtol = .02, accept = {"s", "ms", "us"},
      ask = [[Three passes beside the product (largest magnitudes, codes, int32 to bf16) for {{= n(p.m)}} tokens and a
        layer of {{= n(p.k)}} x {{= n(p.k)}}: time at {{= si(f.bw_m,"B/s")}}?]],
      vary = {m = {1024, 2048, 8192}, k = {2048, 8192}},
      answer = function(f, p) return f.pass(f.naive(p.m, p.k, p.k)) end,
      wrong = {{value = function(f, p) return f.pass(5*p.m*p.k) end, hint =
        "Sums are written by the product and read: the third pass has 4 + 2 bytes."}},
      worked = "11 bytes times {{= n(p.m*p.k)}}: {{= mb(f.naive(p.m,p.k,p.k),0)}}."},
    q.num{id = "even", seed = "S001-22", unit = "1", rtol = .02,
      ask = [[bf16 runs at {{= si(f.best16,"FLOP/s")}}, int8 at {{= si(f.best8,"FLOP/s")}}, passes at {{=
        si(f.bw_m,"B/s")}}. A layer has K inputs and K outputs and {{= p.b}} bytes of extra passes for each token and
        input. From which K on is int8 faster?]],
      vary = {b = {3, 5, 11}},
      answer = function(f, p) return f.even(p.b) end,
      wrong = {{value = function(f, p) return 2*f.even(p.b) end, hint = "A multiply-add is two operations."}},
      worked = "{{= p.b}} K / B = 2 K² (1/P16 - 1/P8): K = {{= n(f.even(p.b),0)}}. The tokens cancel."},
    q.num{id = "overflow", unit = "1", rtol = 0,
      ask = "Codes of magnitude up to {{= p.c}} in both factors: the largest K whose sums always fit into int32?",
      vary = {c = {127, 128, 7}},
      answer = function(_, p) return (2^31 - 1)//(p.c*p.c) end,
      wrong = {{value = function(_, p) return 2^24//(p.c*p.c) end, hint = "That is where float stops being exact."},
               {value = function(_, p) return (2^32 - 1)//(p.c*p.c) end, hint = "One bit is the sign."}},
      worked = "{{= n(2^31 - 1)}} / {{= p.c*p.c}}."},
    q.num{id = "filled", unit = "%", rtol = .01,
      ask = [[{{= n(p.m)}} tokens, {{= n(f.n)}} outputs, tiles of 128 x {{= p.w}}, {{= f.sms}} SMs with one tile at a
        time. Which share of the SMs' time is spent on tiles?]],
      vary = {m = {128, 384, 640}, w = {64, 128, 256}},
      answer = function(f, p) return 100*f.filled(p.m, f.n, p.w) end,
      wrong = {{value = function(f, p) return 100 - 100*f.filled(p.m, f.n, p.w) end, hint =
        "That is the share that is idle."}},
      worked = "{{= f.tiles(p.m,f.n,p.w)}} tiles: {{= math.ceil(f.tiles(p.m,f.n,p.w)/f.sms)}} waves of {{= f.sms}}."},
    q.num{id = "four", seed = "S004-C09-T11", unit = "B", rtol = .005,
      ask = [[Four bits a weight, and for each group of {{= p.g}} a scale in bf16 and a zero point of a byte. Bytes a
        weight?]],
      vary = {g = {32, 64, 256}},
      answer = function(f, p) return f.four(p.g) end,
      wrong = {{value = function(_, p) return .5 + 2/p.g end, hint = "And the zero point."}},
      worked = "1/2 + 3/{{= p.g}}."},
    q.num{id = "nibble", seed = "S004-C09-T11", unit = "1", rtol = 0,
      ask = "At which bit of its word does code {{= p.i}} of the eight begin?",
      vary = {i = {1, 3, 4, 6}},
      answer = function(f, p) return f.bit(p.i) end,
      wrong = {{value = function(_, p) return 4*p.i end, hint = "Neighbours stand sixteen bits apart."}},
      worked = "4 ({{= p.i//2}} + 4 · {{= p.i % 2}})."},
    q.choice{id = "channel", seed = "S004-C09-T09", answer = 2,
      ask = "Why do activations not get a scale for each channel, which would cure the outliers?",
      options = {"Tensor cores know one scale only", [[Such a scale changes along the sum, so it can't be taken out
        of it]],
                 "There are too many channels", "It would have to be found in a calibration"},
      worked = [[Σ s_k a_k b_k has no factor in front. Moving s_k into the weights beforehand is what SmoothQuant
        does.]]},
    q.choice{id = "norm", answer = 3,
      ask = "RMSNorm divides a row by its root mean square. Which part of the codes depends on that number?",
      options = {"The largest only", "All of them", "None: it is in the scale", "Those that are clipped"},
      worked = "x · gain and its largest magnitude are divided by the same number: the quotient keeps."},
    q.choice{id = "magic", seed = "S004-C09-T11", answer = 1,
      ask = [[A code c of four bits becomes bf16 as 0x4300 | c, which is 128 + c. What would go wrong with codes of
        eight bits?]],
      options = {"The mantissa has seven bits", "The subtraction overflows", "Nothing", "They would be negative"},
      worked = "From 128 to 255 bf16 counts by ones, so seven bits of code fit."},
    q.choice{id = "zero", seed = "S004-C09-T09", answer = 2,
      ask = "With codes c - z, a kernel sums c·x and corrects at the end. By what?",
      options = {"z, once a row", [[z times the sum of the group's
        x]], "z times the number of weights", "z times the largest x"},
      worked = [[Σ d (c - z) x = d (Σ c x - z Σ x). In float the two terms may cancel; subtracting before is safe,
        and one instruction for two codes.]]},
    q.multi{id = "fused", seed = "S001-22",
      ask = "Which of these passes can disappear into a kernel that is there anyway, in this lab's layer?",
      options = {"codes into the norm before", [[the largest magnitude of a row into the norm
        before]], "scales into the epilogue",
                 "the largest magnitude of D's rows into the epilogue", "the weights' codes into the product"},
      answer = {1, 2, 3},
      worked = [[A row of D lies in many blocks, so its largest magnitude is not known in any; weights are coded
        once, long before.]]},
    q.order{id = "path", ask = "An activation on its way to a result, first to last?",
      items = {"x times gain, in the registers of a block", "the row's largest magnitude", "a code of eight bits",
               "a box in shared memory", "an int32 sum", "float, times two scales", "bf16"}},
    q.text{id = "why", seed = "S001-22", min_words = 40,
      ask = [[A team has turned its linear layers from bf16 to int8 with a library, and the model became slower,
        although the product alone is faster. Where would you look, in which order, and what would you change?]],
      rubric = {"count kernels and bytes beside the product: largest magnitudes, codes, int32 sums to memory and back",
                "fuse the codes into the norm or activation before, scales into the epilogue",
                "small batches: launches, and tiles too large for all SMs",
                "which layers gain: K and N large enough that the product's gain exceeds the passes",
                "small batches are bound by weights: fewer bits of weights alone (four) help there"}},
  },

  hints = {
    {on = "build", match = {"sm_90a", "not supported on .target", "undefined", "identifier", "linkage"},
     "`extern \"C\"` before each kernel, and hop.h's wrappers for Hopper's instructions: lab.h includes it."},
    {on = "case:row-of-16", "Two lanes have the row, all others have nothing: their largest magnitude is 0."},
    {on = "case:zeros/quantise_rows", [[127 / 0 is infinite, and zero times infinity is NaN: decide for a row of
      zeros.]]},
    {on = "case:zeros/norm_quantise", "A row of zeros has scale 0 and codes 0; EPS keeps the norm finite."},
    {on = "case:ties", [[To the nearest integer, ties to even, of x times the quotient 127 / t, both in float: 127
      times 1 / t is another factor, and so is 1 / s. A conversion to int cuts.]]},
    {on = "case:negative", "The largest magnitude: of |x|."},
    {on = "case:range/norm_quantise", "Where EPS stands matters for small rows: inside the root, beside the mean."},
    {on = "case:row-of-2064", "A block has 2,048 elements at a time, and this row has sixteen more."},
    {on = "case:row-of-16384", "The longest row: 64 elements a thread."},
    {on = "case:one-row", [[One row, eight columns, sixteen of K: the boxes count whole, and only what exists is
      stored.]]},
    {on = "case:k144/gemm_s32", "Two turns, the second mostly zeros. The parity turns with each, and sums go on."},
    {on = "case:k144", "The scale of row m is sa[m], of column n sb[n]: which rows and columns does a lane hold?"},
    {on = "case:large-sums/gemm_s32", "Sums stay int32 from turn to turn: float is exact to 2^24 only."},
    {on = "case:large-sums", "Ten turns: the ring goes round. Stage and parity advance together, on both sides."},
    {on = "case:two-each", "Ring and parity live as long as the block, and go on from tile to tile."},
    {on = "case:more-blocks", [[A block without a tile sets up and leaves; all of its threads come to the same
      barriers.]]},
    {on = "case:one-token", "One group of 32: only its first quarter exists. x of tokens that do not exist is 0."},
    {on = "case:short-group", "The last group may be short. Its scale stands where that of a whole one would."},
    {on = "case:eight-tokens", "Columns of the product are tokens: eight of them."},
    {on = "gate:quantise-rows-once", "Keep the row in registers between its two uses: 64 elements a thread at most."},
    {on = "gate:quantise-rows-stores", "Eight codes are eight bytes: one store."},
    {on = "gate:norm-quantise-alone", "Nothing between x and the codes is stored."},
    {on = "gate:gemm-w8a8-bytes", "Tiles of 128 x 256 bring least. Narrow ones are for shapes with too few tiles."},
    {on = "gate:gemm-w8a8-fused", [[D goes through shared memory and TMA: 16 rows of a warp by stmatrix, then one
      thread stores the box.]]},
    {on = "counter:ptx:fence.mbarrier_init", "Behind mbar_init() stands fence_mbar_init(), and then a barrier."},
    {on = "counter:sh_conf", "The 16 bytes c of row r in place c ^ (r % 8), for what you write as for what you read."},
    {on = "gate:gemv-w4-once", [[All tokens share a load of a word: they are the columns of one product. And x is
      loaded by one warp for all 32 rows of the block: warps share K out between them, not rows.]]},
    {on = "sanitize", [[Which of the two proxies wrote, which one reads, and what stands between? And is every scale
      that you load one that exists?]]},
    {on = "call:gemv_w4", "One word, one token, by hand: code i stands at bit 4 (i / 2 + 4 (i % 2))."},
    {on = "correct", "Take the smallest failing case, and work out its first wrong element by lab.h's formula."},
    {after = 3, [[`ridge hint g10-int8-gemm` shows the next tier; the third has the ring, the epilogue and the
      unpacking.]]},
  },

  points = {compile = 10, correct = 35, sanitize = 10, profile = 20, perf = 10, answers = 15},
}
