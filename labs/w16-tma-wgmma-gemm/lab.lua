-- w16-tma-wgmma-gemm: a product from Hopper's own instructions, from one copied tile to a persistent kernel.

local N = 4096                       -- side of the timed product
local LATENCY = 1000e-9              -- of a TMA load under load: assumed, round
local RING_SMEM, HOP_SMEM = 4*32768 + 1024, 225*1024   -- lab.h
local STAGES = {"tma_tile", "wgmma_tile", "gemm_single", "gemm_ring", "gemm_hop"}
local ANY_K = {"gemm_single", "gemm_ring", "gemm_hop"}
local PLAIN, OUTLIERS = 0, 1         -- kernels/w16-tma-wgmma-gemm/oracle.c

local function on(id, calls, M, cols, K, more)
  local c = {id = id, calls = calls, M = M, N = cols, K = K, kind = PLAIN, pad = 0, g = 2}
  for k, v in pairs(more or {}) do c[k] = v end
  return c
end

local function up(x, tile) return ("((%s + %d)//%d)"):format(x, tile - 1, tile) end
local function boxes(name, rows, of) return input{name, box = {rows, 64}, dims = of, swizzle = 128} end
local function A(rows) return boxes("A", rows, {"M", "K"}) end
local function Bt(rows) return boxes("Bt", rows, {"N", "K"}) end

-- A tile's turns of 64 along K, all tiles together; and what TMA brings for them, `rows` of 128 bytes a turn.
local function turns(high, wide) return up("M", high).."*"..up("N", wide).."*"..up("K", 64) end
local function brought(high, wide) return ("%s*%d*128"):format(turns(high, wide), high + wide) end

-- Products of whole tiles, also where the matrices end: `high` x `wide` a tile, 64 a turn.
local function exact(call, high, wide)
  return gate{id = call:gsub("_", "-").."-exact", call = call, case = "gate", counter = "flops_tensor", op = "==",
              value = ("%s*%d"):format(turns(high, wide), 2*high*wide*64), why = "each product of a tile and turn once"}
end
local function traffic(call, value)
  return gate{id = call:gsub("_", "-").."-bytes", call = call, case = "gate", counter = "tma_B", op = "<=",
              value = value, why = "TMA brings each box once for the block that needs it"}
end
local function whole(call)
  return gate{id = call:gsub("_", "-").."-spill", call = call, counter = "spill_B", op = "==", value = 0, on = "cuda",
              why = "sums that spill live in local memory"}
end
local function in_ptx(call, id, text, why)
  return gate{id = call:gsub("_", "-").."-"..id, call = call, counter = "ptx:"..text, op = ">=", value = 1, on = "cuda",
              why = why or "the code has Hopper's instruction"}
end
local function fenced(call)
  return in_ptx(call, "ptx-init", "fence.mbarrier_init", "TMA may use a barrier once its initialisation is fenced")
end

-- TFLOP/s on an H200, 28 November 2026, by kernels/w16-tma-wgmma-gemm/bench.cu: medians of pairs with cuBLAS in the
-- same run, on a cold L2; `of`: the median of the pairs' ratios.
local MEASURED = {
  single = {rate = 399.2e12, of = .520}, ring = {rate = 532.8e12, of = .691}, hop = {rate = 787.6e12, of = 1.018},
  pair = {rate = 779.6e12, of = 1.011}, alone = {rate = 308.3e12, of = .403},      -- opt.cu's and naive.cu's gemm_hop
  blas = 773.2e12,
  big = {hop = {rate = 750.5e12, of = 1.024}, pair = {rate = 752.8e12, of = 1.027}, blas = 726.0e12},   -- side 8192
}

return lab {
  api = 1, rev = 1, id = "w16-tma-wgmma-gemm", title = "Hopper GEMM from the ISA",
  kind = "kernel", week = 16, part = 2, domain = {"gemm", "cuda"},
  seeds = {"S001-02", "S002-5-2", "S003-DN-hopper", "S003-W15-C4", "S003-W16", "S003-W16-C1", "S003-W16-C2",
           "S003-W16-C3", "S003-W16-C4", "S003-W16-HO", "S003-W17-C3", "S004-C01-T07"},
  requires = {"w13b-wmma-gemm", "w15-cute-layouts"}, suggests = {"w14-cpasync-layernorm", "w15b-epilogue-gemm"},
  hours = {read = 10, lab = 5},
  durable = {"Asynchronous copy and product meet at a barrier that counts bytes",
             "A ring needs two signals a stage: full and empty",
             "Who loads and who multiplies are different threads, with different numbers of registers",
             "The depth of a pipeline follows from bytes a stage and from latency"},
  ephemeral = {{"TMA, mbarrier transactions and wgmma as PTX of sm_90a", as_of = "2026-11"},
               {"227 KiB of shared memory a block, 132 SMs", as_of = "2026-11"}},
  readings = {
    {"hopperbench", hours = 4, look_for = [[which n of wgmma reaches the full rate, and what changes when A comes from
      registers]]},
    {"hopperdissect", hours = 3, look_for = [[what a cluster's shared memory costs beside one's own and L2]]},
    {"colfaxwgmma", hours = 3, look_for = [[the fields of the matrix descriptor; encode hop.h's smem_desc() by
      hand]]},
  },

  lang = "cuda", backends = {"simt", "cuda"},
  edit = {"hopper.cu"},
  reference = "ref.cu", ladder = {"naive.cu", "ref.cu", "opt.cu"},
  limits = {wall_s = 60, mem_MiB = 4096, threads = 1},
  device = {arch = "sm_90a"},
  order = STAGES,

  buffers = {
    X = {dtype = "bf16", shape = {"M", "N + pad"}, dist = gen.custom"numbers"},
    Y = {dtype = "bf16", shape = {"64*"..up("M", 64), "64*"..up("N", 64)}},
    A = {dtype = "bf16", shape = {"M", "K + pad"}, dist = gen.custom"numbers"},
    Bt = {dtype = "bf16", shape = {"N", "K + pad"}, dist = gen.custom"numbers"},
    C = {dtype = "f32", shape = {"M", "N"}},
    D = {dtype = "bf16", shape = {"M", "N"}},
  },

  calls = {
    tma_tile = call{args = {boxes("X", 64, {"M", "N"}), output"Y", i32"M", i32"N"}, oracle = "tile", tol = tol.exact,
                    launch = {grid = {up("N", 64), up("M", 64)}, block = {128}}},
    wgmma_tile = call{args = {output"C", A(64), Bt(64)}, oracle = "product", tol = tol.dot{"K"},
                      launch = {grid = {"M//64"}, block = {128}}},
    gemm_single = call{args = {output"D", A(64), Bt(128), i32"M", i32"N", i32"K"}, oracle = "product",
                       tol = tol.dot{"K"}, launch = {grid = {up("N", 128), up("M", 64)}, block = {128}}},
    gemm_ring = call{args = {output"D", A(128), Bt(128), i32"M", i32"N", i32"K"}, oracle = "product",
                     tol = tol.dot{"K"},
                     launch = {grid = {up("N", 128), up("M", 128)}, block = {160}, smem = RING_SMEM}},
    gemm_hop = call{args = {output{"D", box = {64, 64}, swizzle = 128}, A(128), Bt(128), i32"M", i32"N", i32"K"},
                    oracle = "product", tol = tol.dot{"K"},
                    launch = {grid = {"g"}, block = {384}, smem = HOP_SMEM}},
  },

  cases = {
    on("one-box", {"tma_tile"}, 64, 64, 64, {tags = {"edge"}}),
    on("ragged-box", {"tma_tile"}, 70, 136, 64, {pad = 8, tags = {"edge"}}),
    on("one-row", {"tma_tile", "gemm_single", "gemm_ring", "gemm_hop"}, 1, 8, 8, {tags = {"edge"}}),
    on("one-tile", {"wgmma_tile"}, 64, 64, 64, {tags = {"edge"}}),
    on("three-tiles", {"wgmma_tile"}, 192, 64, 64),
    on("k64", ANY_K, 128, 256, 64, {kind = OUTLIERS}),
    on("k200", ANY_K, 72, 136, 200, {pad = 16, tags = {"edge"}}),              -- NaN behind the rows
    on("narrow", {"gemm_single", "gemm_ring"}, 66, 72, 72, {pad = 16, tags = {"edge"}}),
    on("long", {"gemm_ring", "gemm_hop"}, 8, 16, 2120, {tags = {"edge"}}),     -- 34 turns: eight times round the ring
    on("two-each", {"gemm_hop"}, 258, 72, 264, {tags = {"edge"}}),             -- three tiles, two blocks, five turns
    on("more-blocks", {"gemm_hop"}, 8, 520, 72, {g = 8, tags = {"edge"}}),     -- three tiles, eight blocks
    on("hidden-box", {"tma_tile"}, gen.pick{65, 190}, gen.pick{72, 200}, 64, {pad = gen.pick{0, 8}, hidden = true}),
    on("hidden-tile", {"wgmma_tile"}, gen.pick{64, 128}, 64, 64, {hidden = true}),
    on("hidden", ANY_K, gen.pick{60, 129}, gen.pick{104, 264}, gen.pick{88, 136},
       {pad = gen.pick{0, 8}, hidden = true}),
    on("gate", {"tma_tile", "gemm_single", "gemm_ring", "gemm_hop"}, 256, 256, 128, {tags = {"gate"}}),
    on("gate-tile", {"wgmma_tile"}, 128, 64, 64, {tags = {"gate"}}),
    on("bench", ANY_K, N, N, N, {g = 128, tags = {"bench"}}),
  },

  gates = {
    whole"gemm_single", whole"gemm_ring", whole"gemm_hop",
    fenced"tma_tile", fenced"wgmma_tile", fenced"gemm_single", fenced"gemm_ring", fenced"gemm_hop",
    in_ptx("tma_tile", "ptx", "cp.async.bulk.tensor"), in_ptx("gemm_hop", "ptx-tma", "cp.async.bulk.tensor"),
    in_ptx("gemm_hop", "ptx-wgmma", "wgmma.mma_async"), in_ptx("gemm_hop", "ptx-regs", "setmaxnreg"),
    traffic("tma_tile", up("M", 64).."*"..up("N", 64).."*8192"),
    gate{id = "tma-tile-stores", call = "tma_tile", case = "gate", counter = "g_st_req", op = "<=",
         value = up("M", 64).."*"..up("N", 64).."*16", why = "16 bytes a thread: 16 requests a box"},
    gate{id = "tma-tile-sectors", call = "tma_tile", case = "gate", counter = "g_st_eff", op = ">=", value = .98,
         why = "lanes side by side write whole sectors"},
    gate{id = "tma-tile-banks", call = "tma_tile", case = "gate", counter = "sh_conf", op = "==", value = 0,
         why = "eight lanes read a row of 128 bytes: all banks once"},
    gate{id = "wgmma-tile-exact", call = "wgmma_tile", case = "gate-tile", counter = "flops_tensor", op = "==",
         value = "2*M*N*K", why = "each product of 64 x 64 x 16 once"},
    traffic("gemm_single", brought(64, 128)), exact("gemm_single", 64, 128),
    traffic("gemm_ring", brought(128, 128)), exact("gemm_ring", 128, 128),
    gate{id = "gemm-ring-barriers", call = "gemm_ring", case = "gate", counter = "bar", op = "<=", value = 2,
         why = "in the loop stages are handed over by mbarriers, not by a barrier of the block"},
    traffic("gemm_hop", brought(128, 256).." + 2*M*N"), exact("gemm_hop", 128, 256),
    gate{id = "gemm-hop-banks", call = "gemm_hop", case = "gate", counter = "sh_conf", op = "==", value = 0,
         why = "the sums go into shared memory with the swizzle of the map: no two lanes meet in a bank"},
  },

  bench = {
    bench{id = "single", call = "gemm_single", case = "bench", clock = "gpu", on = "cuda",
          flops = "2*M*N*K", bytes = "2*(M*K + K*N + M*N)"},
    bench{id = "ring", call = "gemm_ring", case = "bench", clock = "gpu", on = "cuda",
          flops = "2*M*N*K", bytes = "2*(M*K + K*N + M*N)"},
    bench{id = "hop", call = "gemm_hop", case = "bench", clock = "gpu", on = "cuda",
          flops = "2*M*N*K", bytes = "2*(M*K + K*N + M*N)"},
    bench{id = "hop-bytes", call = "gemm_hop", case = "gate", metric = "fewer:tma_B", on = "simt", flops = "2*M*N*K"},
  },

  predict = {
    predict{id = "flops", axis = "flops", unit = "FLOP", answer = "f.flops",
            ask = [[FLOP of a product of {{= n(f.n)}} x {{= n(f.n)}} matrices?]],
            worked = "n³ multiply-adds of 2 FLOP."},
    predict{id = "bytes", axis = "bytes", unit = "GB", answer = "f.brought(f.bm, f.bn)/1e9", rtol = .02,
            ask = [[Bytes that TMA brings into shared memory for it, all blocks together, with tiles of {{= f.bm}} x
              {{= f.bn}} and no multicast?]],
            worked = [[{{= n(f.tiles(f.n))}} tiles, {{= n(f.n//64)}} turns each, {{= n(f.stage(f.bm,f.bn))}}
              bytes a turn.]]},
    predict{id = "ai", axis = "intensity", unit = "FLOP/B", answer = "f.ai(f.bm, f.bn)", rtol = .02,
            ask = "FLOP for each of these bytes?", worked = "m n / (m + n), for bf16."},
    predict{id = "waves", axis = "parallelism", unit = "%", answer = "100*f.filled(f.n)", rtol = .01,
            ask = [[{{= n(f.tiles(f.n))}} tiles, {{= f.sms}} SMs, one tile at a time each: which share of the
              slots does work?]], worked = [[{{= n(f.tiles(f.n)/f.sms,2)}} waves are paid as {{=
                math.ceil(f.tiles(f.n)/f.sms)}}.]]},
    predict{id = "risk", axis = "failure", ask = [[The consumers wait for `full` with a parity that never turns.
      On the second round of the ring they…]],
            choices = {"wait for ever", "pass at once and multiply what may still be the old tile", "fault"},
            answer = "pass at once and multiply what may still be the old tile"},
  },

  facts = function(hw)
    local h = hw.h200
    local f = {
      n = N, flops = 2*N^3, sms = h.sms, clk = hw.h100.tensor_clk, clock = hw.h100.clock, bm = 128, bn = 256, bk = 64,
      m = MEASURED, room = h.smem_block, latency = LATENCY, regs = 65536, bf16 = h.bf16,
      wg = function(n) return 2*64*n*16 end,                       -- FLOP of an instruction m64nNk16
      ai = function(m, n) return m*n/(m + n) end,                  -- FLOP for a byte of bf16 brought to shared memory
      stage = function(m, n) return (m + n)*64*2 end,
      tiles = function(n) return (n//128)*(n//256) end,
    }
    f.turn = function(m, n) return 2*m*n*64/f.clk end              -- clocks of a turn at the dense rate
    f.brought = function(m, n) return N^3*(1/m + 1/n)*2 end
    f.filled = function(n) return f.tiles(n)/(math.ceil(f.tiles(n)/f.sms)*f.sms) end
    f.smem_read = function(n) return (64*16 + n*16)*2/(f.wg(n)/f.clk) end   -- bytes a clock that wgmma reads
    return f
  end,

  questions = {
    q.num{id = "instruction", seed = "S003-W16-C2", unit = "1", rtol = 0,
      ask = "Clocks of an SM for one wgmma m64n{{= p.n}}k16 of bf16, at {{= n(f.clk)}} dense FLOP a clock?",
      vary = {n = {32, 96, 192, 224}},
      answer = function(f, p) return f.wg(p.n)/f.clk end,
      wrong = {{value = function(f, p) return f.wg(p.n)/f.clk/2 end, hint = "A multiply-add is two FLOP."}},
      worked = "2 x 64 x {{= p.n}} x 16 = {{= n(f.wg(p.n))}} FLOP."},
    q.num{id = "depth", seed = "S003-W16-C1", unit = "1", rtol = 0,
      ask = [[Tiles of {{= p.m}} x {{= p.n}}, 64 of K a stage, bf16, {{= p.out}} KiB for the epilogue. How many
        stages fit into {{= n(f.room/1024)}} KiB?]],
      vary = {m = {64, 128}, n = {96, 192}, out = {32, 40}},
      answer = function(f, p) return (f.room - 1024*p.out)//f.stage(p.m, p.n) end,
      wrong = {{value = function(f, p) return f.room//f.stage(p.m, p.n) end, hint = "First the epilogue's buffers."}},
      worked = [[{{= n(f.stage(p.m,p.n))}} bytes a stage; {{= n(f.room - 1024*p.out)}} bytes are left for them
        (the barriers take 16 bytes a stage more).]]},
    q.num{id = "expect", seed = "S003-W16-C1", unit = "B", rtol = 0,
      ask = [[A box of {{= p.r}} x 64 bf16 hangs over the edge: only {{= p.in_}} of its rows exist. How many
        bytes does its mbarrier have to expect?]],
      vary = {r = {64, 128, 192}, in_ = {1, 24, 40}},
      answer = function(f, p) return p.r*128 end,
      wrong = {{value = function(f, p) return p.in_*128 end, hint = [[What lies outside arrives as zeros,
        and is counted.]]}},
      worked = "{{= p.r}} rows of 128 bytes, whatever of them exists."},
    q.num{id = "swizzle", seed = "S003-W16-C1", unit = "B", rtol = 0,
      ask = [[A box of 64 columns of bf16 with the swizzle of 128 bytes begins at byte 0. At which byte is the
        element of row {{= p.r}}, column {{= p.c}}?]],
      vary = {r = {3, 13, 30}, c = {8, 21, 58}},
      answer = function(f, p) return 128*p.r + ((p.c//8 ~ p.r % 8) << 4) + p.c % 8*2 end,
      wrong = {{value = function(f, p) return 128*p.r + 2*p.c end, hint = "That is the place without a swizzle."}},
      worked = [[Row {{= p.r}} begins at {{= 128*p.r}}; the 16 bytes with number {{= p.c//8}} stand in place
        {{= p.c//8}} ^ {{= p.r % 8}} = {{= p.c//8 ~ p.r % 8}}; element {{= p.c % 8}} of them.]]},
    q.num{id = "registers", seed = "S003-W16-C4", unit = "1", rtol = 0,
      ask = [[An SM has {{= n(f.regs)}} registers. A block of three warpgroups: the producer has kept {{= p.r}}
        a thread. What can each thread of the two others have, as a multiple of 8?]],
      vary = {r = {24, 40, 56}},
      answer = function(f, p) return (f.regs//128 - p.r)//2//8*8 end,
      wrong = {{value = function(f, p) return f.regs//384//8*8 end, hint = "That is what all have at the launch."}},
      worked = "({{= n(f.regs)}} / 128 - {{= p.r}}) / 2, and at most 255 can be addressed."},
    q.num{id = "arrivals", seed = "S003-W16-C3", unit = "1", rtol = 0,
      ask = [[{{= p.c}} blocks of a cluster multicast Bt to one another. {{= p.w}} warpgroups of each consume,
        and every warp speaks for itself. How many arrivals must end a phase of `empty` in one block?]],
      vary = {c = {2, 4}, w = {2, 3}},
      answer = function(f, p) return 4*p.w*p.c end,
      wrong = {{value = function(f, p) return 4*p.w end,
                hint = "Its producer also writes into the other blocks: their consumers have to agree."}},
      worked = "4 warps x {{= p.w}} warpgroups x {{= p.c}} blocks."},
    q.num{id = "traffic", seed = "S003-W15-C4", unit = "FLOP/B", rtol = .01,
      ask = "FLOP for each byte that a tile of {{= p.m}} x {{= p.n}} brings into shared memory, bf16?",
      vary = {m = {64, 192}, n = {96, 160}},
      answer = function(f, p) return f.ai(p.m, p.n) end,
      wrong = {{value = function(f, p) return 2*f.ai(p.m, p.n) end, hint = "An element has two bytes."}},
      worked = "A step of K: {{= p.m*p.n}} multiply-adds of 2 FLOP, {{= p.m}} + {{= p.n}} elements of 2 B."},
    q.choice{id = "build", seed = "S003-W16-HO", answer = 2,
      ask = "nvcc -arch=sm_90 refuses wgmma. Why, and what builds it?",
      options = {"It needs CUDA 13", "It is in no later architecture's code: compute_90a and sm_90a name it",
                 "The file has to include mma.h"},
      worked = [[Instructions of the "a" variant are promised for that chip alone. PTX for compute_90a runs on
        no other.]]},
    q.choice{id = "fence", seed = "S003-W16-C2", answer = 3,
      ask = [[Threads have stored sums into shared memory, and one of them is to start a TMA store. What has
        to come between?]],
      options = {"__syncthreads()", "fence.proxy.async by the thread that starts the store",
                 "fence.proxy.async by each thread that stored, then a barrier", "wgmma.fence"},
      worked = [[Each writer makes its own stores visible to the asynchronous proxy; then a barrier tells the
        one thread that all have done so. A barrier alone orders the generic proxy only.]]},
    q.multi{id = "operands", seed = "S003-W16-C2",
      ask = "What may the operands of wgmma be?",
      options = {"A in shared memory", "A in registers", "B in shared memory", "B in registers",
                 "sums in shared memory"},
      answer = {1, 2, 3}, worked = "B comes from shared memory always, the sums are registers always."},
    q.choice{id = "cluster", seed = "S003-W16-C3", answer = 1,
      ask = "How large may a cluster be without asking for more?",
      options = {"8 blocks; 16 with the non-portable attribute", "16 blocks", "as many as a GPC has SMs"},
      worked = "Eight is portable; a kernel may ask for 16 by cudaFuncAttributeNonPortableClusterSizeAllowed."},
    q.order{id = "life", ask = "Order the life of a stage of the ring.",
      items = {"the producer waits for empty", "the expected bytes are announced at full", "the boxes land",
               "the consumers' wait for full passes", "products read the stage", "wgmma_wait says that they are done",
               "each warp arrives at empty"}},
    q.text{id = "why", seed = "S003-W16", min_words = 40,
      ask = [[gemm_single and gemm_hop issue the same FLOP by the same instruction. Where does gemm_single lose
        its time, and which three changes win it back?]],
      rubric = {"load and product alternate: the tensor cores wait for each turn's latency",
                "a ring with a producer ahead overlaps them", [[a larger tile asks less of L2 and shared
                  memory a FLOP]],
                "persistent blocks load the next tile under this one's epilogue"}},
  },

  hints = {
    {on = "build", match = {"sm_90a", "not supported on .target", "undefined", "identifier"},
     "`extern \"C\"` before each kernel, and hop.h's wrappers for every instruction: lab.h includes it."},
    {on = "case:one-box", [[One thread announces 8,192 bytes and starts the copy; all wait for parity 0. And the
      16 bytes c of row r stand in place c ^ (r % 8).]]},
    {on = "case:ragged-box", [[A box counts whole, also where it hangs over the edge: expect 8,192 bytes.
      Y's rows are as long as the boxes.]]},
    {on = "case:one-tile", [[Expect the bytes of both boxes. The k-th product begins 32 bytes on in each row of
      both, and the first one must not add to what was in the registers.]]},
    {on = "case:three-tiles", "Block b has the rows from 64 b on; Bt is the same for all."},
    {on = "case:one-row", "One row and eight columns exist: guard what you store, or let the map of D do it."},
    {on = "case:k200/gemm_single", "Four turns: the parity to wait for turns with each phase, 0, 1, 0, 1."},
    {on = "case:k200", "The sums go on from turn to turn: only the very first product of a tile must not add."},
    {on = "case:long", [[34 turns in a ring of four: the parity turns each time the ring has gone round, on
      both sides, and each phase of empty takes all arrivals of its own round.]]},
    {on = "case:two-each", [[Stage and parity live as long as the block. They go on from tile to tile, for
      producer and consumers alike; and the last stage of a tile is given back like the others.]]},
    {on = "case:more-blocks", [[A block without a tile sets up, and leaves. Do all its threads come to the
      same barriers?]]},
    {on = "counter:spill_B", [[The sums are an array whose indices are known once the loops are unrolled;
      and launch bounds tell the compiler.]]},
    {on = "counter:tma_B", [[ceil(K / 64) turns, each box once. K / 64 + 1 is one too many where K is a
      multiple of 64.]]},
    {on = "counter:flops_tensor", "Four products of 16 a turn for each 64 rows, and no turn too many."},
    {on = "gate:tma-tile-stores", "16 bytes a thread: a uint4 of the box is eight elements of one row."},
    {on = "gate:tma-tile-sectors", "Eight neighbouring lanes write the 128 bytes of one row."},
    {on = "counter:ptx:fence.mbarrier_init", "Behind mbar_init() stands fence_mbar_init(), and then a barrier."},
    {on = "counter:sh_conf", [[Eight lanes that move 16 bytes each should meet eight different places modulo
      128: the swizzle sees to it.]]},
    {on = "counter:bar", [[Between producer and consumers stand mbarriers; a barrier of the block only
      before the loop.]]},
    {on = "sanitize", [[An asynchronous hazard names two lines. Either somebody did not wait (wgmma_wait before
      sums are read, or a stage given back), or something was not shown (wgmma_fence, fence_proxy_async).]]},
    {on = "call:gemm_ring", [[The producer waits for empty with the parity of the phase *before*: on a fresh
      barrier 1 passes. And how many arrivals did you promise in mbar_init()?]]},
    {on = "call:gemm_hop", [[Draw both sides of one stage: who arrives, how often, and which phase the other
      waits for.]]},
    {on = "correct", [[One turn, K = 64, first. Then two. A deadlock names the barrier: count its arrivals
      and its bytes.]]},
    {after = 3, "`ridge hint w16-tma-wgmma-gemm` shows the next tier; the third has the loops nearly whole."},
  },

  points = {compile = 10, correct = 35, sanitize = 15, profile = 15, perf = 10, answers = 15},
}
