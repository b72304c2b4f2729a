-- w15b-epilogue-gemm: one mainloop of tensor cores, and epilogues that are a parameter of it.

local N = 8192                       -- side of the product that lesson and questions speak of
local SIDE = 4096                    -- of the timed one
local GRID = {grid = {"(N + 127)//128", "(M + 127)//128"}, block = {256}}
local ALL = {"gemm_plain", "gemm_bias_relu", "gemm_residual"}
local PLAIN, OUTLIERS, BROKEN = 0, 1, 2   -- kernels/w15b-epilogue-gemm/oracle.c

local function on(id, M, cols, K, more)
  local c = {id = id, calls = ALL, M = M, N = cols, K = K, kind = PLAIN}
  for k, v in pairs(more or {}) do c[k] = v end
  return c
end

local function product(more)
  local args = {output"D", input"A", input"B"}
  if more then args[#args + 1] = input(more) end
  for _, x in ipairs{i32"M", i32"N", i32"K"} do args[#args + 1] = x end
  return call{args = args, oracle = "gemm", tol = tol.dot{"K", u = "bf16"}, launch = GRID}
end

-- Sectors of A and B that tiles of 128 x 128 ask for, all blocks together.
local TILES = "M*N*K*(1/128 + 1/128)*2/32"

-- Places of 16 bytes, of the eight of 128 bytes, that chunk 0 of eight rows falls into: rows `bytes` apart.
local function meet(bytes)
  local hits, worst = {}, 0
  for i = 0, 7 do
    local g = i*bytes % 128//16
    hits[g] = (hits[g] or 0) + 1
    worst = math.max(worst, hits[g])
  end
  return worst
end

return lab {
  api = 1, rev = 1, id = "w15b-epilogue-gemm", title = "Collective GEMM with fused bias+ReLU",
  kind = "kernel", week = 15, part = 2, domain = {"gemm", "cuda"},
  seeds = {"S003-W15-C3", "S003-W15-HO", "S003-DN-cutlass", "S003-W15", "S000-P2-L4", "S000-REPO-2", "S001-36",
           "S004-C12-T05", "S004-C12-EX", "S004-MAP-12"},
  requires = {"w15-cute-layouts", "w13b-wmma-gemm", "w14-cpasync-layernorm", "w09-tile-dsl"},
  hours = {read = 1.5, lab = 5},
  durable = {"A mainloop that knows no epilogue, an epilogue that knows no mainloop",
             "What is fused into an epilogue works on sums in registers, before the only rounding",
             "What fusing saves does not depend on K, what it is held against does",
             "A swizzle costs no memory where padding does not fit"},
  ephemeral = {{"mma.sync as the unit: on Hopper only wgmma reaches the peak", as_of = "2026-11"},
               {"48 KiB of shared memory without asking", as_of = "2026-11"}},
  readings = {
    {"pingpong", hours = .5, look_for = [[what the other warps do while one warpgroup is in its epilogue, and why that
      matters more when K is small]]},
    {"cutlassacademy", hours = .5, look_for = [[where the boundary between mainloop and epilogue lies, and what is
      handed across it]]},
  },

  lang = "cuda", backends = {"simt", "cuda"},
  edit = {"epilogue.cu"},
  reference = "ref.cu", ladder = {"naive.cu", "ref.cu"},
  limits = {wall_s = 30, mem_MiB = 4096, threads = 1},
  device = {arch = "sm_90a"},
  order = ALL,

  buffers = {
    A = {dtype = "bf16", shape = {"M", "K"}, dist = gen.custom"values"},
    B = {dtype = "bf16", shape = {"N", "K"}, dist = gen.custom"values"},
    bias = {dtype = "bf16", shape = {"N"}, dist = gen.custom"values"},
    res = {dtype = "bf16", shape = {"M", "N"}, dist = gen.custom"values"},
    D = {dtype = "bf16", shape = {"M", "N"}},
  },

  calls = {gemm_plain = product(), gemm_bias_relu = product"bias", gemm_residual = product"res"},

  cases = {
    on("16x8x16", 16, 8, 16, {tags = {"edge"}}),
    on("1x8x8", 1, 8, 8, {tags = {"edge"}}),
    on("17x40x168", 17, 40, 168, {tags = {"edge"}}),       -- six turns, the last of them short
    on("136x136x24", 136, 136, 24, {tags = {"edge"}}),     -- tiles cut in both directions
    on("8x136x8", 8, 136, 8, {tags = {"edge"}}),           -- a grid that is not square: two blocks beside each other
    on("outliers", 24, 32, 64, {kind = OUTLIERS}),
    on("broken", 20, 24, 40, {kind = BROKEN, tags = {"edge"}}),
    on("hidden", gen.pick{31, 129}, gen.pick{32, 72}, gen.pick{40, 96, 104}, {hidden = true}),
    on("gate", 128, 128, 128, {tags = {"gate"}}),
    on("bench", SIDE, SIDE, SIDE, {tags = {"bench"}}),
    on("bench-flat", N, N, 512, {calls = {"gemm_bias_relu"}, tags = {"bench"}}),
  },

  gates = {
    gate{id = "plain-spill", call = "gemm_plain", counter = "spill_B", op = "==", value = 0, on = "cuda",
         why = "sums that spill live in local memory"},
    gate{id = "relu-spill", call = "gemm_bias_relu", counter = "spill_B", op = "==", value = 0, on = "cuda",
         why = "sums that spill live in local memory"},
    gate{id = "plain-exact", call = "gemm_plain", case = "gate", counter = "mma", op = "==", value = "M*N*K/2048",
         why = "each product of 16 x 8 x 16 once"},
    gate{id = "plain-traffic", call = "gemm_plain", case = "gate", counter = "g_ld_sec", op = "<=",
         value = "1.02*"..TILES, why = "what a block loads serves 128 rows or columns of its tile"},
    gate{id = "plain-reuse", call = "gemm_plain", case = "gate", counter = "sh_ideal", op = "<=",
         value = "1.05*M*N*K*(6*4/16 + 1/4)/2048",
         why = "six ldmatrix serve sixteen products, a warp owns 64 x 32; and each tile is filled once"},
    gate{id = "plain-banks", call = "gemm_plain", case = "gate", counter = "sh_conf", op = "==", value = 0,
         why = "eight rows of a chunk lie in eight different places of the banks"},
    gate{id = "plain-flight", call = "gemm_plain", case = "gate", counter = "cpa_flight_B", op = ">=",
         value = "0.7*(1 - 32/K)*16384",
         why = "a turn's wait leaves the next turn's pair of tiles, 16 KiB, on its way: three stages"},
    gate{id = "relu-exact", call = "gemm_bias_relu", case = "gate", counter = "mma", op = "==",
         value = "M*N*K/2048", why = "each product of 16 x 8 x 16 once"},
    gate{id = "relu-traffic", call = "gemm_bias_relu", case = "gate", counter = "g_ld_sec", op = "<=",
         value = "1.02*"..TILES.." + M*N/64", why = "beside the tiles a block loads the bias, and never D"},
    gate{id = "relu-stored", call = "gemm_bias_relu", case = "gate", counter = "g_st_req", op = "<=",
         value = "M*N/64", why = "a lane's two neighbours leave as one store, finished"},
    gate{id = "relu-once", call = "gemm_bias_relu", case = "gate", counter = "g_uniq_st", op = "==", value = "2*M*N",
         why = "D and nothing else is written"},
    gate{id = "residual-traffic", call = "gemm_residual", case = "gate", counter = "g_ld_sec", op = "<=",
         value = "1.02*"..TILES.." + M*N/8", why = "beside the tiles a block loads the residual once"},
    gate{id = "residual-once", call = "gemm_residual", case = "gate", counter = "g_st_req", op = "<=",
         value = "M*N/64", why = "D is stored once, after the residual"},
  },

  bench = {
    bench{id = "plain", call = "gemm_plain", case = "bench", clock = "gpu", on = "cuda",
          stages = {bronze = .4, silver = .7, gold = .9}, flops = "2*M*N*K", bytes = "2*(M*K + K*N + M*N)"},
    bench{id = "relu", call = "gemm_bias_relu", case = "bench", clock = "gpu", on = "cuda",
          stages = {bronze = .4, silver = .7, gold = .9}, flops = "2*M*N*K", bytes = "2*(M*K + K*N + M*N)"},
    bench{id = "relu-flat", call = "gemm_bias_relu", case = "bench-flat", clock = "gpu", on = "cuda",
          stages = {bronze = .4, silver = .7, gold = .9}, flops = "2*M*N*K", bytes = "2*(M*K + K*N + M*N)"},
    bench{id = "relu-sectors", call = "gemm_bias_relu", case = "gate", metric = "fewer:g_sec", on = "simt",
          flops = "2*M*N*K"},
    bench{id = "plain-waves", call = "gemm_plain", case = "gate", metric = "fewer:sh_wave", on = "simt",
          flops = "2*M*N*K"},
  },

  predict = {
    predict{id = "flops", axis = "flops", unit = "FLOP", answer = "2*f.n^3",
            ask = "FLOP of a product of {{= n(f.n)}} x {{= n(f.n)}} matrices?", worked = "n³ multiply-adds of 2 FLOP."},
    predict{id = "bytes", axis = "bytes", unit = "MB", answer = "6*f.n^2/1e6", rtol = .01,
            ask = "Fewest bytes through HBM for gemm_bias_relu of that size, all in bf16?",
            worked = "A and B in, D out, 2 B each; the bias is nothing."},
    predict{id = "bound", axis = "intensity", ask = "What bounds it?",
            choices = {"the tensor cores and what feeds them", "HBM", "the epilogue"},
            answer = "the tensor cores and what feeds them",
            worked = "{{= n(f.n/3,0)}} FLOP/B, where the ridge lies at {{= n(f.ridge,0)}}."},
    predict{id = "blocks", axis = "parallelism", unit = "1", answer = "(f.n//128)^2", rtol = 0,
            ask = "Blocks of 128 x 128 in D?"},
    predict{id = "risk", axis = "failure", ask = [[An epilogue stores S as bf16 and applies bias and ReLU to what
              it stored…]],
            choices = {"same bits", "another rounding, most visible where S and bias nearly cancel", "a race"},
            answer = "another rounding, most visible where S and bias nearly cancel"},
  },

  facts = function(hw)
    local h, m = hw.h200, hw.h200_m
    local f = {
      n = N, side = SIDE, bw = h.bw, bf16 = h.bf16, best = m.bf16_best, bw_m = m.bw_mean, ridge = h.bf16/h.bw,
      pass = 2*N*N*2, meet = meet, stage = 2*128*32*2, sms = h.sms,
      product_us = function(k) return 2*N*N*k/m.bf16_best*1e6 end,
      pass_us = 2*N*N*2/m.bw_mean*1e6,
      tiles = function(r, c) return N^3*(1/r + 1/c)*2 end,
      place = function(r, c) return c ~ (r//2 % 4) end,
      gate = {side = 128, tiles = 128*128*128*(2/128)*2/32, d = 128*128*2/32},
    }
    f.share = function(k) return f.pass_us/f.product_us(k) end
    return f
  end,

  questions = {
    q.num{id = "pass", seed = "S003-W15-HO", unit = "us", rtol = .02, accept = {"s", "ms", "us"},
      ask = [[Bias and ReLU as a kernel of its own over a bf16 result of {{= n(p.m)}} x {{= n(p.m)}}, at
        {{= si(f.bw_m,"B/s")}}: time?]],
      vary = {m = {2048, 4096, 16384}},
      answer = function(f, p) return 4*p.m^2/f.bw_m*1e6 end,
      wrong = {{value = function(f, p) return 2*p.m^2/f.bw_m*1e6 end, hint = "It is read and written."}},
      worked = "2 x {{= n(p.m)}}² x 2 B = {{= mb(4*p.m^2,1)}}: {{= n(4*p.m^2/f.bw_m*1e6,1)}} µs."},
    q.num{id = "share", seed = "S004-C12-T05", unit = "%", rtol = .03,
      ask = [[{{= n(f.n)}} x {{= n(f.n)}} x K = {{= n(p.k)}} at {{= si(f.best,"FLOP/s")}}. How long is the pass of bias
        and ReLU at {{= si(f.bw_m,"B/s")}}, in per cent of the product?]],
      vary = {k = {256, 1024, 2048}},
      answer = function(f, p) return 100*f.share(p.k) end,
      wrong = {{value = function(f, p) return 50*f.share(p.k) end, hint = "Read and written: two passes."},
               {value = function(f, p) return 200*f.share(p.k) end, hint = "A multiply-add is 2 FLOP."}},
      worked = [[{{= n(f.pass_us,1)}} µs against {{= n(f.product_us(p.k),0)}}: {{= pct(f.share(p.k),1)}}. The pass does
        not shrink with K.]]},
    q.num{id = "accumulators", unit = "1", rtol = 0,
      ask = "A warp owns {{= p.r}} x {{= p.c}} of D. Registers of a lane for its float sums?",
      vary = {r = {32, 64, 128}, c = {16, 64}},
      answer = function(f, p) return p.r*p.c//32 end,
      wrong = {{value = function(f, p) return p.r*p.c//64 end, hint = "Sums are float, one a register."}},
      worked = "{{= n(p.r*p.c)}} over 32 lanes."},
    q.num{id = "stages", unit = "1", rtol = 0,
      ask = [[Tiles of {{= p.t}} x {{= p.d}} bf16 of A and of B. How many such pairs fit into 48 KiB of shared
        memory?]],
      vary = {t = {64, 128}, d = {32, 64}},
      answer = function(f, p) return 49152//(4*p.t*p.d) end,
      wrong = {{value = function(f, p) return 49152//(2*p.t*p.d) end, hint = "A pair is two tiles."}},
      worked = "A pair has {{= kib(4*p.t*p.d,0)}}."},
    q.num{id = "banks", seed = "S003-W15-C3", unit = "1", rtol = 0,
      ask = [[ldmatrix reads 16 bytes of each of eight rows at a time, {{= p.b}} bytes apart. How many of them meet in
        the same banks, at worst (1: none do)?]],
      vary = {b = {64, 80, 96, 128}},
      answer = function(f, p) return f.meet(p.b) end,
      wrong = {{value = function() return 16 end, hint = "There are eight rows."}},
      worked = [[Row i begins at {{= p.b}} i modulo 128: {{= 8//f.meet(p.b)}} different places,
        {{= f.meet(p.b)}} rows in each.]]},
    q.num{id = "swizzle", unit = "1", rtol = 0,
      ask = "Chunk c of row r stands at place c XOR (r / 2 mod 4). Where is chunk {{= p.c}} of row {{= p.r}}?",
      vary = {c = {1, 2, 3}, r = {5, 6, 10}},
      answer = function(f, p) return f.place(p.r, p.c) end,
      wrong = {{value = function(f, p) return (p.c + p.r//2 % 4) % 4 + 4 end,
                hint = "There are four places: 0 to 3."}},
      worked = "{{= p.r}} / 2 mod 4 = {{= p.r//2 % 4}}, and {{= p.c}} XOR that is {{= f.place(p.r, p.c)}}."},
    q.choice{id = "order", seed = "S003-W15-HO", answer = 3,
      ask = "Somebody's epilogue is max(S, 0) + bias. What do you see?",
      options = {"Nothing: the two commute", "NaN where bias is negative",
                 "Negative results wherever bias is, and too large ones where S is negative", "A slower kernel"},
      worked = "ReLU comes last: nothing that follows it may make a result negative again."},
    q.choice{id = "beta", seed = "S004-C12-T05", answer = 2,
      ask = "D = S + C with C in memory: a residual in a library's terms. Which parameter of a GEMM does it?",
      options = {"alpha = 1", "beta = 1, with C the residual", "the transposition of B", "a batch of two"},
      worked = [[alpha A B + beta C: the oldest fused epilogue there is. It reads C once and saves a pass that reads two
        tensors and writes one.]]},
    q.choice{id = "where", seed = "S003-W15-C3", answer = 1,
      ask = "Why is the epilogue a template's parameter and not a pointer to a function?",
      options = {"It is inlined: sums stay in registers, and its loads are scheduled with the stores",
                 "Pointers to functions do not exist in CUDA", "The binary gets smaller",
                 "It can then be chosen at run time"},
      worked = [[A call needs its arguments in fixed registers or on the stack, for each of 64 sums. The price is
        a kernel for each epilogue.]]},
    q.multi{id = "can", seed = "S003-W15-C3",
      ask = "Which of these can be an epilogue of a block's 128 x 128 without another block's sums?",
      options = {"bias and ReLU", "adding a residual", "the mean of a row of 8,192", "scales for each row and column",
                 "the largest of each row within the tile"},
      answer = {1, 2, 4, 5},
      worked = "A whole row of 8,192 lies in 64 blocks. Their partial results may be an output, for another kernel."},
    q.order{id = "path", ask = "An element of A, first to last?",
      items = {"cp.async to a stage in shared memory", "a group waited for, and a barrier", "ldmatrix to a fragment",
               "mma.sync into a float sum", "epilogue and rounding"}},
    q.text{id = "why", seed = "S003-W15-HO", min_words = 40,
      ask = [[A colleague says: fusing bias and ReLU saved four per cent, hardly worth a template. For which of his
        layers would it save much more, what else does the epilogue save, and how would you show it by counters?]],
      rubric = {"the saved pass is constant, the product grows with K: small K, as in LoRA or attention heads",
                "a launch and an allocation of the intermediate, and one rounding fewer",
                "loads beyond the tiles: only the bias; stores: D once",
                "compares with the library's fused call, too"}},
  },

  hints = {
    {on = "build", match = {"undefined", "linkage", "identifier"},
     [[nvcc names the line. Keep `extern "C"` before each kernel. The three call one template.]]},
    {on = "case:16x8x16", [[One product of 16 x 8 x 16 and much emptiness: zeros in the tiles, nothing stored outside.
      Take A the identity on paper: which lane has which element?]]},
    {on = "case:1x8x8", "K is 8: half of a step of 16 is zeros, which the copy has to put there."},
    {on = "case:17x40x168", [[Six turns, three stages. Which group is the wait for in the last two turns, when nothing
      new was asked for?]]},
    {on = "case:136x136x24", "Four blocks, three of them cut. Rows that are not there are zeros in the tile."},
    {on = "case:8x136x8", "Two blocks side by side: blockIdx.x counts along N, blockIdx.y along M."},
    {on = "case:outliers", "Sums in float, and no rounding before the epilogue."},
    {on = "case:broken", [[Row 1 and the last column are broken, nothing else. What is loaded for rows that do not
      exist, and for chunks beyond K, of A and of B? And what does fmaxf make of a NaN?]]},
    {on = "gate:relu-traffic", "D is read, or the bias far too often. Sums are in registers until they are finished."},
    {on = "gate:residual-traffic", "The residual is read in the epilogue, two neighbours at once, and D never."},
    {on = "counter:mma", "One mma for each 16 x 8 x 16; no tile is made twice."},
    {on = "counter:g_ld_sec", "Each element of both tiles is loaded once a block, 16 bytes at a time."},
    {on = "counter:cpa_flight_B", [[A wait that leaves no group leaves nothing on its way: ask two turns ahead, and wait
      until one group is left.]]},
    {on = "counter:g_st_req", "Two neighbours are one store of 4 bytes: __nv_bfloat162."},
    {on = "counter:sh_ideal", "A warp owns 64 x 32: four ldmatrix of A and two of B, then sixteen products."},
    {on = "counter:sh_conf", "Rows of 64 bytes: chunk c of row r at place c XOR (r / 2 mod 4)."},
    {on = "counter:spill_B", "Indices of the sums must be known once the loops are unrolled."},
    {on = "sanitize", [[A hazard: a stage is read before its group was waited for and a barrier passed, or filled while
      a slower warp still reads it.]]},
    {on = "call:gemm_bias_relu", "Bias first, ReLU last; the bias of columns c and c + 1."},
    {on = "call:gemm_residual", "res has D's shape: row · N + col."},
    {on = "correct", "A the identity, B counting: which element is wrong, and whose is it?"},
    {after = 3, "Begin with one stage and two barriers; the pipeline comes when the product is right."},
  },

  points = {compile = 10, correct = 35, sanitize = 10, profile = 20, perf = 10, answers = 15},
}
