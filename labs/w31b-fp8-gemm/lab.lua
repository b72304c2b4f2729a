-- w31b-fp8-gemm: a product of e4m3 with block scales, from the quantisers to a persistent kernel.

local N = 4096                       -- side of the timed product
local FP8_SMEM = 227*1024            -- lab.h
local STAGES = {"quant_rows", "quant_tiles", "gemm_mma", "gemm_single", "gemm_fp8"}
local GEMMS, MAPPED = {"gemm_mma", "gemm_single", "gemm_fp8"}, {"gemm_single", "gemm_fp8"}
local PLAIN, ZEROS, LARGEST, SPREAD, POSITIVE = 0, 1, 2, 3, 4   -- kernels/w31b-fp8-gemm/oracle.c
local OUTLIER, TIES, TINY = 2, 3, 4                -- of a quantiser
local EDGE = {"edge"}

local function on(id, calls, M, cols, K, more)
  local c = {id = id, calls = calls, M = M, N = cols, K = K, kind = PLAIN, pad = 0, g = 2, sample = 0}
  for k, v in pairs(more or {}) do c[k] = v end
  return c
end
local function rows(id, M, K, more) return on(id, {"quant_rows"}, M, 8, K, more) end
local function tiles(id, cols, K, more) return on(id, {"quant_tiles"}, 1, cols, K, more) end

local function up(x, tile) return ("((%s + %d)//%d)"):format(x, tile - 1, tile) end
local function A(high) return input{"A", box = {high, 128}, dims = {"M", "K"}, swizzle = 128} end
local B = input{"B", box = {128, 128}, dims = {"N", "K"}, swizzle = 128}
local sA = input{"sA", box = {1, 128}, dims = {"K//128", "M"}}

local function dashed(call) return (call:gsub("_", "-")) end
-- Tiles of `high` x `wide`, a turn for each block of K.
local function turns(high, wide) return up("M", high).."*"..up("N", wide).."*(K//128)" end
local function exact(call, high, wide)
  return gate{id = dashed(call).."-exact", call = call, case = "gate", counter = "flops_tensor", op = "==",
              value = ("%s*%d"):format(turns(high, wide), 2*high*wide*128), why = "each product of a tile once"}
end
local function promoted(call)
  return gate{id = dashed(call).."-promoted", call = call, case = "gate", counter = "flops_f32", op = ">=",
              value = "2*M*N*K/128", why = "each sum of 128 products is added in float: a multiply-add an element"}
end
local function once(call)
  return gate{id = dashed(call).."-once", call = call, case = "gate", counter = "flops_f32", op = "<=",
              value = "2.25*M*N*K/128", why = [[the two scales are one factor of a row and block, and a partial
              sum costs one multiply-add]]}
end
local function traffic(call, value, why)
  return gate{id = dashed(call).."-bytes", call = call, case = "gate", counter = "tma_B", op = "<=", value = value,
              why = why}
end
local function asked(call, value, why)
  return gate{id = dashed(call).."-scales", call = call, case = "gate", counter = "g_ld_req", op = "<=",
              value = value, why = why}
end
local function whole(call)
  return gate{id = dashed(call).."-spill", call = call, counter = "spill_B", op = "==", value = 0, on = "cuda",
              why = "sums that spill live in local memory"}
end
local function in_ptx(call, id, text, why)
  return gate{id = dashed(call).."-"..id, call = call, counter = "ptx:"..text, op = ">=", value = 1, on = "cuda",
              why = why or "the code has the tensor cores' instruction for e4m3"}
end
local function reads(call, value)
  return gate{id = dashed(call).."-reads", call = call, case = "gate", counter = "g_ld_sec", op = "<=", value = value,
              why = "each element comes from memory once: who finds the largest keeps what was read"}
end
local function writes(call, value)
  return gate{id = dashed(call).."-writes", call = call, case = "gate", counter = "g_st_req", op = "<=",
              value = value, why = "eight codes a lane, and scales of neighbouring rows side by side"}
end

-- An H200, 29 November 2026, by kernels/w31b-fp8-gemm/bench.cu: TFLOP/s, medians of pairs with cuBLASLt's block-scaled
-- product in the same run, on a cold L2; `of`: the median of the pairs' ratios. opt: opt.cu's gemm_fp8; pairs, low,
-- turns and half (opt with groups of half as many rows): trials.cuh. Errors over the element, at most, with codes that
-- are nearly all positive.
local MEASURED = {
  mma = {rate = 121.9, of = .100}, single = {rate = 645.0, of = .544}, naive = {rate = 581.1, of = .490},
  ref = {rate = 1212.6, of = 1.009}, opt = {rate = 1225.4, of = 1.018}, blas = 1202.7,
  pairs = {of = .981}, low = {of = .885}, turns = {of = .997}, half = {of = 1.031},
  big = {single = {rate = 635.8, of = .542}, naive = {rate = 532.0, of = .456}, ref = {rate = 1129.3, of = .968},
         opt = {rate = 1137.4, of = .978}, blas = 1164.5, pairs = {of = .950}, low = {of = .838}, turns = {of = .949},
         half = {of = .982}},
  error = {{K = 128, kept = 6.76e-4, added = 6.76e-4}, {K = 1024, kept = 1.48e-2, added = 4.16e-4},
           {K = 4096, kept = 7.09e-2, added = 3.26e-4}, {K = 16384, kept = .277, added = 2.76e-4}},
  rows = .783, tiles = .743,                          -- quantisers of side 8192, of a copy of as many bytes
}

return lab {
  api = 1, rev = 1, id = "w31b-fp8-gemm", title = "FP8 GEMM with block scales",
  kind = "kernel", week = 31, part = 4, domain = {"gemm", "quantization", "cuda"},
  seeds = {"S001-22", "S002-REPO-6", "S002-REPO-7", "S003-DN-advQuant", "S003-DE-19", "S003-PIV-GOAL", "S003-W31",
           "S003-W31-C2", "S003-W31-HO", "S004-C01-T05", "S004-C06-T14", "S004-C09-T10"},
  requires = {"w31-fp8-kquant", "w16-tma-wgmma-gemm"}, suggests = {"w17-flash-hopper"},
  hours = {read = 3, lab = 5},
  durable = {[[A scale that a whole tensor shares is set by its largest element; a block's outlier costs its
      block only]],
             "Scales along K cannot wait for the end of the sum: each block's part is added with its own factor",
             "What an accumulator keeps bounds how long a sum may stay in it",
             "Two groups that alternate hide the float part of each behind the products of the other"},
  ephemeral = {{"Some 14 bits in Hopper's accumulation of e4m3", as_of = "2026-11"},
               {"Blocks of 1 x 128 and 128 x 128", as_of = "2026-11"}},
  readings = {
    {"tefp8", hours = 1, look_for = [[block scaling beside delayed scaling: which of the two needs to look at the
      tensor before it is converted]]},
    {"fp8formats", hours = 1, look_for = "what the authors accumulate in, and where they put the scale"},
    {"gordicmatmul", hours = 1, look_for = [[the last kernels: which of their steps would change for operands of
      a byte]]},
  },

  lang = "cuda", backends = {"simt", "cuda"},
  edit = {"fp8.cu"},
  reference = "ref.cu", ladder = {"naive.cu", "ref.cu", "opt.cu"},
  limits = {wall_s = 90, mem_MiB = 4096, threads = 1},
  device = {arch = "sm_90a"},
  order = STAGES,

  buffers = {
    X = {dtype = "bf16", shape = {"M", "K"}, dist = gen.custom"numbers"},
    W = {dtype = "bf16", shape = {"N", "K"}, dist = gen.custom"numbers"},
    Y = {dtype = "u8", shape = {"M", "K"}},
    sY = {dtype = "f32", shape = {"K//128", "(M + 3)//4*4"}},
    Z = {dtype = "u8", shape = {"N", "K"}},
    sZ = {dtype = "f32", shape = {up("N", 128), "K//128"}},
    A = {dtype = "u8", shape = {"M", "K + pad"}, dist = gen.custom"codes"},
    B = {dtype = "u8", shape = {"N", "K + pad"}, dist = gen.custom"codes"},
    sA = {dtype = "f32", shape = {"K//128", "(M + 3)//4*4"}, dist = gen.custom"scales"},
    sB = {dtype = "f32", shape = {up("N", 128), "K//128"}, dist = gen.custom"scales"},
    D = {dtype = "bf16", shape = {"M", "N"}},
  },

  calls = {
    quant_rows = call{args = {output"Y", output"sY", input"X", i32"M", i32"K"}, verify = "rows",
                      launch = {grid = {"K//128", up("M", 64)}, block = {256}}},
    quant_tiles = call{args = {output"Z", output"sZ", input"W", i32"N", i32"K"}, verify = "tiles",
                       launch = {grid = {"K//128", up("N", 128)}, block = {256}}},
    gemm_mma = call{args = {output"D", input"A", input"sA", input"B", input"sB", i32"M", i32"N", i32"K"},
                    verify = "product", launch = {grid = {up("N", 64), up("M", 64)}, block = {128}}},
    gemm_single = call{args = {output"D", A(64), input"sA", B, input"sB", i32"M", i32"N", i32"K"}, verify = "product",
                       launch = {grid = {up("N", 128), up("M", 64)}, block = {128}}},
    gemm_fp8 = call{args = {output{"D", box = {64, 64}, swizzle = 128}, A(128), sA, B, input"sB", i32"M", i32"N",
                            i32"K"}, verify = "product", launch = {grid = {"g"}, block = {384}, smem = FP8_SMEM}},
  },

  cases = {
    rows("one-row-of-x", 1, 128, {tags = EDGE}),
    rows("rows-of-zeros", 37, 384, {kind = ZEROS, tags = EDGE}),
    rows("row-outliers", 70, 256, {kind = OUTLIER, tags = EDGE}),
    rows("row-ties", 66, 128, {kind = TIES, tags = EDGE}),
    rows("tiny-rows", 34, 128, {kind = TINY, tags = EDGE}),
    rows("hidden-rows", gen.pick{33, 65, 131}, gen.pick{128, 256}, {kind = gen.pick{PLAIN, ZEROS}, hidden = true}),
    tiles("eight-rows-of-w", 8, 128, {tags = EDGE}),
    tiles("tiles-of-zeros", 264, 384, {kind = ZEROS, tags = EDGE}),
    tiles("tile-outliers", 136, 256, {kind = OUTLIER, tags = EDGE}),
    tiles("tile-ties", 128, 256, {kind = TIES, tags = EDGE}),
    tiles("tiny-tiles", 136, 128, {kind = TINY, tags = EDGE}),
    tiles("hidden-tiles", gen.pick{72, 144, 256}, gen.pick{128, 256}, {kind = gen.pick{PLAIN, ZEROS}, hidden = true}),
    on("one-row", GEMMS, 1, 8, 128, {tags = EDGE}),
    on("two-blocks", GEMMS, 64, 128, 256),
    on("ragged", GEMMS, 70, 200, 256, {tags = EDGE}),
    on("zero-scales", GEMMS, 72, 136, 384, {kind = ZEROS, tags = EDGE}),
    on("largest-codes", GEMMS, 66, 136, 256, {kind = LARGEST, tags = EDGE}),
    on("spread-scales", GEMMS, 130, 264, 384, {kind = SPREAD, tags = EDGE}),
    on("deep", GEMMS, 8, 16, 1024, {kind = POSITIVE, tags = EDGE}),   -- on a GPU tells who keeps K in the accumulator
    on("behind-rows", MAPPED, 75, 136, 256, {pad = 16, tags = EDGE}),   -- NaN behind the rows, and behind sA's
    on("long", {"gemm_fp8"}, 8, 16, 128*9, {kind = SPREAD, tags = EDGE}),          -- nine turns in the ring
    on("two-each", {"gemm_fp8"}, 300, 136, 384, {kind = SPREAD, tags = EDGE}),     -- four tiles, two blocks
    on("many-rows", {"gemm_fp8"}, 2320, 136, 128, {kind = SPREAD, g = 6, tags = EDGE}),   -- ten rows of two tiles
    on("more-blocks", {"gemm_fp8"}, 8, 264, 128, {g = 8, tags = EDGE}),            -- three tiles, eight blocks
    on("hidden-mma", {"gemm_mma"}, gen.pick{60, 90}, gen.pick{72, 144}, gen.pick{128, 256}, {hidden = true}),
    on("hidden", MAPPED, gen.pick{60, 129, 200}, gen.pick{104, 264}, gen.pick{128, 256, 384},
       {pad = gen.pick{0, 16}, kind = gen.pick{PLAIN, SPREAD}, hidden = true}),
    on("gate", STAGES, 256, 256, 256, {tags = {"gate"}}),
    on("bench", MAPPED, N, N, N, {g = 132, sample = 3, tags = {"bench"}}),
    on("bench-quant", {"quant_rows", "quant_tiles"}, 2048, 2048, 4096, {tags = {"bench"}}),
  },

  gates = {
    whole"gemm_mma", whole"gemm_single", whole"gemm_fp8",
    in_ptx("gemm_mma", "ptx", "mma.sync.aligned.m16n8k32"), in_ptx("gemm_single", "ptx", ".e4m3.e4m3"),
    in_ptx("gemm_single", "ptx-wgmma", "wgmma.mma_async"), in_ptx("gemm_fp8", "ptx", ".e4m3.e4m3"),
    in_ptx("gemm_fp8", "ptx-wgmma", "wgmma.mma_async"),
    in_ptx("gemm_fp8", "ptx-tma", "cp.async.bulk.tensor", "tiles and scales come by TMA"),
    in_ptx("gemm_fp8", "ptx-regs", "setmaxnreg", "192 sums a thread need the producer's registers"),
    reads("quant_rows", "1.02*M*K/16"), writes("quant_rows", "1.02*(M*K/256 + M*K/1024)"),
    reads("quant_tiles", "1.02*N*K/16"), writes("quant_tiles", "1.02*N*K/256 + 2*(N//128)*(K//128)"),
    exact("gemm_mma", 64, 64), promoted"gemm_mma", once"gemm_mma",
    gate{id = "gemm-mma-lanes", call = "gemm_mma", case = "gate", counter = "g_ld_eff", op = ">=", value = .97,
         why = "the k of a block may come in any order, if A and B agree: 16 bytes a lane, whole sectors"},
    exact("gemm_single", 64, 128), promoted"gemm_single", once"gemm_single",
    traffic("gemm_single", turns(64, 128).."*24576", "TMA brings 64 x 128 and 128 x 128 codes a turn, once"),
    asked("gemm_single", turns(64, 128).."*12", "a warp asks three times a turn: two rows' scales and the tile's"),
    exact("gemm_fp8", 256, 128), promoted"gemm_fp8", once"gemm_fp8",
    traffic("gemm_fp8", turns(256, 128).."*50176 + 2*M*N", [[a turn is 49,152 bytes of codes and 1,024 of scales,
      and D leaves once]]),
    asked("gemm_fp8", turns(256, 128).."*8", [[scales of A come with their tile: a warp asks for the one of B,
      once a turn]]),
    gate{id = "gemm-fp8-banks", call = "gemm_fp8", case = "gate", counter = "sh_conf", op = "==", value = 0,
         why = "sums go into shared memory with the swizzle of the map, and scales are read side by side"},
  },

  bench = {
    bench{id = "rows", call = "quant_rows", case = "bench-quant", clock = "gpu", on = "cuda", bytes = "3*M*K"},
    bench{id = "tiles", call = "quant_tiles", case = "bench-quant", clock = "gpu", on = "cuda", bytes = "3*N*K"},
    bench{id = "single", call = "gemm_single", case = "bench", clock = "gpu", on = "cuda",
          flops = "2*M*N*K", bytes = "M*K + K*N + 2*M*N"},
    bench{id = "fp8", call = "gemm_fp8", case = "bench", clock = "gpu", on = "cuda",
          stages = {bronze = .3, silver = .6, gold = .9}, flops = "2*M*N*K", bytes = "M*K + K*N + 2*M*N"},
    bench{id = "fp8-bytes", call = "gemm_fp8", case = "gate", metric = "fewer:tma_B", on = "simt", flops = "2*M*N*K"},
    bench{id = "rows-sectors", call = "quant_rows", case = "gate", metric = "fewer:g_sec", on = "simt"},
    bench{id = "mma-sectors", call = "gemm_mma", case = "gate", metric = "fewer:g_sec", on = "simt"},
  },

  predict = {
    predict{id = "flops", axis = "flops", unit = "FLOP", answer = "f.flops",
            ask = [[FLOP of a product of {{= n(f.n)}} x {{= n(f.n)}} matrices?]],
            worked = "n³ multiply-adds of 2 FLOP; the scales add one in 128."},
    predict{id = "bytes", axis = "bytes", unit = "GB", answer = "f.brought(256, 128)/1e9", rtol = .02,
            ask = [[Bytes of codes that TMA brings into shared memory for it, all blocks together, with tiles of
              256 x 128 and no multicast?]],
            worked = [[{{= n(f.tiles(256,128))}} tiles, {{= n(f.n//128)}} turns each, (256 + 128) · 128 bytes a
              turn.]]},
    predict{id = "ai", axis = "intensity", unit = "FLOP/B", answer = "f.ai(256, 128)", rtol = .02,
            ask = "FLOP for each of these bytes?", worked = "2 m n / (m + n), for codes of a byte."},
    predict{id = "waves", axis = "parallelism", unit = "%", answer = "100*f.filled(f.tiles(256, 128))", rtol = .01,
            ask = [[{{= n(f.tiles(256,128))}} tiles, {{= f.sms}} SMs, one tile at a time each: which share of the
              slots does work?]],
            worked = [[{{= n(f.tiles(256,128)/f.sms,2)}} waves are paid as
              {{= math.ceil(f.tiles(256,128)/f.sms)}}.]]},
    predict{id = "risk", axis = "failure",
            ask = [[All products of K = {{= n(f.n)}} stay in one accumulator of the tensor cores, scales all
              equal. D is…]],
            choices = {"right to float's precision", "off by per cents where sums grow large", "NaN"},
            answer = "off by per cents where sums grow large"},
  },

  facts = function(hw)
    local h = hw.h200
    local clk = 2*hw.h100.tensor_clk                                -- FLOP of e4m3 a clock and SM
    local f = {
      m = MEASURED, n = N, flops = 2*N^3, sms = h.sms, clk = clk, fma_clk = 128, clock = hw.h100.clock, block = 128,
      bits = 14,
      room = h.smem_block, regs = 65536, fp8 = h.fp8, bf16 = h.bf16, bw = h.bw, ridge = h.fp8/h.bw, most = 448,
      ridge_bf16 = h.bf16/h.bw,
      ai = function(m, n) return 2*m*n/(m + n) end,                 -- FLOP for a byte of codes that TMA brings
      stage = function(m, n) return (m + n)*128 + 4*m end,          -- bytes, scales of A included
      tensor = function(m, n) return 2*m*n*128/clk end,             -- clocks of a turn
      add = function(m, n) return m*n/128 end,                      -- clocks of its promotion
      brought = function(m, n) return N^3*(1/m + 1/n) end,
      tiles = function(m, n) return (N//m)*(N//n) end,
      filled = function(t) return t/(math.ceil(t/h.sms)*h.sms) end,
      sums = function(m, n) return m*n/256 end,                     -- a thread's, of two warpgroups
      overhead = function(rows, cols) return 4/(rows*cols) end,     -- bytes of scales a code
    }
    -- Nearest e4m3 to a number from 0 to 448, ties to even.
    f.e4m3 = function(x)
      if x == 0 then return 0 end
      local step = 2.0^(math.max(math.floor(math.log(x, 2)), -6) - 3)
      local q = x/step
      local low = math.floor(q)
      if q - low > .5 or q - low == .5 and low % 2 == 1 then low = low + 1 end
      return math.min(low*step, 448)
    end
    f.least = function(most) return most/448/1024 end               -- what rounds to 0, at half the smallest code
    f.kept = function(sum) return 2.0^(math.floor(math.log(sum, 2)) - (f.bits - 1)) end
    f.rows = function(share) return share*f.ridge/2 end             -- where reading weights takes as long as products
    return f
  end,

  questions = {
    q.num{id = "code", seed = "S004-C06-T14", unit = "1", rtol = .001,
      ask = [[A block's largest magnitude is {{= n(p.a)}}. As what does its element {{= n(p.x,2)}} come back,
        codes times scale?]],
      vary = {a = {50, 90, 300}, x = {1.3, 3.1, 7.7}},
      answer = function(f, p) return f.e4m3(p.x*448/p.a)*p.a/448 end,
      wrong = {{value = function(f, p) return f.e4m3(p.x) end,
                hint = "Divide by the scale, a 448th of the largest, before you round."}},
      worked = [[The scale is {{= n(p.a/448,3)}}; {{= n(p.x*448/p.a,2)}} rounds to {{= n(f.e4m3(p.x*448/p.a),2)}}.]]},
    q.num{id = "outlier", seed = "S003-W31-C2", unit = "1", rtol = .02,
      ask = [[One scale for a whole tensor, whose largest magnitude is {{= n(p.o)}}. Up to which magnitude do
        elements become 0? (The smallest code is 2^-9.)]],
      vary = {o = {600, 2000, 9000}},
      answer = function(f, p) return f.least(p.o) end,
      wrong = {{value = function(f, p) return 2*f.least(p.o) end,
                hint = "What is more than half of the smallest code rounds to it."}},
      worked = [[The scale is {{= n(p.o)}}/448 = {{= n(p.o/448,2)}}; half the smallest code is 2^-10. With a
        scale for each 128 elements, that is so in the outlier's block only.]]},
    q.num{id = "overhead", seed = "S003-W31-C2", unit = "bit", rtol = .001,
      ask = [[Codes of 8 bits and a float as scale for each {{= p.r}} x {{= p.c}} elements. Bits an element, scales
        included?]],
      vary = {r = {1, 2}, c = {16, 32, 64}},
      answer = function(f, p) return 8 + 8*f.overhead(p.r, p.c) end,
      wrong = {{value = function(f, p) return 8 + f.overhead(p.r, p.c) end, hint = "A scale has 32 bits."}},
      worked = "8 + 32 / ({{= p.r}} · {{= p.c}})."},
    q.num{id = "promotion", seed = "S004-C01-T05", unit = "%", rtol = .01,
      ask = [[Partial sums are promoted every {{= p.k}} of K. Clocks of an SM's {{= f.fma_clk}} float
        multiply-adds a clock for it, in per cent of the clocks of the products at {{= n(f.clk)}} FLOP a clock?]],
      vary = {k = {32, 64, 256}},
      answer = function(f, p) return 100*f.clk/f.fma_clk/2/p.k end,
      wrong = {{value = function(f, p) return 100*f.clk/f.fma_clk/p.k end, hint = "A product is two FLOP."}},
      worked = "An element: 1/{{= f.fma_clk}} of a clock against 2 · {{= p.k}} / {{= n(f.clk)}}."},
    q.num{id = "sums", seed = "S003-W31-HO", unit = "1", rtol = 0,
      ask = [[Two warpgroups share a tile of {{= p.m}} x {{= p.n}}; each has its rows in halves of 64, whose
        partial sums use the same registers. How many sums, total and partial, does a thread hold?]],
      vary = {m = {256, 384}, n = {64, 80, 96}},
      answer = function(f, p) return p.m*p.n//256 + 64*p.n//128 end,
      wrong = {{value = function(f, p) return p.m*p.n//256 end, hint = "And what the tensor cores are adding to?"},
               {value = function(f, p) return p.m*p.n//128 end,
                hint = "Partial sums are those of one half: 64 rows."}},
      worked = "{{= p.m}} · {{= p.n}} / 256 and 64 · {{= p.n}} / 128."},
    q.num{id = "stages", seed = "S003-W31-HO", unit = "1", rtol = 0,
      ask = [[Tiles of {{= p.m}} x {{= p.n}}, 128 codes of K a stage with A's scales, {{= p.out}} KiB for the
        epilogue. How many stages fit into {{= n(f.room/1024)}} KiB?]],
      vary = {m = {64, 128}, n = {96, 112, 128}, out = {16, 32}},
      answer = function(f, p) return (f.room - 1024*p.out)//f.stage(p.m, p.n) end,
      wrong = {{value = function(f, p) return (f.room - 1024*p.out)//(2*(p.m + p.n)*128) end,
                hint = "A code has one byte."}},
      worked = "{{= n(f.stage(p.m,p.n))}} bytes a stage; {{= n(f.room - 1024*p.out)}} are left for them."},
    q.num{id = "kept", seed = "S004-C01-T05", unit = "1", rtol = .001,
      ask = [[An accumulator keeps {{= f.bits}} bits from its leading one on, and cuts the rest off. Its sum has
        reached {{= n(p.s)}}. What is the smallest product that still changes it?]],
      vary = {s = {700, 1500, 5000}},
      answer = function(f, p) return f.kept(p.s) end,
      wrong = {{value = function(f, p) return f.kept(p.s)/2 end,
                hint = "The leading one is one of the bits."},
               {value = function(f, p) return 2.0^(math.floor(math.log(p.s, 2)) - 23) end,
                hint = "That is a float's last place."}},
      worked = [[The leading one of {{= n(p.s)}} is 2^{{= math.floor(math.log(p.s,2))}}; the last of {{= f.bits}}
        bits is {{= f.bits - 1}} places on.]]},
    q.num{id = "decode", seed = "S003-W31-HO", unit = "1", rtol = .02,
      ask = [[Weights in FP8 are read once for M rows of activations, on an H200 by its data sheet, and the
        kernel gets {{= p.u}} % of the FP8 roof and all of the bandwidth. Up to about which M do the weights'
        bytes take longer than the products?]],
      vary = {u = {50, 65, 80}},
      answer = function(f, p) return f.rows(p.u/100) end,
      wrong = {{value = function(f, p) return 2*f.rows(p.u/100) end, hint = "A byte of weights serves 2 M FLOP."}},
      worked = [[2 M FLOP a byte against {{= p.u}} % of {{= n(f.fp8/1e12,0)}} TFLOP/s over {{= n(f.bw/1e12,1)}}
        TB/s.]]},
    q.num{id = "traffic", seed = "S001-22", unit = "TB/s", rtol = .02,
      ask = [[Tiles of {{= p.m}} x {{= p.n}} of a product of codes run at {{= n(p.r)}} TFLOP/s in all. Bytes a
        second into shared memory?]],
      vary = {m = {128, 192}, n = {96, 160}, r = {900, 1200}},
      answer = function(f, p) return p.r/f.ai(p.m, p.n) end,
      wrong = {{value = function(f, p) return 2*p.r/f.ai(p.m, p.n) end, hint = "A code has one byte, not two."}},
      worked = "{{= n(f.ai(p.m,p.n),1)}} FLOP a byte."},
    q.choice{id = "along", seed = "S003-W31-C2", answer = 2,
      ask = [[Why can the scales of 1 x 128 blocks not be applied to D at the end, as one factor a row and one a
        column can?]],
      options = {"They are floats", "They change along K, inside of the sum", "D is bfloat16"},
      worked = "A factor leaves a sum only if all of its terms have it: one block of K, and no more."},
    q.choice{id = "rescale", seed = "S004-C01-T05", answer = 3,
      ask = [[Somebody saves the second set of sums: before each block he multiplies the accumulator by the old
        factor over the new one, and lets wgmma go on adding to it. What is wrong?]],
      options = {"Nothing: it is what promotion does", "It needs more multiply-adds",
                 [[The sum of all K stays in the tensor cores' accumulator, with its few bits, and a factor of 0
              divides]]},
      worked = [[The units are right. But each product is still cut off at what the whole sum leaves of the
        accumulator's bits; and after a block whose scale is 0 there is nothing to divide by.]]},
    q.choice{id = "layout", seed = "S002-REPO-6", answer = 1,
      ask = [[Why are sA's scales stored with neighbouring rows side by side, [K/128][M4], and not beside the
        codes' rows?]],
      options = {"A tile's scales of one block are one box of TMA, and lanes read them without conflicts",
                 "It takes fewer bytes", "Tensor cores read them"},
      worked = "256 floats in a row; the other way round they would be 256 sectors, K/128 floats apart."},
    q.multi{id = "twice", seed = "S004-C09-T10",
      ask = [[FP8 has twice bfloat16's roof. What keeps a block-scaled product of large matrices below twice its
        speed?]],
      options = {"Partial sums have to be added by the float units", "The card is at the limit of its power",
                 "A tile takes half as long and its epilogue as long as before", "HBM has to bring more bytes"},
      answer = {1, 2, 3}, worked = "Bytes from HBM are fewer, half; everything that is not a product counts double."},
    q.order{id = "turn", ask = "Order what a consumer does with one stage of gemm_fp8.",
      items = {"wait for full", "read the scales of its rows", "fence, four products of the first half, commit",
               "wait for them", "promote the first half", "four products of the second half, and wait",
               "arrive at empty", "promote the second half"}},
    q.text{id = "why", seed = "S003-W31-HO", min_words = 50,
      ask = [[A colleague measures your kernel on a prefill of 8,192 tokens and on a decode step of 16 and finds
        nearly a factor of two against bfloat16 in both. Explain from the roofline why the two factors have
        different causes, and what would happen to each with four-bit weights.]],
      rubric = {"prefill: far above the ridge, the roof of the tensor cores is twice as high",
                "decode: 2 M FLOP a byte lies far below the ridge, half the bytes",
                "four-bit weights: decode gains again from bytes", [[prefill does not, unless the tensor cores
              have the format; codes have to be converted first]]}},
  },

  hints = {
    {on = "build", match = {"sm_90a", "not supported on .target", "undefined", "identifier"},
     "`extern \"C\"` before each kernel, and the wrappers of hop.h and lab.h for every instruction."},
    {on = "case:one-row-of-x", "One row exists of the 64: guard what you read and write, but not the shuffles."},
    {on = "case:rows-of-zeros", [[0 / 0 is NaN, and NaN has a code: a block of zeros has scale 0 and codes of
      value 0.]]},
    {on = "case:tiles-of-zeros", [[0 / 0 is NaN, and NaN has a code: a block of zeros has scale 0 and codes of
      value 0.]]},
    {on = "case:row-outliers", "Each block of 128 has its own largest; an outlier is its own block's trouble."},
    {on = "case:tiny-rows", "Only 0 itself is a block of zeros: a scale of 2^-109 is a scale like any other."},
    {on = "case:tiny-tiles", "Only 0 itself is a block of zeros: a scale of 2^-109 is a scale like any other."},
    {on = "case:row-ties", [[pack_e4m3() rounds to nearest, ties to even. Give it the quotient, not something
      rounded before.]]},
    {on = "call:quant_tiles", [[The largest of a block is that of 256 threads: shuffles within a warp, shared
      memory between warps, a barrier. Rows from N on are zeros and have no codes.]]},
    {on = "case:one-row", [[One row and eight columns exist: guard loads, scales and what you store, or let a map
      do it.]]},
    {on = "case:two-blocks", [[Two blocks of K: the partial sums begin at 0 with each, and each block has its own two
      scales.]]},
    {on = "case:ragged", [[N = 200: sB has two rows of scales. Rows of sA have M4 floats; M = 70 makes 72.]]},
    {on = "case:spread-scales", [[Scales change with the block of K, the row of A and the 128 columns of B: which
      of the three indices does yours forget?]]},
    {on = "case:deep", [[Sums that grow: on a GPU an accumulator of the tensor cores loses them after some hundred
      products. Begin each block of 128 anew, and add it in float.]]},
    {on = "case:behind-rows", "Behind M stand NaN in sA: read what exists, or through the map, which gives zeros."},
    {on = "case:long", [[Nine turns in a ring of four: the parity turns each time the ring has gone round, on
      both sides.]]},
    {on = "case:two-each", [[Stage and parity live as long as the block; the totals begin at 0 with each tile,
      and sB's row changes with its columns.]]},
    {on = "case:many-rows", [[Ten rows of tiles: if yours come in groups of rows, the second group begins where the
      first ends, and the last has fewer.]]},
    {on = "case:more-blocks", [[A block without a tile sets up, and leaves. Do all its threads come to the same
      barriers?]]},
    {on = "counter:flops_f32", [[For each element and block one multiply-add: total = part * (sA sB) + total,
      with the product of the scales made once for a row.]]},
    {on = "counter:flops_tensor", "Four products of 32 a turn for each 64 rows, and no turn too many: K / 128."},
    {on = "gate:gemm-mma-lanes", [[Four lanes with four bytes each take half a sector. Sixteen bytes a lane serve
      two steps of 32: registers x, y of A with x, y of B, z, w with z, w.]]},
    {on = "counter:g_ld_sec", "Read once, keep it in registers until the largest is known, then convert."},
    {on = "counter:g_st_req", [[Eight codes are a uint2. Collect the scales of a warp's rows in neighbouring
      lanes, then store.]]},
    {on = "gate:gemm-fp8-scales", [[sA has a map: its box of 128 floats lands beside the codes and counts at the
      same barrier. sB is one number a tile and turn.]]},
    {on = "counter:g_ld_req", "Two scales a thread and turn, and the one that all share; no more."},
    {on = "counter:tma_B", "Each box once a turn: 128 rows of A twice, 128 of B, 128 scales twice."},
    {on = "counter:sh_conf", [[The 16 bytes c of row r go to place c ^ (r % 8); a scale of row r is float r of
      its box.]]},
    {on = "counter:spill_B", [[Arrays with indices that are known once loops are unrolled; setmaxnreg for the
      consumers.]]},
    {on = "sanitize", [[An asynchronous hazard names two lines. Either somebody did not wait (wgmma_wait before
      sums are promoted, or a stage given back), or something was not shown (wgmma_fence, fence_proxy_async).]]},
    {on = "call:gemm_single", [[One stage: expect 24,576 bytes, wait with parity k % 2, four products, wait for
      them, promote, and a barrier before the next load.]]},
    {on = "call:gemm_fp8", [[Begin with week 16's gemm_hop: its ring, its roles, its epilogue. New are the scales
      in a stage, and the promotion between the products.]]},
    {on = "correct", "K = 128 first: one block, one pair of scales. Then two."},
    {after = 3, "`ridge hint w31b-fp8-gemm` shows the next tier; the third has the loops nearly whole."},
  },

  points = {compile = 10, correct = 35, sanitize = 15, profile = 15, perf = 10, answers = 15},
}
