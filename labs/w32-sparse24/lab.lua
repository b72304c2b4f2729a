-- w32-sparse24: 2:4 weights in the order of mma.sp, for few tokens and for many.

-- kernels/w32-sparse24/oracle.c has the same
local RANDOM, TIES, ZEROS, HALF, SPARSE, EXACT, TINY, ONES = 0, 1, 2, 3, 4, 5, 6, 7
local M, K = 28672, 8192             -- Llama-3-70B's up projection: what lesson, questions and bench speak of
local THREADS, ROWS, TILE_M, TILE_N = 256, 32, 128, 256      -- lab.h
local GEMM_SMEM = 167936
local FEW, ALL = {"gemv16", "spmv24"}, {"compress24", "gemv16", "spmv24"}
local BY_ROWS = {grid = {"(M + 31)//32"}, block = {THREADS}}
local SPARSE_B, X_SEC = "9*M*K/8", "M*K*N/256"   -- bytes of val and meta; sectors of X by 32 rows

-- On an H200, 29 November 2026, by kernels/w32-sparse24/bench.cu (kernels/RESULTS.md), an empty L2 before each launch:
-- medians in microseconds of 28,672 x 8,192, by tokens; `half`: gemv16 of weights of which half are 0, over gemv16.
local MEASURED = {
  [1] = {dense = 138.3, cublas = 129.2, ref = 78.1, opt = 73.6, half = 1.000},
  [8] = {dense = 143.7, cublas = 131.1, ref = 81.3, opt = 76.6, half = .991},
  -- 8,192 x 8,192 with so many tokens: cuBLAS in fp16, gemm24 of ref by mma.sp and of opt by wgmma.sp; cuSPARSELt's
  -- product, and how much faster it was than cuBLAS in turns of their own
  many = {[256] = {cublas = 54.3, ref = 226.9, opt = 139.5, lt = 43.7, gain = 1.231},
          [8192] = {cublas = 1525.2, ref = 3566.2, opt = 2275.6, lt = 1130.8, gain = 1.568}},
}
-- 1.2 and 1.45 times the dense product, of which the reference has 1.557 and 1.655 in two runs; and its own speed
local DECODE = {bronze = .77, silver = .93, gold = .97}

local function on(id, calls, m, k, n, mode, more)
  local c = {id = id, calls = calls, M = m, K = k, N = n, mode = mode}
  for key, x in pairs(more or {}) do c[key] = x end
  return c
end
local function EDGE(note) return {tags = {"edge"}, note = note} end
local function at(id, call, counter, op, value, why)
  return gate{id = id, call = call, case = call == "gemm24" and "gate-many" or "gate", counter = counter, op = op,
              value = value, why = why}
end
local function spill(call)
  return gate{id = call.."-spill", call = call, counter = "spill_B", op = "<=", value = 0, on = "cuda",
              why = "operands and sums live in registers"}
end

return lab {
  api = 1, rev = 1, id = "w32-sparse24", title = "2:4 sparsity: compression, decode and a sparse GEMM",
  kind = "kernel", week = 32, part = 4, domain = {"inference", "gemm", "cuda"},
  seeds = {"S003-W32", "S003-W32-C3", "S003-W32-HO"},
  requires = {"w16-tma-wgmma-gemm", "w31-fp8-kquant"}, suggests = {"w13b-wmma-gemm", "c08-gptq"},
  hours = {read = 0, lab = 5},
  durable = {[[A zero in a dense array is a stored zero: only a format turns sparsity into bytes, and only bytes into
    time]],
             "Store weights in the order of the instruction that reads them: the order of k is free",
             "Metadata that a tensor core reads is never unpacked"},
  ephemeral = {{"2:4 as the only pattern of sparse tensor cores, and its place in mma.sp's registers", as_of =
    "2026-11"}},

  lang = "cuda", backends = {"simt", "cuda"},
  edit = {"sparse.cu"},
  reference = "ref.cu", ladder = {"naive.cu", "ref.cu", "opt.cu"},
  limits = {wall_s = 60, mem_MiB = 4096, threads = 1},
  device = {arch = "sm_90a"},
  order = {"compress24", "gemv16", "spmv24", "gemm24"}, partial = "function",

  buffers = {
    W = {dtype = "f16", shape = {"M", "K"}, dist = gen.custom"W"},
    kept = {dtype = "f16", shape = {"M", "K//2"}, note = "val"},
    places = {dtype = "u32", shape = {"M//16", "K//64", "32"}, note = "meta"},
    lost = {dtype = "i32", shape = {"M"}},
    val = {dtype = "f16", shape = {"M", "K//2"}, dist = gen.custom"val"},
    meta = {dtype = "u32", shape = {"M//16", "K//64", "32"}, dist = gen.custom"meta"},
    X = {dtype = "f16", shape = {"N", "K"}, dist = gen.custom"X"},
    y = {dtype = "f32", shape = {"N", "M"}, note = "Y"},
    Y = {dtype = "f16", shape = {"N", "M"}},
  },

  calls = {
    compress24 = call{args = {input"W", output"kept", output"places", output"lost", i32"M", i32"K"}, verify =
      "compress",
                      launch = {grid = {"M//16"}, block = {THREADS}}},
    gemv16 = call{args = {input"W", input"X", output"y", i32"M", i32"K", i32"N"}, oracle = "product", tol = tol.dot"K",
                  launch = BY_ROWS},
    spmv24 = call{args = {input"val", input"meta", input"X", output"y", i32"M", i32"K", i32"N"}, oracle = "product",
                  tol = tol.dot"K", launch = BY_ROWS},
    gemm24 = call{args = {input"val", input"meta", input"X", output"Y", i32"M", i32"K", i32"N"}, oracle = "product",
                  tol = tol.dot{"K", u = "f16"},
                  launch = {grid = {"(M + 127)//128", "(N + 255)//256"}, block = {THREADS}, smem = GEMM_SMEM}},
  },

  cases = {
    on("one-tile", ALL, 16, 64, 1, RANDOM, EDGE()),
    on("ties", {"compress24"}, 32, 128, 1, TIES, EDGE("of equal magnitudes the first, whatever their signs")),
    on("equal", {"compress24"}, 16, 64, 1, ONES, EDGE("all weights are 1")),
    on("zeros", {"compress24"}, 16, 128, 1, ZEROS, EDGE("0 and -0")),
    on("two-four", {"compress24"}, 48, 192, 1, SPARSE,
      EDGE("2:4 already, some groups with one weight or none: no loss")),
    on("half-empty", ALL, 32, 256, 2, HALF, EDGE("half are 0, anywhere")),
    on("tiny", {"compress24"}, 16, 192, 1, TINY, EDGE("subnormal")),
    on("long-rows", {"compress24"}, 16, 2112, 1, RANDOM, EDGE("33 tiles for eight warps")),
    on("odd-tiles", FEW, 48, 192, 3, RANDOM, EDGE("the last block has 16 rows")),
    on("eight-tokens", FEW, 80, 1088, 8, RANDOM, EDGE("17 turns of 64 columns")),
    on("whole-width", ALL, 16, 8192, 8, RANDOM, EDGE("as wide as a model: its tokens are more than 48 KiB")),
    on("whole-numbers", {"spmv24", "gemm24"}, 32, 320, 5, EXACT, EDGE()),
    on("first-two", {"spmv24", "gemm24"}, 16, 128, 4, ONES, EDGE("val is 1, places are 0 and 1")),
    on("one-token", {"gemm24"}, 16, 64, 1, RANDOM, EDGE()),
    on("ragged", {"gemm24"}, 144, 704, 300, RANDOM, EDGE("16 rows and 44 tokens beyond a tile, 11 turns")),
    on("deep", {"gemm24"}, 32, 1280, 9, RANDOM, EDGE("20 turns")),
    on("late-blocks", {"spmv24"}, 64, 512, 4, RANDOM, {block_order = "descending", tags = {"edge"}}),
    on("hidden", ALL, gen.pick{16, 64, 112}, gen.pick{64, 320, 832}, gen.pick{1, 2, 6}, gen.pick{RANDOM, TIES, HALF,
      SPARSE},
       {hidden = true}),
    on("hidden-many", {"gemm24"}, gen.pick{48, 160}, gen.pick{192, 384}, gen.pick{30, 270}, gen.pick{RANDOM, EXACT},
       {hidden = true}),
    on("gate", ALL, 64, 1024, 4, RANDOM, {tags = {"gate"}}),
    on("gate-half", {"gemv16"}, 64, 1024, 4, HALF, {tags = {"gate"}}),
    on("gate-many", {"gemm24"}, 128, 512, 512, RANDOM, {tags = {"gate"}}),
    on("bench", {"spmv24"}, M, K, 1, RANDOM, {tags = {"bench"}}),
    on("bench-many", {"gemm24"}, 4096, 4096, 4096, RANDOM, {tags = {"bench"}}),
  },

  gates = {
    spill"compress24", spill"gemv16", spill"spmv24", spill"gemm24",
    at("compress-once", "compress24", "g_ld_sec", "<=", "1.02*M*K/16", "each weight is loaded once"),
    at("compress-lanes", "compress24", "g_ld_eff", ">=", .98, "every byte of a sector is used"),
    at("compress-stores", "compress24", "g_st_sec", "<=", "1.02*("..SPARSE_B..")/32 + M",
       "36 bits for each four weights, stored once: a lane stores what lies together"),
    at("compress-wide", "compress24", "g_st_req", "<=", "1.05*(M*K/512 + M*K/1024) + M",
       "16 bytes of val a lane, a word of meta a lane"),
    at("compress-no-atomics", "compress24", "atom", "==", 0, "losses are counted in an order"),
    at("dense-bytes", "gemv16", "g_ld_sec", "<=", "1.02*(M*K/16 + (M//32)*N*K/16)",
       "each weight once, the tokens once for each 32 rows"),
    gate{id = "half-bytes", call = "gemv16", case = "gate-half", counter = "g_ld_sec", op = ">=", value = "M*K/16",
         why = "zeros that are stored are loaded: half of them change nothing"},
    at("dense-wide", "gemv16", "g_ld_req", "<=", "1.05*(M*K*2/512 + (M//32)*K/32)",
      "16 bytes a lane, of weights and tokens"),
    at("sparse-unique", "spmv24", "g_uniq_ld", "<=", "1.03*0.5625*2*M*K + 2*N*K",
      "0.5625 of the dense bytes, and tokens"),
    at("sparse-bytes", "spmv24", "g_ld_sec", "<=", "1.03*"..SPARSE_B.."/32 + "..X_SEC,
       "each weight and its place once, the tokens once for each 32 rows"),
    at("sparse-wide", "spmv24", "g_ld_req", "<=", "1.05*(M*K/512 + M*K/1024 + M*K/256)", "16 bytes of val a lane"),
    at("sparse-products", "spmv24", "flops_tensor", "==", "8*M*K",
       "mma.sp multiplies what is kept, for eight tokens at once"),
    at("sparse-one-barrier", "spmv24", "bar", "<=", 2, "warps share columns and meet once"),
    at("sparse-conflicts", "spmv24", "sh_conf", "<=", "M", "shares meet in shared memory without conflicts"),
    at("sparse-no-atomics", "spmv24", "atom", "==", 0, "shares are added in an order"),
    at("many-products", "gemm24", "flops_tensor", "==", "M*N*K", "mma.sp multiplies what is kept"),
    at("many-bytes", "gemm24", "cpa_B", "<=", "1.02*(N//256)*("..SPARSE_B..") + 1.02*(M//128)*2*N*K",
       "compressed weights travel once for 256 tokens, tokens once for 128 rows"),
    at("many-sectors", "gemm24", "g_ld_sec", "<=", "1.02*((N//256)*("..SPARSE_B..") + (M//128)*2*N*K)/32",
       "nothing passes by the copies"),
    at("many-ahead", "gemm24", "cpa_flight_B", ">=", 16000, "a stage is under way while another is multiplied"),
    at("many-conflicts", "gemm24", "sh_conf", "<=", "M", "pieces of 16 bytes by an XOR, words in order"),
    at("many-stores", "gemm24", "g_st_sec", "<=", "1.02*M*N/16", "results leave by whole sectors"),
    at("many-stores-wide", "gemm24", "g_st_req", "<=", "1.05*M*N*2/512", "16 bytes a lane"),
  },

  bench = {
    bench{id = "decode", call = "spmv24", case = "bench", clock = "gpu", stages = DECODE, on = "cuda",
          flops = "2*M*K*N", bytes = SPARSE_B},
    bench{id = "many", call = "gemm24", case = "bench-many", clock = "gpu", on = "cuda", flops = "2*M*K*N"},
    bench{id = "sparse-requests", call = "spmv24", case = "gate", metric = "fewer:g_ld_req", on = "simt", bytes =
      SPARSE_B},
    bench{id = "compress-sectors", call = "compress24", case = "gate", metric = "fewer:g_sec", on = "simt"},
  },

  predict = {
    predict{id = "flops", axis = "flops", unit = "1", answer = "8", rtol = 0,
            ask = "FLOP that mma.sp does for each weight of the dense matrix, in spmv24 with one token?",
            worked = "Eight columns, used or not; half of the weights are kept; two FLOP a multiply-add: 8 · 1/2 · 2."},
    predict{id = "bytes", axis = "bytes", unit = "MB", answer = "f.sparse(f.M, f.K)/1e6", rtol = .02,
            ask = "Weights of {{= n(f.M)}} x {{= n(f.K)}} in fp16, 2:4 with their places: bytes?",
            worked = [[36 bits for each four: {{= n(f.sparse(f.M, f.K)/1e6, 0)}} MB of
              {{= n(f.dense(f.M, f.K)/1e6, 0)}}.]]},
    predict{id = "bound", axis = "intensity", ask = [[Up to how many tokens are dense fp16 weights bound by HBM on an
      H200?]],
            choices = {"about 8", "about 200", "about 2,000"}, answer = "about 200",
            worked = [[One multiply-add a token for two bytes: {{= n(hw.h200.bf16/hw.h200.bw, 0)}} tokens at the data
              sheet's
              rates. Of compressed weights 9/16 of that at the same rate of products.]]},
    predict{id = "rows", axis = "parallelism", unit = "1", answer = "f.M/f.rows", rtol = .01,
            ask = "Blocks of {{= f.rows}} rows for {{= n(f.M)}} rows?", worked =
              "{{= n(f.M/f.rows)}}, for {{= hw.h200.sms}} SMs."},
    predict{id = "risk", axis = "failure",
            ask = "spmv24 with tokens in the order of gemv16 gives numbers of the right size. What finds it?",
            choices = {"a token of ones", "the sum of Y against the sum of W times X's mean",
              "float64, place by place"},
            answer = "float64, place by place",
            worked = "With a token of ones every order of k gives the same sums."},
  },

  facts = function(hw)
    local h = hw.h200
    local f = {M = M, K = K, rows = ROWS, tile_m = TILE_M, tile_n = TILE_N, smem = GEMM_SMEM, bits = 36, of = 64}
    f.dense = function(m, k) return 2*m*k end
    f.sparse = function(m, k) return 9*m*k/8 end
    f.us = function(bytes) return bytes/h.bw*1e6 end
    f.ratio = function(bits) return (2*bits + 4)/(4*bits) end
    f.stage = (TILE_M*64/2*2 + TILE_M*64/4*4/8 + TILE_N*64*2)/1024
    f.again = function(m, k, n) return m/ROWS*n*k*2 end
    f.mma = function(m, k) return m*k/512 end
    f.measured = MEASURED
    f.times = function(n, rung)
      local m = MEASURED[n]
      return math.min(m.dense, m.cublas)/m[rung]
    end
    f.tflops = function(n, rung) return 2*8192*8192*n/MEASURED.many[n][rung]/1e6 end
    return f
  end,

  questions = {
    q.num{id = "layer-bytes", unit = "MB", rtol = .01, accept = {"B", "kB", "MB", "GB"}, seed = "S003-W32-C3",
      ask = [[A layer of {{= n(p.M)}} x {{= n(p.K)}} weights in fp16 becomes 2:4. Bytes of val and meta together?]],
      vary = {M = {4096, 14336, 28672}, K = {4096, 8192}},
      answer = function(f, p) return f.sparse(p.M, p.K)/1e6 end,
      wrong = {{value = function(_, p) return p.M*p.K/1e6 end, hint =
        "Places are missing: two bits for each that is kept."},
               {value = function(f, p) return f.dense(p.M, p.K)/1e6 end, hint = "That is the dense matrix."}},
      worked = "M K (1 + 1/8) = {{= n(f.sparse(p.M, p.K)/1e6, 1)}} MB, {{= f.bits}}/{{= f.of}} of dense."},
    q.num{id = "share-of-layer", unit = "x", rtol = .01, seed = "S003-W32-C6",
      ask = [[A decode step spends {{= pct(p.s)}} of its time reading linear layers' weights in fp16, the rest on
        other things. All
        those layers become 2:4, and their kernels run at the bytes' ratio. How much faster is the step?]],
      vary = {s = {.6, .75, .9}},
      answer = function(_, p) return 1/(1 - p.s + p.s*9/16) end,
      wrong = {{value = function() return 16/9 end, hint = "The rest of the step takes as long as before."},
               {value = function(_, p) return 1/(1 - p.s + p.s/2) end, hint = "Places are bytes, too: 9/16, not 1/2."}},
      worked = "1/(1 − {{= p.s}} + {{= p.s}} · 9/16) = {{= n(1/(1 - p.s*7/16), 3)}}."},
    q.num{id = "nibble", unit = "1", rtol = 0,
      ask = "A group is (0, {{= p.a}}, {{= p.b}}, {{= p.c}}). Which nibble does compress24 store, as a number?",
      vary = {a = {-3, .5}, b = {1, 2}, c = {-1, 4}},
      answer = function(_, p)
        local v, first, second = {0, math.abs(p.a), math.abs(p.b), math.abs(p.c)}, nil, nil
        for i = 1, 4 do
          local above = 0
          for j = 1, 4 do
            if v[j] > v[i] or (v[j] == v[i] and j < i) then above = above + 1 end
          end
          if above < 2 and not first then first = i - 1 elseif above < 2 then second = i - 1 end
        end
        return first + 4*second
      end,
      worked = [[The two of largest magnitude, the earlier of equal ones; the first one's place + 4 times the second
        one's.]]},
    q.num{id = "lane", unit = "1", rtol = 0,
      ask = "In which lane of its tile do the kept two of row {{= p.m}}, columns {{= p.c}} to {{= p.c + 3}}, lie?",
      vary = {m = {3, 13, 22}, c = {4, 24, 56}},
      answer = function(_, p) return p.m % 8*4 + p.c//4 % 4 end,
      wrong = {{value = function(_, p) return p.m % 8*4 + p.c//4 % 16//4 end,
                hint = "That is the lane of its nibble: a tile of meta has 64 columns."}},
      worked = [[g = {{= p.m}} mod 8 = {{= p.m % 8}}; group {{= p.c//4}}, t = {{= p.c//4 % 4}}: lane 4g + t =
        {{= p.m % 8*4 + p.c//4 % 4}}.]]},
    q.num{id = "tokens-again", unit = "MB", rtol = .01, accept = {"B", "kB", "MB", "GB"},
      ask = [[spmv24 on {{= n(f.M)}} x {{= n(f.K)}} with {{= p.B}} tokens: how many bytes of tokens do the blocks
        load in all, from
        wherever they come?]],
      vary = {B = {1, 4, 8}},
      answer = function(f, p) return f.again(f.M, f.K, p.B)/1e6 end,
      wrong = {{value = function(f, p) return 2*f.K*p.B/1e6 end, hint = "Each block of 32 rows needs all of them."}},
      worked = [[{{= n(f.M/f.rows)}} blocks x {{= p.B}} x {{= n(f.K)}} x 2 B: {{= n(f.again(f.M, f.K, p.B)/1e6, 1)}}
        MB, beside
        {{= n(f.sparse(f.M, f.K)/1e6, 0)}} MB of weights. They come from L1 and L2, if the weights leave them there.]]},
    q.num{id = "instructions", unit = "1", rtol = 0,
      ask = [[How many mma.sp.m16n8k32 does spmv24 need for {{= n(p.M)}} x {{= n(p.K)}} weights, and up to eight
        tokens?]],
      vary = {M = {4096, 8192}, K = {2048, 8192}},
      answer = function(f, p) return f.mma(p.M, p.K) end,
      wrong = {{value = function(f, p) return 2*f.mma(p.M, p.K) end, hint = "That is the number of dense m16n8k16."}},
      worked = "{{= n(p.M)}}/16 x {{= n(p.K)}}/32 = {{= n(f.mma(p.M, p.K))}}."},
    q.num{id = "half", unit = "1", rtol = .01,
      ask = [[Of weights without a pattern each is 0 with probability {{= p.p}}. In which share of groups of four are
        at most two
        left, so that 2:4 costs nothing?]],
      vary = {p = {.5, .6, .7}},
      answer = function(_, p)
        local q = 1 - p.p
        return p.p^4 + 4*p.p^3*q + 6*p.p^2*q^2
      end,
      wrong = {{value = function(_, p) return 6*p.p^2*(1 - p.p)^2 end, hint =
        "Groups with one left, or none, count, too."}},
      worked = "p⁴ + 4p³q + 6p²q² = {{= n(p.p^4 + 4*p.p^3*(1 - p.p) + 6*p.p^2*(1 - p.p)^2, 4)}}, with q = 1 − p."},
    q.choice{id = "order-of-k", answer = 3,
      ask = "Why may val lie in the order of mma.sp's operands, and Y comes out right?",
      options = {"Because mma.sp sorts by the places", "Because sums in float are exact",
                 "Each operand register has a fixed meaning; tokens are loaded by the same meaning",
                 "Because X is permuted beforehand"},
      worked = "A product needs that weight and token of one k meet. Where in memory each came from, it can't know."},
    q.choice{id = "no-pay", answer = 2, seed = "S003-W32-C3",
      ask = "Half of a layer's weights are zero, anywhere; gemv16 reads them. What is the time?",
      options = {"Half", "The same: the same sectors are loaded", "Less, since zeros take no energy to multiply",
                 "9/16, by the metadata"},
      worked = [[The case gate-half counts it: the same sectors to the last. What draws less power is no time of a
        kernel bound by bytes.]]},
    q.multi{id = "pays", answer = {1, 4}, seed = "S003-W32-C3",
      ask = "Where does 2:4 in fp16 pay?",
      options = {"decode with one token: bytes of weights bound it", "attention over a long cache",
                 "a layer whose product is bound by its tokens' bytes",
                 "large batches, if the sparse product really outruns the dense library on this chip"},
      worked = [[A cache has no weights, and tokens no pattern. For large batches the peak is double, and what a
        kernel makes of it is measured, not read off a data sheet: gemm24 makes less than dense of it, cuSPARSELt
        {{= n(f.measured.many[8192].gain, 2)}} times dense.]]},
    q.order{id = "turn", ask = "A turn of gemm24, first to last?",
      items = {"wait for the oldest stage's copies", "a barrier", "copies into the stage that the turn before has left",
               "words of weights and places into registers", "ldmatrix and mma.sp",
                 "the sums leave, after the last turn"}},
    q.text{id = "why", min_words = 40, seed = "S003-W32-HO",
      ask = [[A colleague has pruned half of a model without a pattern, with no loss of quality, and asks why it is
        not faster.
        Explain, with bytes, what would have to change for decode and for prefill, and what each could give at most.]],
      rubric = {"stored zeros are loaded and multiplied", "a format without them: 0.5625 of the bytes, 1.78 for decode",
                "prefill is bound by products: only sparse tensor cores help, and need 2:4",
                "2:4 costs quality that no pattern does not"}},
  },

  hints = {
    {on = "build", match = {"undefined", "linkage", "identifier"},
     [[nvcc names the line. Keep `extern "C"` before each kernel: the runner finds it by name.]]},
    {on = "case:ties", "Of equal magnitudes the first is kept: is a later one larger, or at least as large?"},
    {on = "case:equal", "All are equal: places 0 and 1, nibble 4."},
    {on = "case:zeros", "Nothing is lost where there is nothing. -0 is 0x8000, and no weight."},
    {on = "case:two-four", "lost counts weights that are not 0. Two zeros of a group may go."},
    {on = "case:tiny", [[Compare bits: of finite halves the lower 15 are in the order of magnitudes, subnormal ones
      too.]]},
    {on = "case:long-rows", "33 tiles, eight warps: one warp has five."},
    {on = "case:odd-tiles", "The last block has one tile of 16 rows. Nothing of a second one may be loaded."},
    {on = "case:eight-tokens", "17 turns for eight warps, and no multiple of anything."},
    {on = "case:first-two", "val is 1 and each nibble is 4: Y is the sum of every first two of four of X."},
    {on = "case:ragged", "Rows, tokens and turns beyond the last are zeros: copy16 writes them."},
    {on = "case:deep", "20 turns in four stages. Does each wait count the groups of turns that are no more?"},
    {on = "counter:g_ld_sec", "How often is a weight loaded? Do neighbouring lanes load neighbours?"},
    {on = "counter:g_uniq_ld", "Is something loaded beside val, meta and X?"},
    {on = "counter:g_ld_eff", "Four lanes of eight bytes are a sector of one row."},
    {on = "counter:g_ld_req", "uint4: of val it is an operand; of W eight columns in a row."},
    {on = "counter:g_st_req", "uint4 a lane: of val what one lane owns, of Y eight rows beside one another."},
    {on = "counter:g_st_sec", "Neighbouring lanes store neighbours; shared memory turns a tile round."},
    {on = "counter:flops_tensor", "One mma.sp for 16 rows, 32 columns and eight tokens, and no dense mma beside it."},
    {on = "counter:sh_conf", [[Which banks do the lanes of one request meet? Shift rows, or XOR pieces with the row's
      number.]]},
    {on = "counter:cpa_B", "A block brings its weights and tokens once, weights as they are compressed."},
    {on = "counter:cpa_flight_B", "Wait for the oldest stage only: copies_wait<STAGES - 2>."},
    {on = "counter:atom", "Shared memory and a fixed order in place of atomics."},
    {on = "counter:bar", "One barrier: all shares are written, then added."},
    {on = "counter:spill_B", "An array of registers may only be indexed by constants: #pragma unroll."},
    {on = "sanitize", "Who reads what another thread wrote or copied, and which barrier stands between them?"},
    {on = "call:compress24", [[Do one group on paper, then one lane: t = 1 of row 0 has groups 1 and 5 of the tile of
      32.]]},
    {on = "call:gemv16", "Lane t takes eight neighbouring columns of rows g and g + 8, and the same eight of token g."},
    {on = "call:spmv24", [[Tokens: 2t, 2t + 8, 2t + 16, 2t + 24 from the tile's first column on. Which selector is
      which half?]]},
    {on = "call:gemm24", "First one stage and two barriers a turn; then four stages."},
    {on = "bench:decode", [[Several tiles' loads before the first product; weights by __ldcs, so that tokens stay in
      the L1.]]},
    {on = "bench:many", "64 rows x 64 tokens a warp; or wgmma.sp, whose operand of weights is the same four words."},
  },

  points = {compile = 10, correct = 35, sanitize = 10, profile = 20, perf = 10, answers = 15},
}
