-- w13b-wmma-gemm: tensor cores by WMMA, from one tile a warp to a staged product, and one step below it.

local N = 4096                       -- side of the timed product
local LATENCY = 600e-9               -- of a load from HBM under load: assumed, round
local DIRECT = {grid = {"N//16", "(M + 63)//64"}, block = {128}}
local BIG = {grid = {"(N + 127)//128", "(M + 127)//128"}, block = {256}}
local BELOW = {grid = {"N//8", "(M + 63)//64"}, block = {128}}
local ALL = {"wmma_direct", "hgemm_wmma", "hgemm_nt", "mma_bias"}
local STAGED = {"hgemm_wmma", "hgemm_nt"}
local PLAIN, OUTLIERS, INFINITE = 0, 1, 2   -- kernels/w13b-wmma-gemm/oracle.c

local function on(id, calls, M, cols, K, more)
  local c = {id = id, calls = calls, M = M, N = cols, K = K, kind = PLAIN}
  for k, v in pairs(more or {}) do c[k] = v end
  return c
end

local function product(right, launch)
  return call{args = {output"C", input"A", input(right), i32"M", i32"N", i32"K"}, oracle = "product",
              tol = tol.dot{"K"}, launch = launch}
end

-- Sectors that tiles of `rows` x `cols` ask global memory for, all blocks together, in halves.
local function asked(rows, cols) return ("M*N*K*(1/%d + 1/%d)*2/32"):format(rows, cols) end

-- How many of eight rows of 16 bytes, `halves` apart, fall into the same banks.
local function collide(halves)
  local hits, worst = {}, 0
  for i = 0, 7 do
    local g = i*halves*2 % 128//16
    hits[g] = (hits[g] or 0) + 1
    worst = math.max(worst, hits[g])
  end
  return worst
end

local function free_of_conflicts(call)
  return check(call.." without bank conflicts", function(t)
    local extra, ideal = t.counter(call, "gate", "sh_conf"), t.counter(call, "gate", "sh_ideal")
    if not extra or not ideal or extra <= .03*ideal then return true end
    return false, ("%d wavefronts are conflicts, %.1f %% of the %d that the accesses need"):format(
      extra, 100*extra/ideal, ideal), "eight rows of 16 bytes are loaded at a time: pad each by 8 halves"
  end, {milestone = "profile"})
end

return lab {
  api = 1, rev = 1, id = "w13b-wmma-gemm", title = "Tensor cores through WMMA",
  kind = "kernel", week = 13, part = 2, domain = {"gemm", "cuda"},
  seeds = {"S001-23", "S001-36", "S001-37", "S003-DN-advCuda", "S003-W13", "S003-W13-C4", "S003-W13-C5", "S003-W13-C6",
           "S004-C01-T05", "S004-C02-T10"},
  requires = {"w13-warp-layernorm", "g07-gemm-ladder"},
  hours = {read = 1.5, lab = 4},
  durable = {"A matrix unit is fed by a whole warp, and the feeding is the work",
             "Where a layout is not documented, scale the whole and touch no part",
             "Where it is documented, an epilogue needs no memory"},
  ephemeral = {{"Shapes and types of nvcuda::wmma", as_of = "2026-11"},
               {"mma.sync m16n8k16 as the unit that WMMA becomes", as_of = "2026-11"}},
  readings = {
    {"leimao", hours = 1, look_for = [[the leading dimension of each operand in the four combinations of row- and
      column-major, and what stays the same in the call]]},
    {"tc9", hours = .5, look_for = [[how a warp's fragments become a product, and what the article's simple kernel
      loads for each of them]]},
  },

  lang = "cuda", backends = {"simt", "cuda"},
  edit = {"wmma.cu"},
  reference = "ref.cu", ladder = {"naive.cu", "ref.cu", "opt.cu"},
  limits = {wall_s = 20, mem_MiB = 4096, threads = 1},
  device = {arch = "sm_90a"},
  order = ALL,

  buffers = {
    A = {dtype = "f16", shape = {"M", "K"}, dist = gen.custom"halves"},
    B = {dtype = "f16", shape = {"K", "N"}, dist = gen.custom"halves"},
    Bt = {dtype = "f16", shape = {"N", "K"}, dist = gen.custom"halves"},
    bias = {dtype = "f32", shape = {"N"}, dist = gen.normal{sd = 5}},
    C = {dtype = "f32", shape = {"M", "N"}},
    top = {dtype = "f32", shape = {"N//8", "M"}},
  },

  calls = {
    wmma_direct = product("B", DIRECT), hgemm_wmma = product("B", BIG), hgemm_nt = product("Bt", BIG),
    mma_bias = call{args = {output"C", output"top", input"A", input"Bt", input"bias", i32"M", i32"N", i32"K"},
                    oracle = "product", tol = tol.dot{"K"}, launch = BELOW},
  },

  cases = {
    on("16x16x16", ALL, 16, 16, 16, {tags = {"edge"}}),
    on("48x80x32", ALL, 48, 80, 32),
    on("one-column", {"mma_bias"}, 16, 8, 48, {tags = {"edge"}}),
    on("1x1", STAGED, 1, 1, 1, {tags = {"edge"}}),
    on("33x65x17", STAGED, 33, 65, 17, {tags = {"edge"}}),
    on("130x136x24", STAGED, 130, 136, 24, {tags = {"edge"}}),  -- rows aligned, tiles cut
    on("20x132x40", STAGED, 20, 132, 40, {tags = {"edge"}}),    -- two blocks side by side, rows of B off 16 bytes
    on("20x40x36", {"hgemm_wmma"}, 20, 40, 36, {tags = {"edge"}}),  -- rows of A off 16 bytes, and not those of B
    on("three-turns", STAGED, 37, 50, 70, {tags = {"edge"}}),
    on("outliers", ALL, 32, 32, 64, {kind = OUTLIERS}),
    on("inf-next-row", STAGED, 20, 24, 40, {kind = INFINITE, tags = {"edge"}}),
    on("hidden", STAGED, gen.pick{31, 129}, gen.pick{33, 100}, gen.pick{39, 48, 65}, {hidden = true}),
    on("hidden-16", {"wmma_direct", "mma_bias"}, gen.pick{80, 96}, gen.pick{32, 64}, gen.pick{48, 64}, {hidden = true}),
    on("gate", ALL, 128, 256, 64, {tags = {"gate"}}),
    on("bench", STAGED, N, N, N, {tags = {"bench"}}),
  },

  gates = {
    gate{id = "staged-spill", call = "hgemm_wmma", counter = "spill_B", op = "==", value = 0, on = "cuda",
         why = "accumulators that spill live in local memory"},
    gate{id = "nt-spill", call = "hgemm_nt", counter = "spill_B", op = "==", value = 0, on = "cuda",
         why = "accumulators that spill live in local memory"},
    gate{id = "direct-exact", call = "wmma_direct", case = "gate", counter = "mma", op = "==", value = "M*N*K/2048",
         why = "each product of 16 x 16 x 16 once: two instructions of 16 x 8 x 16"},
    gate{id = "direct-shared", call = "wmma_direct", case = "gate", counter = "sh_wave", op = "==", value = 0,
         why = "the first step stands alone: global memory, fragments, nothing between"},
    gate{id = "staged-exact", call = "hgemm_wmma", case = "gate", counter = "mma", op = "==", value = "M*N*K/2048",
         why = "each product of 16 x 16 x 16 once: two instructions of 16 x 8 x 16"},
    gate{id = "staged-traffic", call = "hgemm_wmma", case = "gate", counter = "g_ld_sec", op = "<=",
         value = "1.02*"..asked(128, 128), why = "what a block loads serves 128 rows or columns of its tile"},
    gate{id = "staged-lanes", call = "hgemm_wmma", case = "gate", counter = "g_ld_eff", op = ">=", value = .98,
         why = "lanes load 16 bytes side by side: every byte of a sector is used"},
    gate{id = "staged-reuse", call = "hgemm_wmma", case = "gate", counter = "sh_ideal", op = "<=",
         value = "1.05*M*N*K*(6/8*4 + 1)/4096",
         why = "six fragments serve eight products, a warp owns 64 x 32; and each tile is filled once"},
    gate{id = "staged-lone", call = "hgemm_wmma", case = "gate", counter = "flops_f32", op = "<=",
         value = "0.01*2*M*N*K", why = "all products are made by tensor cores"},
    gate{id = "nt-exact", call = "hgemm_nt", case = "gate", counter = "mma", op = "==", value = "M*N*K/2048",
         why = "each product of 16 x 16 x 16 once: two instructions of 16 x 8 x 16"},
    gate{id = "nt-traffic", call = "hgemm_nt", case = "gate", counter = "g_ld_sec", op = "<=",
         value = "1.02*"..asked(128, 128), why = "what a block loads serves 128 rows or columns of its tile"},
    gate{id = "nt-lanes", call = "hgemm_nt", case = "gate", counter = "g_ld_eff", op = ">=", value = .98,
         why = "Bt is loaded along its own rows, and turned by nobody"},
    gate{id = "below-exact", call = "mma_bias", case = "gate", counter = "mma", op = "==", value = "M*N*K/2048",
         why = "each product of 16 x 8 x 16 once"},
    gate{id = "below-shared", call = "mma_bias", case = "gate", counter = "sh_wave", op = "==", value = 0,
         why = "the layout is known: bias and maximum are found in registers"},
    gate{id = "below-steps", call = "mma_bias", case = "gate", counter = "shfl", op = "<=", value = "4*M/16*N/8",
         why = "four lanes hold a row: two steps for each of the two rows of a lane"},
  },
  checks = {free_of_conflicts"hgemm_wmma", free_of_conflicts"hgemm_nt"},

  bench = {
    bench{id = "staged", call = "hgemm_wmma", case = "bench", clock = "gpu", on = "cuda",
          stages = {bronze = .4, silver = .7, gold = .9}, flops = "2*M*N*K", bytes = "2*(M*K + K*N) + 4*M*N"},
    bench{id = "nt", call = "hgemm_nt", case = "bench", clock = "gpu", on = "cuda",
          stages = {bronze = .4, silver = .7, gold = .9}, flops = "2*M*N*K", bytes = "2*(M*K + K*N) + 4*M*N"},
    bench{id = "staged-waves", call = "hgemm_wmma", case = "gate", metric = "fewer:sh_wave", on = "simt",
          flops = "2*M*N*K"},
    bench{id = "nt-sectors", call = "hgemm_nt", case = "gate", metric = "fewer:g_sec", on = "simt", flops = "2*M*N*K"},
  },

  predict = {
    predict{id = "flops", axis = "flops", unit = "FLOP", answer = "f.flops",
            ask = "FLOP of a product of {{= n(f.n)}} x {{= n(f.n)}} matrices?", worked = "n³ multiply-adds of 2 FLOP."},
    predict{id = "bytes", axis = "bytes", unit = "MB", answer = "f.least/1e6", rtol = .01,
            ask = "Fewest bytes through HBM for it, A and B in half, C in float?",
            worked = "2 n² of 2 B in, n² of 4 B out."},
    predict{id = "bound", axis = "intensity", ask = "What bounds wmma_direct, which has no shared memory?",
            choices = {"the tensor cores", "what its fragments ask of L1 and L2", "HBM"},
            answer = "what its fragments ask of L1 and L2",
            worked = "{{= n(f.ai(16,16))}} FLOP for each byte that it asks for."},
    predict{id = "blocks", axis = "parallelism", unit = "1", answer = "(f.n//128)^2", rtol = 0,
            ask = "Blocks of 128 x 128 in C?"},
    predict{id = "risk", axis = "failure", ask = "A kernel adds bias[i % 16] to element i of a WMMA accumulator. It…",
            choices = {"is right on every GPU", "may be right on this GPU; nothing says which element i is",
                       "does not compile"},
            answer = "may be right on this GPU; nothing says which element i is"},
  },

  facts = function(hw)
    local h = hw.h200
    local f = {
      n = N, flops = 2*N^3, least = 8*N^2, mma = 2*16^3, warp = h.warp, sms = h.sms, bf16 = h.bf16, ridge = h.bf16/h.bw,
      clock = hw.h100.clock, tensor = 4096,                  -- FLOP of an SM a clock (H100 whitepaper)
      ai = function(rows, cols) return rows*cols/(rows + cols) end,   -- FLOP for a byte of halves that a tile asks for
      asked = function(rows, cols) return N^3*(1/rows + 1/cols)*2 end,
      calls = function(n) return (n//16)^3 end,
      acc = function(r, c) return r*c//h.warp end,
      collide = collide,
      -- wavefronts of shared memory for a 16 x 16 x 16 product, where a warp owns r x c tiles: 4 to a fragment of 512 B
      waves = function(r, c) return 4*(r + c)/(r*c) end,
      tensor_clocks = 2*16^3/4096,
      smem = 2*128*(32 + 8)*2,
    }
    f.rate = function(r, c) return math.min(1, f.tensor_clocks/f.waves(r, c)) end
    return f
  end,

  questions = {
    q.num{id = "calls", seed = "S003-W13-C4", unit = "1", rtol = 0,
      ask = "mma_sync calls on 16 x 16 x 16 for a product {{= n(p.m)}} x {{= n(p.n)}} x {{= n(p.k)}}?",
      vary = {m = {512, 1024}, n = {2048, 8192}, k = {256, 4096}},
      answer = function(f, p) return p.m*p.n*p.k//4096 end,
      wrong = {{value = function(f, p) return p.m*p.n//256 end, hint = "Those are the tiles. Each sums over K."},
               {value = function(f, p) return p.m*p.n*p.k//2048 end,
                hint = "Those are the mma.sync of 16 x 8 x 16 that the calls become."}},
      worked = "{{= p.m//16}} x {{= p.n//16}} x {{= p.k//16}}, {{= n(f.mma)}} FLOP each."},
    q.num{id = "accumulators", seed = "S003-W13-C4", unit = "1", rtol = 0,
      ask = "A warp owns {{= p.r}} x {{= p.c}} of C in fp32. Registers of a lane for these sums?",
      vary = {r = {32, 64, 128}, c = {16, 32, 64}},
      answer = function(f, p) return f.acc(p.r, p.c) end,
      wrong = {{value = function(f, p) return p.r*p.c end, hint = "They are spread over {{= f.warp}} lanes."},
               {value = function(f, p) return f.acc(p.r, p.c)//2 end, hint = "An fp32 sum takes a whole register."}},
      worked = "{{= n(p.r*p.c)}} sums over {{= f.warp}} lanes: {{= f.acc(p.r,p.c)}}."},
    q.num{id = "traffic", seed = "S001-23", unit = "FLOP/B", rtol = .01,
      ask = "FLOP for each byte of A and B that a block with {{= p.r}} x {{= p.c}} of C asks for, in halves?",
      vary = {r = {32, 64, 256}, c = {64, 128}},
      answer = function(f, p) return f.ai(p.r, p.c) end,
      wrong = {{value = function(f, p) return 2*f.ai(p.r, p.c) end, hint = "A half has two bytes."},
               {value = function(f, p) return p.r*p.c/(p.r + p.c)/2 end, hint = "That is for floats."}},
      worked = [[A step of K: {{= p.r*p.c}} multiply-adds of 2 FLOP, {{= p.r}} + {{= p.c}} halves of 2 B:
        {{= n(f.ai(p.r,p.c),1)}}. The H200's ridge lies at {{= n(f.ridge,0)}}.]]},
    q.num{id = "banks", seed = "S003-W13-C6", unit = "1", rtol = 0,
      ask = [[Eight rows of 16 bytes are loaded at a time, {{= p.ld}} halves apart. Banks cover 128 bytes. How many
        rows meet in the same banks, at worst (1: none do)?]],
      vary = {ld = {24, 48, 64, 80, 144}},
      answer = function(f, p) return f.collide(p.ld) end,
      wrong = {{value = function() return 3 end, hint = "Write down the eight begins, modulo 128."}},
      worked = [[The rows begin every {{= 2*p.ld}} bytes; modulo 128 that hits {{= 8//f.collide(p.ld)}} different
        places of 16 bytes, {{= f.collide(p.ld)}} rows each.]]},
    q.num{id = "reuse", seed = "S003-W13-C4", unit = "1", rtol = .01,
      ask = [[A warp owns {{= p.r}} x {{= p.c}} tiles of 16 x 16. A fragment of A or B, 512 bytes, takes four
        wavefronts. How many wavefronts are that for each product of 16 x 16 x 16?]],
      vary = {r = {2, 3}, c = {1, 3, 4}},
      answer = function(f, p) return f.waves(p.r, p.c) end,
      wrong = {{value = function(f, p) return 4*(p.r + p.c) end, hint = "That is for all {{= p.r*p.c}} products."}},
      worked = [[{{= p.r}} + {{= p.c}} fragments for {{= p.r*p.c}} products: {{= n(f.waves(p.r,p.c),2)}}. The tensor
        cores of an SM need {{= n(f.tensor_clocks)}} clocks for a product, and shared memory gives a wavefront a
        clock.]]},
    q.num{id = "lane", seed = "S003-W13-C6", unit = "1", rtol = 0,
      ask = "m16n8k16: which lane holds the sum of row {{= p.r}}, column {{= p.c}}?",
      vary = {r = {3, 6, 13}, c = {2, 5, 7}},
      answer = function(f, p) return p.r % 8*4 + p.c//2 end,
      wrong = {{value = function(f, p) return p.r*4 + p.c//2 + 32 end,
                hint = "There are 32 lanes. Rows repeat after 8."},
               {value = function(f, p) return p.c*4 + p.r//2 end, hint = "Those are row and column exchanged."}},
      worked = [[g = {{= p.r % 8}}, t = {{= p.c//2}}: lane 4g + t = {{= p.r % 8*4 + p.c//2}}, in
        d[{{= p.r//8*2 + p.c % 2}}].]]},
    q.multi{id = "types", seed = "S003-W13-C5",
      ask = "Which of these exist in nvcuda::wmma?",
      options = {"half, 32 x 8 x 16", "tf32, 16 x 16 x 8", "FP8 (e4m3), 16 x 16 x 16",
                 "bfloat16 with a half accumulator",
                 "int8 with an int32 accumulator"},
      answer = {1, 2, 5},
      worked = [[half and bfloat16: 16x16x16, 32x8x16, 8x32x16; bfloat16 sums in float only. TF32: 16x16x8. There is
        no FP8 here: it needs mma.sync (sm_89 and later) or wgmma.]]},
    q.choice{id = "format", seed = "S001-37", answer = 3,
      ask = "Activations reach 200,000, weights are around 1. Which input type of a tensor core does without scaling?",
      options = {"half: it has the most mantissa bits of 16", "FP8 e4m3", "bfloat16: it has float's exponent", "int8"},
      worked = [[half ends at 65,504, e4m3 at 448. bfloat16 has 8 exponent bits and 8 bits of significand: range is
        bought with precision.]]},
    q.choice{id = "zero-use", seed = "S001-36", answer = 2,
      ask = [[A profile of a linear layer in half shows no tensor instruction at all. Which of these explains it?]],
      options = {"K is a multiple of 16", "The inputs were cast to float before the product, and TF32 is off",
                 "The batch is large", "B is column-major"},
      worked = [[Tensor cores want their types: half, bfloat16, TF32, FP8, int8. With float inputs and TF32 off a
        library takes float lanes. Either order of B is served. Odd leading dimensions can be a cause as well: rows
        that are no multiple of 16 bytes.]]},
    q.choice{id = "fragment", seed = "S003-W13-C4", answer = 4,
      ask = "What may you do to the elements x[i] of a WMMA accumulator?",
      options = {"Read x[0] as row 0, column 0", "Add bias[i]", "Take the row's maximum over i",
                 "Multiply each by the same factor"},
      worked = [[Which lane and which i hold an element is unspecified. What treats all alike is right under every
        layout; two fragments of the same type may also be added element by element.]]},
    q.order{id = "path", ask = "Order a half of B from HBM to the product, in hgemm_wmma.",
      items = {"a uint4 in a thread's registers", "a padded row in shared memory", "a fragment of a warp",
               "mma.sync on the tensor core", "an accumulator"}},
    q.text{id = "why", seed = "S001-36", min_words = 40,
      ask = [[wmma_direct and hgemm_wmma issue the same tensor instructions. Why is the second one faster, which
        counter shows it, and what stops it from reaching the peak?]],
      rubric = {"each fragment from global memory: 8 FLOP a byte asked for, against 64 with the staged tile",
                "g_ld_sec falls to an eighth", "fragments still pass through shared memory and registers: wavefronts",
                "six fragments for eight products; wgmma reads operands from shared memory itself"}},
  },

  hints = {
    {on = "build", match = {"wmma", "nvcuda", "undefined", "identifier", "incomplete type"},
     [[nvcc names the line. `#include <mma.h>`, `using namespace nvcuda;`, and `extern "C"` before each kernel. A
       fragment of a type or shape that WMMA lacks is an incomplete type.]]},
    {on = "case:16x16x16/wmma_direct", "One tile, one product: corner A, corner B, leading dimensions K and N."},
    {on = "case:16x16x16/mma_bias", [[One product for each 16 x 8. Take A the identity on paper: which of your
      registers is not what lab.h's table says?]]},
    {on = "case:48x80x32/wmma_direct",
     "Tile (i, j) begins at row 16 i and column 16 j; and 48 rows are three warps of four."},
    {on = "case:one-column/mma_bias", "Three steps of K: the pointers move on by 16 halves, in both operands."},
    {on = "case:1x1", "One element: everything else of both tiles is 0, and nothing else is stored."},
    {on = "case:33x65x17", [[Where a row has ended, the next begins: guard k as well, and put zeros into the tile.
      And a row of 17 halves does not begin at a multiple of 16 bytes.]]},
    {on = "case:130x136x24", "The last tiles have two rows and eight columns, and the last turn is not full."},
    {on = "case:20x132x40", [[Two blocks side by side: blockIdx.x counts along N. And N decides whether a row of B may
      be loaded 16 bytes at a time, K whether one of A or Bt may.]]},
    {on = "case:20x40x36", "Rows of 36 halves begin at multiples of 8 bytes: K decides how A is loaded, not N."},
    {on = "case:three-turns", "Does somebody fill the tile while another warp still reads the last turn?"},
    {on = "case:inf-next-row", [[0 times infinity is NaN: an element behind the end of a row must not be loaded and
      multiplied by 0. It must be 0.]]},
    {on = "case:outliers", "Sums in float, from the first product to the last: the accumulator's type."},
    {on = "counter:spill_B", "Indices of the array of fragments must be known once the loops are unrolled."},
    {on = "counter:mma", "One mma_sync for each 16 x 16 x 16; no tile is made twice, and none by two warps."},
    {on = "gate:staged-traffic", "Each element of both tiles is loaded by one thread, 16 bytes at a time."},
    {on = "gate:staged-reuse", "A warp owns 64 x 32: load four fragments of A and two of B, then do eight products."},
    {on = "gate:below-steps", "Lanes 4g to 4g + 3 hold row g: xor 1 and xor 2."},
    {on = "counter:g_ld_eff", "Neighbouring threads load neighbouring 16 bytes of a row."},
    {on = "counter:sh_wave", "Nothing of this kernel goes through shared memory."},
    {on = "check:hgemm_wmma without bank conflicts", "The leading dimensions of the tiles: 32 + 8 and 128 + 8 halves."},
    {on = "check:hgemm_nt without bank conflicts", "The tile of Bt has rows of 32 + 8 halves."},
    {on = "sanitize", [[Misaligned: a row of 17 halves does not begin at a multiple of 16 bytes. A race: one barrier
      when the tiles are filled, one before they are filled again.]]},
    {on = "call:hgemm_nt", [[Bt's tile is stored as A's is. Its fragment is wmma::col_major, and its leading
      dimension is that of a row of the tile.]]},
    {on = "call:mma_bias", "Write lane 5's registers down: g = 1, t = 1."},
    {on = "correct", "A the identity, then C = B: which element is wrong, and whose is it?"},
    {after = 3, "`ridge hint w13b-wmma-gemm` shows the next tier; the third has the inner loops nearly whole."},
  },

  points = {compile = 10, correct = 35, sanitize = 10, profile = 20, perf = 10, answers = 15},
}
