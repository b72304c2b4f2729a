-- g07-gemm-ladder: one product, six kernels, each with one reason to be faster than the one before.

local N, HALF_N = 4096, 2048        -- sides of the timed products, in float and in bfloat16
local GATE, GATE_K = 256, 64        -- M = N and K of the counted one
local SMALL = {grid = {"(N+31)//32", "(M+31)//32"}, block = {32, 32}}
local BIG = {grid = {"(N+127)//128", "(M+127)//128"}, block = {256}}
local COUNTED = {grid = {"((M+127)//128)*((N+255)//256)"}, block = {256}, smem = 98304}
local RANKED = {"gemm_naive", "gemm_coalesced", "gemm_tiled", "gemm_register", "gemm_async", "gemm_wmma"}

local function on(id, M, cols, K, more)
  local c = {id = id, M = M, N = cols, K = K}
  for k, v in pairs(more or {}) do c[k] = v end
  return c
end

local function float(launch)
  return call{args = {output"C", input"A", input"B", i32"M", i32"N", i32"K"}, oracle = "float", tol = tol.dot{"K"},
              launch = launch}
end

-- Bytes that tiles of `rows` x `cols` ask global memory for, all blocks together.
local function asked(rows, cols) return ("M*N*K*(1/%d + 1/%d)*4"):format(rows, cols or rows) end

-- Roofs of an SM a clock: 128 lanes of float, four schedulers of one instruction, one wavefront, 4,096 FLOP of bfloat16
-- (H100 whitepaper). From L2 two sectors: approximate, the 64 bytes that microbenchmarks report.
local SLOTS, SECTORS, TENSOR = 4, 2, 4096

-- Clocks of the roof that takes longest, if one SM did the whole launch and L1 kept nothing; nil without counters.
local function estimate(t, call)
  local v = {}
  for _, name in ipairs{"flops_f32", "flops_tensor", "g_ld_req", "g_st_req", "g_ld_sec", "g_st_sec", "sh_ld_req",
                        "sh_st_req", "sh_wave"} do
    v[name] = t.counter(call, "gate", name)
    if not v[name] then return nil end
  end
  local requests = v.g_ld_req + v.g_st_req + v.sh_ld_req + v.sh_st_req
  return math.max((v.flops_f32/64 + requests)/SLOTS, v.sh_wave, (v.g_ld_sec + v.g_st_sec)/SECTORS,
                  v.flops_tensor/TENSOR)
end

local function free_of_conflicts(call)
  return check(call.." without bank conflicts", function(t)
    local extra, ideal = t.counter(call, "gate", "sh_conf"), t.counter(call, "gate", "sh_ideal")
    if not extra or not ideal or extra <= .02*ideal then return true end
    return false, ("%d wavefronts are conflicts, %.1f %% of the %d that the accesses need"):format(
      extra, 100*extra/ideal, ideal), "in which bank does each lane's row begin? Pad the rows, or swizzle them"
  end, {milestone = "profile"})
end

return lab {
  api = 1, rev = 1, id = "g07-gemm-ladder", title = "Six-stage GEMM and L2 swizzle",
  kind = "kernel", part = 1, domain = {"gemm", "cuda"},
  seeds = {"S000-INTRO", "S000-P2-L2", "S001-12", "S001-39", "S003-W17-C3", "S003-W44-HO", "S004-C02-T09",
           "S004-C02-T13", "S004-C02-EX"},
  requires = {"w02-transpose"}, suggests = {"g05-ilp"},
  hours = {read = 2, lab = 8},
  durable = {"Reuse is bought level by level: HBM, L2, shared memory, registers",
             "A tile of side t divides traffic by t; it costs t squared of the level above",
             "Every instruction that is not a multiply-add takes a slot from one"},
  ephemeral = {{"cp.async as the way to fill shared memory", as_of = "2026-11"},
               {"255 registers a thread, 65,536 an SM", as_of = "2026-11"}},
  readings = {
    {"gordicmatmul", hours = 1, look_for = [[the synchronous part: what a warp tile reads from shared memory for each
      product, and how the listing in SASS shows it]]},
    {"pmpp", hours = 1, look_for = [[chapter 5's tiles and chapter 6's thread coarsening: which resource each step
      spends, and when it runs out]]},
  },

  lang = "cuda", backends = {"simt", "cuda"},
  edit = {"gemm.cu"},
  reference = "ref.cu", ladder = {"naive.cu", "ref.cu", "opt.cu"},
  limits = {wall_s = 60, mem_MiB = 4096, threads = 1},
  device = {arch = "sm_90a"},
  order = {"gemm_naive", "gemm_coalesced", "gemm_tiled", "gemm_register", "gemm_wmma", "gemm_async"},

  buffers = {
    A = {dtype = "f32", shape = {"M", "K"}, dist = gen.normal{}},
    B = {dtype = "f32", shape = {"K", "N"}, dist = gen.normal{}},
    Ah = {dtype = "bf16", shape = {"M", "K"}, dist = gen.normal{}},
    Bh = {dtype = "bf16", shape = {"K", "N"}, dist = gen.normal{}},
    C = {dtype = "f32", shape = {"M", "N"}},
  },

  calls = {
    gemm_naive = float(SMALL), gemm_coalesced = float(SMALL), gemm_tiled = float(SMALL),
    gemm_register = float(BIG), gemm_async = float(COUNTED),
    gemm_wmma = call{args = {output"C", input"Ah", input"Bh", i32"M", i32"N", i32"K"}, oracle = "bf16",
                     tol = tol.dot{"K"}, launch = BIG},
  },

  cases = {
    on("empty", 0, 5, 3, {tags = {"edge"}}),
    on("1x1", 1, 1, 1, {tags = {"edge"}}),
    on("no-sum", 5, 7, 0, {tags = {"edge"}}),
    on("33x65x17", 33, 65, 17, {tags = {"edge"}}),             -- nothing is a multiple of anything
    on("one-tile", 128, 128, 16),
    on("130x136x24", 130, 136, 24, {tags = {"edge"}}),         -- rows aligned, tiles cut
    on("three-turns", 37, 50, 70, {tags = {"edge"}}),          -- of a tile 32 deep: the next overwrites this one
    on("ten-rows", 9*128 + 1, 260, 3, {calls = {"gemm_async"}, tags = {"edge"}}), -- 2 columns; a group, a rest
    on("hidden", gen.pick{31, 129, 200}, gen.pick{33, 100, 257}, gen.pick{39, 48, 65}, {hidden = true}),
    on("gate", GATE, GATE, GATE_K, {tags = {"gate"}}),
    on("bench", N, N, N, {calls = {"gemm_tiled", "gemm_register", "gemm_async"}, tags = {"bench"}}),
    on("bench-bf16", HALF_N, HALF_N, HALF_N, {calls = {"gemm_wmma"}, tags = {"bench"}}),
  },

  gates = {
    gate{id = "naive-plain", call = "gemm_naive", counter = "smem_B", op = "==", value = 0, on = "cuda",
         why = "the baseline is there to be measured: nothing between global memory and the sum"},
    gate{id = "coalesced-plain", call = "gemm_coalesced", counter = "smem_B", op = "==", value = 0, on = "cuda",
         why = "only the order of the threads changes here; tiles come next"},
    gate{id = "register-spill", call = "gemm_register", counter = "spill_B", op = "==", value = 0, on = "cuda",
         why = "sums that spill live in local memory, and every product loads and stores them"},
    gate{id = "register-regs", call = "gemm_register", counter = "regs", op = "<=", value = 128, on = "cuda",
         why = "beyond 128 registers one block of 256 threads fits on an SM in place of two"},
    gate{id = "wmma-spill", call = "gemm_wmma", counter = "spill_B", op = "==", value = 0, on = "cuda",
         why = "accumulators that spill live in local memory"},
    gate{id = "async-spill", call = "gemm_async", counter = "spill_B", op = "==", value = 0, on = "cuda",
         why = "128 sums and what feeds them fit in 255 registers"},
    gate{id = "async-ptx", call = "gemm_async", counter = "ptx:cp.async", op = ">=", value = 1, on = "cuda",
         why = "tiles arrive by cp.async: no thread waits for them, no register holds them"},
    gate{id = "naive-strided", call = "gemm_naive", case = "gate", counter = "g_ld_spr", op = ">=", value = 16,
         why = "the baseline: lanes down a column of C load 32 sectors of A for one of B"},
    gate{id = "coalesced-sectors", call = "gemm_coalesced", case = "gate", counter = "g_ld_spr", op = "<=", value = 2.6,
         why = "four sectors of B and one of A: lanes along a row of C"},
    gate{id = "tiled-traffic", call = "gemm_tiled", case = "gate", counter = "g_ld_sec", op = "<=",
         value = "1.02*"..asked(32).."/32", why = "what the block loads serves 32 rows or 32 columns of its tile"},
    gate{id = "register-traffic", call = "gemm_register", case = "gate", counter = "g_ld_sec", op = "<=",
         value = "1.02*"..asked(128).."/32", why = "what the block loads serves 128 rows or columns of its tile"},
    gate{id = "register-reuse", call = "gemm_register", case = "gate", counter = "sh_wave", op = "<=",
         value = "1.1*M*N*K/128", why = "16 floats read from shared memory serve 64 multiply-adds"},
    gate{id = "wmma-traffic", call = "gemm_wmma", case = "gate", counter = "g_ld_sec", op = "<=",
         value = "1.02*"..asked(128).."/2/32", why = "two bytes an element, each loaded once a block"},
    gate{id = "wmma-exact", call = "gemm_wmma", case = "gate", counter = "mma", op = "==", value = "M*N*K/2048",
         why = "each 16 x 16 x 16 product once: two instructions of 16 x 8 x 16"},
    gate{id = "async-traffic", call = "gemm_async", case = "gate", counter = "g_ld_sec", op = "<=",
         value = "2.04*"..asked(128, 256).."/32",
         why = "what the block loads serves 128 rows or 256 columns; words of A may want their sector four times"},
    gate{id = "async-copies", call = "gemm_async", case = "gate", counter = "cpa_B", op = "==", value = asked(128, 256),
         why = "all of it arrives by cp.async, and nothing twice"},
    gate{id = "async-reuse", call = "gemm_async", case = "gate", counter = "sh_wave", op = "<=",
         value = "1.1*M*N*K*24/4096", why = "24 floats read from shared memory serve 128 multiply-adds"},
  },
  checks = {
    free_of_conflicts"gemm_tiled", free_of_conflicts"gemm_register", free_of_conflicts"gemm_wmma",
    free_of_conflicts"gemm_async",
    check("every stage is faster by the estimate", function(t)
      local before
      for _, call in ipairs(RANKED) do
        local now = estimate(t, call)
        if not now then return true end
        if before and now >= before.clocks then
          return false, ("%s: %.0f clocks at its roof; %s has %.0f"):format(call, now, before.call, before.clocks),
            "the estimate is the longest of instruction slots, wavefronts, sectors from L2 and tensor cores"
        end
        before = {call = call, clocks = now}
      end
      return true
    end, {milestone = "profile"}),
  },

  bench = {
    bench{id = "tiled", call = "gemm_tiled", case = "bench", clock = "gpu", on = "cuda",
          flops = "2*M*N*K", bytes = "4*(M*K + K*N + M*N)"},
    bench{id = "register", call = "gemm_register", case = "bench", clock = "gpu", on = "cuda",
          flops = "2*M*N*K", bytes = "4*(M*K + K*N + M*N)"},
    bench{id = "wmma", call = "gemm_wmma", case = "bench-bf16", clock = "gpu", on = "cuda",
          flops = "2*M*N*K", bytes = "2*(M*K + K*N) + 4*M*N"},
    bench{id = "async", call = "gemm_async", case = "bench", clock = "gpu", on = "cuda",
          flops = "2*M*N*K", bytes = "4*(M*K + K*N + M*N)"},
    bench{id = "tiled-sectors", call = "gemm_tiled", case = "gate", metric = "fewer:g_sec", on = "simt",
          flops = "2*M*N*K"},
    bench{id = "register-waves", call = "gemm_register", case = "gate", metric = "fewer:sh_wave", on = "simt",
          flops = "2*M*N*K"},
    bench{id = "wmma-waves", call = "gemm_wmma", case = "gate", metric = "fewer:sh_wave", on = "simt",
          flops = "2*M*N*K"},
    bench{id = "async-waves", call = "gemm_async", case = "gate", metric = "fewer:sh_wave", on = "simt",
          flops = "2*M*N*K"},
  },

  predict = {
    predict{id = "flops", axis = "flops", unit = "FLOP", answer = "f.flops",
            ask = "FLOP of a product of {{= n(f.n)}} x {{= n(f.n)}} matrices?",
            worked = "n³ multiply-adds of 2 FLOP."},
    predict{id = "bytes", axis = "bytes", unit = "B", answer = "f.least",
            ask = "Fewest bytes through HBM for it, in float?", worked = "A and B in, C out: 3 n² of 4 bytes."},
    predict{id = "reuse", axis = "intensity", unit = "FLOP/B", answer = "f.ai(128)",
            ask = "FLOP for each byte that blocks of 128 x 128 ask global memory for?",
            worked = "A step of K brings 256 floats for 128 x 128 multiply-adds."},
    predict{id = "blocks", axis = "parallelism", unit = "1", answer = "f.tiles(f.n)",
            ask = "Blocks of 128 x 128 in C?"},
    predict{id = "risk", axis = "failure", ask = "What happens first when a thread's tile of sums is made too large?",
            choices = {"the compiler refuses", "sums are spilled to local memory", "results lose precision"},
            answer = "sums are spilled to local memory"},
  },

  facts = function(hw)
    local h = hw.h200
    local f = {
      n = N, half_n = HALF_N, word = 4, lanes = h.warp, sms = h.sms, slots = SLOTS, sector = 32, flops = 2*N^3,
      least = 3*N^2*4, fp32 = h.fp32, cublas = hw.h200_m.fp32, l2 = h.l2, regs_sm = h.regs_sm, group = 8,
      tensor = TENSOR, l2_B = SECTORS*32, ridge = h.fp32/h.bw, threads = 256, max_regs = 255,
      -- of opt.cu's inner loop a turn and a warp, counted in SASS (CUDA 13.0, sm_90a)
      ffma = 1024, lds = 48, copies = 6, all = 1117,
      smem_ref = 3*(128 + 4 + 256)*16*4, smem_opt = 3*(128 + 4 + 256)*8*4,
      smem_launch = 98304, reserve = h.smem_sm - h.smem_block,
      -- Measured by bench.cu on an H200 at side N, 2026-11-22, all in one run: milliseconds, and the share of the
      -- yardstick that alternated with it (cuBLAS SGEMM in pedantic float; for wmma cublasGemmEx with bfloat16 inputs).
      -- ref.cu's stages; async is opt.cu's (ref.cu's: 3.371 ms, 0.800). kernels/RESULTS.md has the whole run.
      ms = {coalesced = 23.368, tiled = 15.744, register = 3.547, async = 2.834, wmma = 1.268},
      share = {coalesced = 0.115, tiled = 0.171, register = 0.759, async = .951, wmma = 0.152},
      -- The library's rates beside them; and gemm_async's share with other tiles, two blocks of 128 threads an SM:
      -- A as it lies, A turned (four words and one word a copying thread).
      sgemm = 50.97e12, bgemm = 713.21e12, stalls = {ours = .44, theirs = .10},
      square = {lies = .906, four = .856, one = .920},
    }
    f.ms.cublas = f.flops/f.sgemm*1e3
    f.made = function(stage) return f.flops/(f.ms[stage]*1e-3) end      -- FLOP/s
    f.asked = function(side) return 2*N^3/side*4 end
    f.ai = function(rows, cols) return rows*(cols or rows)/(rows + (cols or rows))/2 end
    f.tiles = function(n, side) return math.ceil(n/(side or 128))^2 end
    f.blocks = function(regs, threads)                  -- that registers allow on an SM
      return h.regs_sm//(math.ceil(regs*h.warp/256)*256*threads//h.warp)
    end
    f.per_element = function(r, c) return 2*r*c/(r + c) end
    f.wide = function(n) return math.ceil(n/128)*math.ceil(n/256) end   -- tiles of gemm_async
    f.waves = function(n) return f.wide(n)/h.sms end
    f.busy = function(n) return f.waves(n)/math.ceil(f.waves(n)) end
    f.panels = function(rows, cols, n) return (rows*128 + cols*256)*n*4 end
    -- Clocks of an SM for a multiply-add of one warp, at the roof of each stage (see `estimate`).
    -- sectors of a multiply-add's two loads, of A and of B; what a turn asks for beside its multiply-adds
    f.sectors = {naive = {f.lanes, 1}, coalesced = {1, f.lanes*f.word//f.sector}}
    f.turn = {register = {requests = 39, fma = 512}, wmma = {waves = 32, fma = 1024}}
    f.both = function(stage) return f.sectors[stage][1] + f.sectors[stage][2] end
    f.clocks = {naive = f.both("naive")/SECTORS, coalesced = f.both("coalesced")/SECTORS, tiled = 2 + 2/32,
                register = (1 + f.turn.register.requests/f.turn.register.fma)/SLOTS,
                async = (1 + (f.lds + f.copies)/f.ffma)/SLOTS, wmma = f.turn.wmma.waves/f.turn.wmma.fma,
                fma = 1/SLOTS}
    f.rate = function(clocks) return h.fp32*f.clocks.fma/clocks end
    return f
  end,

  questions = {
    q.num{id = "asked", seed = "S004-C02-T09", unit = "GB", rtol = .02, accept = {"B", "MB", "GB", "GiB"},
      ask = [[{{= n(f.n)}} x {{= n(f.n)}} in float. Blocks own tiles of {{= p.t}} x {{= p.t}} of C and load from
        global memory what they need, each element once a block. How many bytes do all blocks ask for?]],
      vary = {t = {16, 64, 256}},
      answer = function(f, p) return f.asked(p.t)/1e9 end,
      wrong = {{value = function(f, p) return f.asked(1)/1e9 end, hint = "That is without a tile."},
               {value = function(f, p) return f.asked(p.t)/2e9 end, hint = "A and B: two loads."},
               {value = function(f, p) return f.least/1e9 end,
                hint = "That is each matrix once. Every block asks anew."}},
      worked = [[n³ multiply-adds want 2 floats each; a tile of side t uses each t times: 2 n³/{{= p.t}} x 4 B =
        {{= n(f.asked(p.t)/1e9,2)}} GB.]]},
    q.num{id = "tile-ai", seed = "S001-39", unit = "FLOP/B",
      ask = "FLOP for each byte that a block with a tile of {{= p.t}} x {{= p.t}} floats asks for?",
      vary = {t = {16, 48, 96, 512}},
      answer = function(f, p) return f.ai(p.t) end,
      wrong = {{value = function(f, p) return p.t end, hint = "A float is four bytes."},
               {value = function(f, p) return p.t/8 end, hint = "A multiply-add is two FLOP."},
               {value = function(f, p) return p.t/2 end, hint = "Two vectors of {{= p.t}} come for each step of K."}},
      worked = [[A step of K: {{= p.t}}² multiply-adds, 2 x {{= p.t}} floats. 2 x {{= p.t}}² / (8 x {{= p.t}}) =
        {{= n(f.ai(p.t))}}. HBM's ridge lies at {{= n(f.ridge,1)}}.]]},
    q.num{id = "register-tile", seed = "S001-12", unit = "1",
      ask = [[A thread owns {{= p.r}} x {{= p.c}} sums. FLOP for each float that it reads from shared memory?]],
      vary = {r = {4, 6}, c = {4, 12, 16}},
      answer = function(f, p) return f.per_element(p.r, p.c) end,
      wrong = {{value = function(f, p) return f.per_element(p.r, p.c)/2 end, hint = "A multiply-add is two FLOP."},
               {value = function(f, p) return 2*p.r*p.c end, hint = "A step reads r floats of A and c of B."}},
      worked = [[{{= p.r*p.c}} multiply-adds for {{= p.r}} + {{= p.c}} floats: {{= n(f.per_element(p.r,p.c),2)}}.
        One sum a thread: 1.]]},
    q.num{id = "naive-sectors", seed = "S004-C02-EX", unit = "1",
      ask = [[A product like gemm_naive's, but of elements of {{= p.e}} bytes, and a warp's lanes lie {{= p.l}} down a
        column of C by {{= f.lanes//p.l}} along a row. Rows are long and begin at multiples of {{= f.sector}} bytes.
        How many sectors does an average load request touch, of A and of B?]],
      vary = {l = {8, 16}, e = {8, 16}},
      answer = function(f, p) return (p.l + math.max(1, f.lanes//p.l*p.e/f.sector))/2 end,
      wrong = {{value = function(f, p) return p.l + math.max(1, f.lanes//p.l*p.e/f.sector) end,
                hint = "That is for both requests, of A and of B."},
               {value = function(f, p) return p.l end,
                hint = "That is A's. How many different elements of B do the lanes want, and how do they lie?"},
               {value = function(f) return (f.lanes + 1)/2 end, hint = "That is gemm_naive, all lanes down a column."}},
      worked = [[A: {{= p.l}} rows, a sector each. B: {{= f.lanes//p.l}} neighbours of {{= p.e}} bytes lie in
        {{= n(math.max(1, f.lanes//p.l*p.e/f.sector))}} more. Half of the sum is
        {{= n((p.l + math.max(1, f.lanes//p.l*p.e/f.sector))/2,1)}}; gemm_naive has 32 and 1.]]},
    q.num{id = "resident", seed = "S001-12", unit = "1", rtol = 0,
      ask = [[ptxas gives a kernel {{= p.r}} registers a thread. How many blocks of {{= p.t}} threads do the
        {{= n(f.regs_sm)}} registers of an SM allow? They are handed out to warps 256 at a time.]],
      vary = {r = {128, 168, 200, 255}, t = {128, 256}},
      answer = function(f, p) return f.blocks(p.r, p.t) end,
      wrong = {{value = function(f, p) return f.regs_sm//p.r end, hint = "Those are threads. How many make a block?"},
               {value = function(f, p) return f.regs_sm//(p.r*f.lanes) end,
                hint = "Those are warps. How many make a block?"}},
      worked = [[{{= n(math.ceil(p.r*32/256)*256)}} registers a warp, {{= n(p.t/32)}} warps:
        {{= n(math.ceil(p.r*32/256)*256*p.t//32)}} a block, so {{= f.blocks(p.r,p.t)}} of them.]]},
    q.num{id = "issue", seed = "S003-W17-C3", unit = "%", rtol = .01,
      ask = [[A turn of a warp has {{= n(f.ffma)}} multiply-adds and {{= p.o}} other instructions. A scheduler issues
        one instruction a clock and never waits. Which share of the float peak is that?]],
      vary = {o = {150, 240, 400}},
      answer = function(f, p) return 100*f.ffma/(f.ffma + p.o) end,
      wrong = {{value = function(f, p) return 100*p.o/(f.ffma + p.o) end, hint = "That is the share that is lost."},
               {value = function(f, p) return 100*(1 - p.o/f.ffma) end,
                hint = "The others are part of the whole, too."}},
      worked = "{{= n(f.ffma)}} / {{= n(f.ffma + p.o)}} = {{= pct(f.ffma/(f.ffma + p.o),1)}}."},
    q.num{id = "tail", seed = "S004-C02-T13", unit = "%", rtol = .01,
      ask = [[Tiles of 128 x 256, one block on each of {{= f.sms}} SMs, all equally long. Which share of the SMs is
        busy until the last block of a product of side {{= n(p.n)}} ends?]],
      vary = {n = {3072, 5120, 6656}},
      answer = function(f, p) return 100*f.busy(p.n) end,
      wrong = {{value = function(f, p) return 100*(f.waves(p.n) % 1) end,
                hint = "So full is the last wave. The ones before it were full."},
               {value = function(f, p)
                  local waves = 2*f.wide(p.n)/f.sms
                  return 100*waves/math.ceil(waves)
                end, hint = "A tile is 256 columns wide."}},
      worked = [[{{= n(f.wide(p.n))}} tiles on {{= f.sms}} SMs: {{= n(f.waves(p.n),2)}} waves, so
        {{= n(math.ceil(f.waves(p.n)))}}: {{= pct(f.busy(p.n),0)}}.]]},
    q.num{id = "swizzle", seed = "S004-C02-T09", unit = "MB", rtol = .01, accept = {"B", "MB", "MiB"},
      ask = [[128 tiles of 128 x 256 run at once, side 16,384, float. They cover {{= p.r}} rows of tiles by
        {{= n(128/p.r)}} columns. How many bytes of A and B do they want, each counted once?]],
      vary = {r = {4, 16, 32}},
      answer = function(f, p) return f.panels(p.r, 128/p.r, 16384)/1e6 end,
      wrong = {{value = function(f, p) return f.panels(p.r, 0, 16384)/1e6 end, hint = "And B's columns."},
               {value = function(f, p) return 128*f.panels(1, 1, 16384)/1e6 end,
                hint = "Tiles of one row share A's panel: count each once."}},
      worked = [[{{= p.r}} panels of A, each 128 x 16,384 x 4 B, and {{= n(128/p.r)}} of B, twice as wide:
        {{= n(f.panels(p.r,128/p.r,16384)/1e6,0)}} MB. Two rows are the row-by-row order of 64 columns; a square of C
        is best.]]},
    q.choice{id = "no-swizzle", answer = 3,
      ask = [[At side {{= n(f.n)}} grouping the blocks in {{= f.group}} rows changes nothing. Why?]],
      options = {"L2 holds all three matrices", "The hardware reorders blocks by itself",
                 "A row has 16 tiles: 128 blocks in plain order are 8 rows by 16 columns as well",
                 "cp.async goes past L2"},
      worked = [[The set of tiles that run at once is the same in both orders. And at {{= n(f.ai(128,256),0)}} FLOP a
        byte there is not much traffic to save: measure where it could matter, at larger sides.]]},
    q.choice{id = "async-why", answer = 2, seed = "S001-39",
      ask = "What does cp.async give gemm_async that two buffers filled by plain loads would not?",
      options = {"Fewer bytes from L2", "Data under way that occupies no register", "Fewer bank conflicts",
                 "It needs no barrier"},
      worked = [[A plain load needs its destination register until it is stored to shared memory: 12 floats a thread
        and turn here, beside 176 that are taken. cp.async has none, and no second instruction.]]},
    q.choice{id = "yardstick", answer = 4, seed = "S003-W44-HO",
      ask = "gemm_wmma runs at three times cuBLAS's SGEMM. What is that worth?",
      options = {"It is a better kernel than cuBLAS's", "It shows that cuBLAS is badly tuned",
                 "It is a wrong measurement", "Little: its yardstick is the library's bfloat16 product"},
      worked = [[Its inputs have 8 bits of mantissa, and the tensor cores' roof is {{= n(hw.h200.bf16/f.fp32,0)}} times
        that of the float lanes. Compare like with like: same types in, same sums, same run.]]},
    q.order{id = "ladder", seed = "S004-C02-T09",
      ask = "Order the kernels by their estimate on an H200, slowest first.",
      items = {"gemm_naive", "gemm_coalesced", "gemm_tiled", "gemm_register", "gemm_async", "gemm_wmma"}},
    q.text{id = "why", seed = "S000-P2-L2", min_words = 50,
      ask = [[gemm_tiled loads 32 times less than gemm_coalesced from global memory, and is not 32 times as fast; the
        register tile is the larger step. Explain both, with counts.]],
      rubric = {"L1 and L2 already served most of gemm_coalesced's repeats",
                "gemm_tiled still reads two floats from shared memory a multiply-add, a wavefront each for a warp",
                "a wavefront a clock against four multiply-adds a clock",
                "8 x 8 sums: 16 floats for 64 multiply-adds, so the float lanes become the limit"}},
  },

  hints = {
    {on = "build", match = {"wmma", "nvcuda", "pipeline", "undefined", "identifier"},
     [[nvcc names the line. Keep `extern "C"`. gemm_wmma wants `#include <mma.h>` and `using namespace
      nvcuda;`, gemm_async `#include <cuda_pipeline.h>`.]]},
    {on = "case:1x1", "One product. Threads outside of C load nothing and store nothing."},
    {on = "case:no-sum", "K = 0: the loop doesn't run, and 0 is stored all the same."},
    {on = "case:33x65x17", [[Where a row of A has ended, the next begins: guard k as well, and put zeros into the
      tile. And a row of 17 floats doesn't begin at a multiple of 16 bytes: no float4, no copy of 16 bytes.]]},
    {on = "case:one-tile", "One whole tile, one turn or two, no edge: which thread owns which elements?"},
    {on = "case:130x136x24", [[Rows are aligned, tiles are cut: the second row of tiles has two rows that exist, and the
      last turn is not full.]]},
    {on = "case:ten-rows", [[Ten rows of tiles: a group of {{= f.group}} and one of two. Inside of the last group, step
      by its own height.]]},
    {on = "counter:smem_B", "No shared memory in the first two kernels."},
    {on = "counter:spill_B", [[Every index of an array of sums must be known when the loops are unrolled. If they are:
      too much is alive at once, or __launch_bounds__ asks for more blocks than registers allow.]]},
    {on = "counter:regs", "`__launch_bounds__(BIG_THREADS, 2)` tells ptxas what you want."},
    {on = "counter:ptx:cp.async", "`__pipeline_memcpy_async(to, from, 16)` from <cuda_pipeline.h>."},
    {on = "gate:naive-strided", "gemm_naive has threadIdx.x down the rows: the slow way, on purpose."},
    {on = "gate:coalesced-sectors", "threadIdx.x is the column."},
    {on = "gate:tiled-traffic", [[Each thread loads one element of A and one of B a turn, lanes along a row of either
      matrix.]]},
    {on = "gate:register-traffic", "256 threads load 128 x 8 of A and 8 x 128 of B a turn, four floats each."},
    {on = "gate:register-reuse", [[Copy the 8 + 8 floats of a step into registers, by float4, then do the 64
      multiply-adds.]]},
    {on = "gate:wmma-traffic", "The eight warps share both tiles; each element is loaded by one thread."},
    {on = "gate:wmma-exact", "A warp owns 64 x 32: four fragments of A, two of B, eight products a step of 16."},
    {on = "gate:async-traffic", "Does a turn ask for rows beyond its tile, or for the same chunk in two threads?"},
    {on = "gate:async-copies", [[Everything by cp.async, and no turn that isn't used: after the last one there is
      nothing to ask for.]]},
    {on = "gate:async-reuse", [[8 x 16 sums a thread: a step's eight floats of A are two float4, its sixteen of B four.
      If A isn't turned, read four steps of a row at once.]]},
    {on = "check:gemm_register without bank conflicts", [[The turned tile: lanes store one column of floats. Rows of 128
      begin in bank 0 all of them; rows of 132 don't.]]},
    {on = "check:gemm_async without bank conflicts", [[Which lanes read together? A turned: neighbours four floats apart
      in one row. A as it lies: eight rows of 16 floats begin in bank 0 or 16; pad them to 20.]]},
    {on = "check:gemm_wmma without bank conflicts", "Pad rows of both tiles by eight elements."},
    {on = "check:every stage is faster by the estimate", [[`ridge profile g07-gemm-ladder` has the counters. Which
      roof is the stage under, and what was its step to remove?]]},
    {on = "sanitize", [[A tile is written by all and read by all: one barrier when it is there, one before it is
      overwritten. A copy has arrived for its own thread after the wait, for the others after the barrier.]]},
    {on = "bench:register", "`ptxas -v`: spills? Loads by float4? What else is in the inner loop?"},
    {on = "bench:async", [[Count what is not a multiply-add in the loop, and ask what waits: the first reads of a
      turn?]]},
    {on = "correct", [[Integers on paper: A the identity, then C = B. Which element is wrong, whose thread is it, in
      which turn?]]},
    {after = 3, "`ridge hint g07-gemm-ladder` shows the next tier; the third has the inner loops nearly whole."},
  },

  points = {compile = 10, correct = 30, sanitize = 10, profile = 20, perf = 15, answers = 15},
}
