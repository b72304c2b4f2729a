-- c01-simd-gemm: one matrix product six times, from three loops to packed panels on two cores.

local KiB = 2^10
local STAGES = {bronze = .25, silver = .6, gold = .9}
local LIMIT = {ikj = 1.1e6, tiled = 3e4, packed = 1e5, loads = 3.2e6, stores = 8e5}
local TRACED = {"sgemm_ikj", "sgemm_simd", "sgemm_packed"}

return lab {
  api = 1, rev = 1, id = "c01-simd-gemm", title = "Fast matmul: naive, SIMD, blocked",
  kind = "kernel", part = 1, domain = {"gemm", "simd", "memory"},
  seeds = {"S000-P1", "S000-P1-T2", "S000-P1-L1", "S003-W44-HO"},
  requires = {"c02-perf-caches"}, suggests = {"w01-roofline"},
  hours = {read = 2, lab = 6},
  durable = {"Loop order decides which bytes of a line are used",
             "A register tile: FLOP per element loaded = 2·m·n/(m+n)",
             "Packing: n^2 copies buy n^3 good accesses, at any size",
             "One block size for each level of the memory"},
  ephemeral = {{"Two vector FMA a cycle, four cycles each; L1 of 32 to 48 KiB", as_of = "2026-11"},
               {"GFLOP/s of this lab's example machine", as_of = "2026-11"}},
  readings = {
    {"gotoblas", hours = 1, look_for = [[section 4: which of the three blocks stays in which cache,
      and why the TLB, not the cache, set the size of the block of A]]},
    {"blis", hours = .5, look_for = "figure with the five loops; how little of it is assembly"},
    {"drepper", hours = .5, look_for = "section 6.2.1: the same product, measured at every step"},
  },

  lang = "c", backends = {"cpu"},
  edit = {"sgemm.c"},
  reference = "ref.c", ladder = {"naive.c", "ref.c", "opt.c"},
  limits = {wall_s = 10, mem_MiB = 2048, threads = 2},

  buffers = {
    A = {dtype = "f32", shape = {"M", "K"}, dist = gen.normal{}},
    B = {dtype = "f32", shape = {"K", "N"}, dist = gen.normal{}},
    C = {dtype = "f32", shape = {"M", "N"}},
  },

  calls = {
    sgemm_ijk = call{args = {i32"M", i32"N", i32"K", input"A", input"B", output"C"},
                     oracle = "gemm", tol = tol.dot"K", title = "three plain loops"},
    sgemm_ikj = call{args = {i32"M", i32"N", i32"K", input"A", input"B", output"C"},
                     oracle = "gemm", tol = tol.dot"K", title = "inner loop along rows"},
    sgemm_tiled = call{args = {i32"M", i32"N", i32"K", input"A", input"B", output"C"},
                       oracle = "gemm", tol = tol.dot"K", title = "square tiles"},
    sgemm_simd = call{args = {i32"M", i32"N", i32"K", input"A", input"B", output"C"},
                      oracle = "gemm", tol = tol.dot"K", title = "a tile of C in registers"},
    sgemm_packed = call{args = {i32"M", i32"N", i32"K", input"A", input"B", output"C"},
                        oracle = "gemm", tol = tol.dot"K", title = "the same tile, packed"},
    sgemm_threads = call{args = {i32"M", i32"N", i32"K", input"A", input"B", output"C"},
                         oracle = "gemm", tol = tol.dot"K", title = "two threads"},
  },

  -- No size puts the end of B within a vector of the end of its page: a read beyond B is then the
  -- sanitizer's to find, in every run, and not now and then the guard page's.
  cases = {
    {id = "1x1x1", M = 1, N = 1, K = 1, tags = {"edge"}},
    {id = "no-rows", M = 0, N = 5, K = 7, tags = {"edge"}},
    {id = "no-columns", M = 5, N = 0, K = 7, tags = {"edge"}},
    {id = "empty-sum", M = 5, N = 19, K = 0, tags = {"edge"},
     note = "K = 0: C is all zeros, whatever was there"},
    {id = "outer", M = 7, N = 19, K = 1, tags = {"edge"}},
    {id = "dot", M = 1, N = 1, K = 991, tags = {"edge"}},
    {id = "row", M = 1, N = 67, K = 33, tags = {"edge"}},
    {id = "column", M = 67, N = 1, K = 33, tags = {"edge"}},
    {id = "tile", M = 6, N = 16, K = 8, tags = {"edge"}},
    {id = "tile-wide", M = 28, N = 64, K = 64, tags = {"edge"}},
    {id = "primes", M = 13, N = 17, K = 19, tags = {"edge"},
     note = "odd N: rows of B and C start at addresses that are multiples of 4 and no more"},
    {id = "n-mod-16", M = 24, N = 41, K = 40, tags = {"edge"}},
    {id = "one-short", M = 11, N = 31, K = 63, tags = {"edge"},
     note = "one row, one column and one step fewer than full tiles, vectors and blocks"},
    {id = "m-mod-6", M = 41, N = 48, K = 40, tags = {"edge"}},
    {id = "deep", M = 7, N = 17, K = 1031, tags = {"edge"},
     note = "longer than one block of k"},
    {id = "very-wide", M = 2, N = 4133, K = 2, tags = {"edge"}, note = "more columns than one block"},
    {id = "very-tall", M = 1201, N = 3, K = 2, tags = {"edge"}},
    {id = "two-at-once", M = 389, N = 263, K = 311, calls = {"sgemm_threads"},
     note = "long enough for both threads to be at work at the same time"},
    {id = "tall", M = 401, N = 67, K = 97, note = "more rows than one block"},
    {id = "wide", M = 61, N = 389, K = 131},
    {id = "odd", M = 127, N = 131, K = 137},
    {id = "n128", M = 128, N = 128, K = 128, calls = {"sgemm_ijk", "sgemm_ikj", "sgemm_tiled"},
     tags = {"gate"}},
    {id = "n256", M = 256, N = 256, K = 256, calls = TRACED, tags = {"gate"}},
    {id = "hidden", hidden = true, M = gen.pick{97, 131, 193, 211}, N = gen.pick{49, 101, 163, 237},
     K = gen.pick{33, 127, 389, 521}},
    {id = "n1024", M = 1024, N = 1024, K = 1024, calls = {"sgemm_packed", "sgemm_threads"},
     tags = {"bench"}},
  },

  gates = {
    gate{id = "ikj-lines", call = "sgemm_ikj", case = "n256", counter = "l1_miss", op = "<=",
         value = LIMIT.ikj, on = "cpu",
         why = "along rows every line that is fetched is used whole: one miss for 16 steps"},
    gate{id = "tile-reuse", call = "sgemm_tiled", case = "n128", counter = "l1_miss", op = "<=",
         value = LIMIT.tiled, on = "cpu",
         why = "a tile of B stays in the L1 while the rows of A go past"},
    gate{id = "simd-registers", call = "sgemm_simd", case = "n256", counter = "c_loads", op = "<=",
         value = LIMIT.loads, on = "cpu",
         why = "a tile of C stays in registers: no load or store of C inside the loop over k"},
    gate{id = "packed-lines", call = "sgemm_packed", case = "n256", counter = "l1_miss", op = "<=",
         value = LIMIT.packed, on = "cpu",
         why = "packed panels are read in order, and stay where they were put"},
    gate{id = "packed-loads", call = "sgemm_packed", case = "n256", counter = "c_loads", op = "<=",
         value = LIMIT.loads, on = "cpu",
         why = "the register tile still does the work: packing adds 2 n^2 accesses, no more"},
    gate{id = "packed-stores", call = "sgemm_packed", case = "n256", counter = "c_stores",
         op = "<=", value = LIMIT.stores, on = "cpu",
         why = "each panel is packed once, each tile of C stored once for every block of k"},
  },

  bench = {
    bench{id = "packed", call = "sgemm_packed", case = "n1024", clock = "cpu", stages = STAGES,
          flops = "2*M*N*K", bytes = "4*(M*K + K*N + M*N)",
          why = "the reference takes the widest vectors this CPU has"},
    bench{id = "threads", call = "sgemm_threads", case = "n1024", clock = "wall", stages = STAGES,
          flops = "2*M*N*K", bytes = "4*(M*K + K*N + M*N)",
          why = "wall clock: a second core must show"},
  },

  checks = {
    check("each stage moves less than the one before", function(t)
      local function both(call, name)
        return t.counter(call, "n256", name)
      end
      local misses = {}
      for k, call in ipairs(TRACED) do misses[k] = both(call, "l1_miss") end
      for k = 2, #TRACED do
        if misses[k] > misses[k - 1] then
          return false, ("%s misses the L1 %d times, %s only %d times"):format(TRACED[k], misses[k],
                 TRACED[k - 1], misses[k - 1]),
                 "The line profile shows which access misses: ridge profile c01-simd-gemm."
        end
      end
      return true
    end, {milestone = "profile"}),
  },

  predict = {
    predict{id = "flops", axis = "flops", unit = "GFLOP", answer = "2*f.n^3/1e9",
            ask = "How many FLOP are in one {{= n(f.n) }}-cubed product?",
            worked = "A multiply and an add for each of n^3 steps."},
    predict{id = "bytes", axis = "bytes", unit = "MB", answer = "3*4*f.n^2/1e6",
            ask = [[At least how many bytes must cross the memory bus for it, if each matrix moves
              once?]],
            worked = "A and B in, C out: three matrices of n^2 floats."},
    predict{id = "intensity", axis = "intensity", unit = "FLOP/B", answer = "f.n/6",
            ask = "And the arithmetic intensity of the product?",
            worked = "2 n^3 over 12 n^2. Any core's ridge point lies far to the left of that."},
    predict{id = "parallelism", axis = "parallelism",
            choices = {"halves of C", "halves of k", "every second element of C"},
            answer = "halves of C",
            ask = "Two threads, and no lock, and no sum at the end. What does each of them get?"},
    predict{id = "failure", axis = "failure",
            choices = {"rows a power of two bytes apart", "an odd number of columns",
                       "more rows than columns"},
            answer = "rows a power of two bytes apart",
            ask = "Which shape makes a correct tiled version lose most of its cache hits?"},
  },

  facts = function(hw)
    local f = {
      n = 1024, g = 256, small = 128, near = 240, tile = 64,
      -- The cache of the traces (ridge counts, it does not measure), and what a core can start.
      line = 64, l1 = 48*KiB, ways = 12, page = 4*KiB, tlb = 64,
      fma_per_cycle = 2, fma_latency = 4, loads_per_cycle = 2, regs = 16, regs512 = 32,
      gate_ikj = LIMIT.ikj, gate_tiled = LIMIT.tiled, gate_packed = LIMIT.packed,
      gate_loads = LIMIT.loads, gate_stores = LIMIT.stores,
      bronze = STAGES.bronze, silver = STAGES.silver, gold = STAGES.gold,
      mr = 6, nr = 16, mr512 = 14, nr512 = 32, kc = 384, mc = 192,
    }
    f.sets = f.l1/f.line/f.ways
    f.per_line = f.line/4
    f.peak2, f.peak512 = f.fma_per_cycle*8*2, f.fma_per_cycle*16*2
    f.reuse, f.reuse512 = 2*f.mr*f.nr/(f.mr + f.nr), 2*f.mr512*f.nr512/(f.mr512 + f.nr512)
    f.acc_ijk, f.acc_ikj = 2*f.g^3 + f.g^2, 3*f.g^3 + f.g^2
    -- What the trace must come to, by counting lines (lesson, section Math).
    f.lines = f.g^2/f.per_line
    f.blocks = math.ceil(f.g/f.mc)
    f.miss_ijk = f.g^3 + 2*f.g^2
    f.miss_ikj = f.g*f.lines + 2*f.lines
    f.miss_packed = f.g/f.nr*f.lines + f.blocks*f.lines + 5*f.lines

    -- Counted: `ridge profile c01-simd-gemm --impl reference`, the same on every machine. The sizes
    -- and the tile that are no case of the lab: the same model, called by hand.
    f.trace = {
      ijk = {acc = 33619968, miss = 16914944}, ikj = {acc = 50405376, miss = 1060864},
      tiled = {acc = 50601984, miss = 1085440},
      simd = {acc = 2238337, miss = 261185}, packed = {acc = 1482189, miss = 94869},
      ikj128 = 134144, tiled128 = 6144, tiled240 = 36000, tiled256_32 = 73728,
    }
    -- Measured 2026-11 on one core of a virtual machine with an AMD Zen 3 (AVX2, no AVX-512), gcc
    -- 12.2 -O3 -march=x86-64-v3, thread CPU clock, medians, the reference file: GFLOP/s.
    f.speed = {
      [512] = {ijk = 1.02, ikj = 28.4, tiled = 20.4, simd = 71.7, packed = 84.9},
      [1000] = {ijk = 2.06, ikj = 28.7, tiled = 18.1, simd = 69.1, packed = 89.6},
      [1024] = {ijk = 0.40, ikj = 25.0, tiled = 12.1, simd = 49.6, packed = 90.0},
    }
    f.ikj_scalar512 = 3.06                          -- the same with -fno-tree-vectorize
    f.core = {peak = 99.2e9, l1 = 32*KiB, l2 = 512*KiB} -- 12 independent AVX2 FMA chains
    -- kernels/c01-simd-gemm/bench_openblas.c, 1024 101, core name Zen
    f.openblas = {ratio = 1.013, lo = 1.010, hi = 1.015, pairs = 101, version = "0.3.21"}
    return f
  end,

  questions = {
    q.num{id = "accesses-ijk", unit = "1", rtol = .0005, seed = "S000-P1-L1",
      ask = [[The trace counts every load and store that the compiled code makes. How many does
        `sgemm_ijk` make on {{= p.n }} × {{= p.n }} matrices, its sum in a register?]],
      vary = {n = {128, 192, 512}},
      answer = function(f, p) return 2*p.n^3 + p.n^2 end,
      wrong = {{value = function(f, p) return 2*p.n^3 end, hint = "Who stores the results?"},
               {value = function(f, p) return 4*p.n^3 end,
                hint = "The sum lives in a register: C is not touched inside the loop over k."},
               {value = function(f, p) return 3*p.n^3 end,
                hint = "That is a load of A, of B and one access of C in every step."}},
      worked = [[Two loads a step, n³ steps; one store for each of the n² results:
        {{= n(2*p.n^3) }} + {{= n(p.n^2) }} = {{= n(2*p.n^3 + p.n^2) }}.]]},
    q.num{id = "accesses-ikj", unit = "1", rtol = .0005, seed = "S000-P1-L1",
      ask = [[And `sgemm_ikj` on the same {{= p.n }} × {{= p.n }}, with the element of A loaded once
        per inner loop? Leave out the setting of C to zero.]],
      vary = {n = {128, 192, 512}},
      answer = function(f, p) return 3*p.n^3 + p.n^2 end,
      wrong = {{value = function(f, p) return 3*p.n^3 end, hint = "A has n² elements too."},
               {value = function(f, p) return 2*p.n^3 + p.n^2 end,
                hint = "c[j] += a*b[j] loads b[j], loads c[j] and stores c[j]."},
               {value = function(f, p) return 4*p.n^3 end,
                hint = "The element of A does not change while j runs: one load serves n steps."}},
      worked = [[b[j] in, c[j] in, c[j] out: 3 n³. One element of A for each of n² inner loops.
        {{= n(3*p.n^3 + p.n^2) }}: half as many again as `sgemm_ijk`, and it is the faster one by
        far. Accesses are not what costs.]]},
    q.num{id = "line-factor", unit = "x", rtol = .001, seed = "S000-P1-T2",
      ask = [[B holds elements of {{= p.b }} bytes. One program reads it down its columns, another along its rows;
        nothing of it stays in the cache. Lines have {{= f.line }} bytes. By which factor do the misses differ?]],
      vary = {b = {1, 2, 16}},
      answer = function(f, p) return f.line/p.b end,
      wrong = {{value = function(f) return f.per_line end, hint = "That is for floats, which have four bytes."},
               {value = function(f) return 2*f.line end, hint = "How many elements share a line?"},
               {value = function(f, p) return p.b end, hint = "How many elements share a line?"}},
      worked = [[Along a row one miss brings {{= n(f.line/p.b) }} elements that are all used. Down a
        column each element needs a line of its own. The time can differ by more: the hardware
        guesses the next line of a row, and fetches it early.]]},
    q.table{id = "peak", unit = "1", rtol = .001,
      ask = [[A core starts {{= p.starts }} vector {{= p.starts == 1 and "multiply-add" or "multiply-adds" }} a
        cycle. How many float32
        FLOP a cycle is that at most?]],
      rows = {"AVX2 (256 bit)", "AVX-512 (512 bit)"}, columns = {"FLOP a cycle"},
      vary = {starts = {1, 3, 4}},
      answer = function(_, p) return {{p.starts*8*2}, {p.starts*16*2}} end,
      hint = "Lanes × 2 FLOP × instructions a cycle.",
      worked = [[Lanes × 2 FLOP × {{= p.starts }} a cycle: {{= p.starts*8*2 }} with 8 lanes,
        twice that with 16. A scalar loop that the compiler does not vectorise has
        {{= 2*p.starts }} at best, and 2 in {{= f.fma_latency }} cycles if every step waits
        for the last.]]},
    q.num{id = "chains", unit = "1", rtol = .001,
      ask = [[An FMA takes {{= p.latency }} cycles, and {{= f.fma_per_cycle }} can start in each.
        How many accumulators must a tile have, at least, so that none waits?]],
      vary = {latency = {3, 5}},
      answer = function(f, p) return p.latency*f.fma_per_cycle end,
      wrong = {{value = function(f, p) return p.latency end,
                hint = "That keeps one of the units busy."},
               {value = function(f) return f.mr*f.nr/8 end,
                hint = "So many has the tile of the lab. How few would do?"}},
      worked = [[Latency × starts a cycle = {{= p.latency*f.fma_per_cycle }}. A
        {{= f.mr }}×{{= f.nr }} tile has {{= f.mr*f.nr/8 }}.]]},
    q.num{id = "reuse", unit = "FLOP", rtol = .01,
      ask = [[In one step of k a tile of {{= p.m }} × {{= p.w }} loads a column of A and a row of B. How many
        FLOP does it do for each element loaded?]],
      vary = {m = {4, 8, 10}, w = {24, 40, 48}},
      answer = function(f, p) return 2*p.m*p.w/(p.m + p.w) end,
      wrong = {{value = function(f, p) return p.m*p.w/(p.m + p.w) end, hint = "A multiply-add is two FLOP."},
               {value = function(f, p) return 2*p.m end,
                hint = "That counts the row of B and forgets the column of A."},
               {value = function(f, p) return 2*p.m*p.w end, hint = "That is for the whole step."}},
      worked = [[2·m·n FLOP for m + n elements: {{= n(2*p.m*p.w/(p.m + p.w), 2) }}. One row alone, 1 × {{= p.w }},
        would have {{= n(2*p.w/(p.w + 1), 2) }}: the tile must be wide in both directions.]]},
    q.choice{id = "spill",
      ask = [[AVX2 has {{= f.regs }} vector registers of 8 floats. A tile needs its accumulators, a
        row of B, and one broadcast element of A. Which of these does not fit?]],
      options = {"6 × 16", "4 × 24", "8 × 16", "12 × 8"}, answer = 3,
      worked = [[6×16: 12 + 2 + 1. 4×24: 12 + 3 + 1, just. 12×8: 12 + 1 + 1. But 8×16 has 16
        accumulators alone: the compiler would keep some of them in memory, and the inner loop would
        load and store them.]]},
    q.num{id = "kc", unit = "1", rtol = .001,
      ask = [[A panel of B has kc rows of {{= f.nr }} floats and should take no more than half of
        an L1 of {{= p.l1 }} KiB. Largest kc?]],
      vary = {l1 = {32, 64, 128}},
      answer = function(f, p) return p.l1*1024/2/(4*f.nr) end,
      wrong = {{value = function(f, p) return p.l1*1024/(4*f.nr) end,
                hint = "Half. The other half is for panels of A that pass by, and for C."},
               {value = function(f, p) return p.l1*1024/2/f.nr end,
                hint = "A float has four bytes."}},
      worked = [[{{= p.l1 }} KiB / 2 / ({{= f.nr }} · 4 B) = {{= n(p.l1*1024/2/(4*f.nr)) }}. Longer
        is better for C, which is loaded and stored once per block of k.]]},
    q.num{id = "sets", unit = "1", rtol = .001,
      ask = [[B has {{= p.ld }} columns and starts on a page. A tile of {{= f.tile }} rows by
        {{= f.tile }} columns of it is read in place. The L1 has {{= n(f.sets) }} sets of
        {{= f.ways }} lines. How many of the sets does the tile use?]],
      vary = {ld = {128, 512, 1024}},
      answer = function(f, p)
        return f.sets/(p.ld*4/f.line)*(f.tile*4/f.line)
      end,
      wrong = {{value = function(f) return f.sets end,
                hint = [[Only if consecutive rows start in different sets. How many lines apart are
                  they?]]},
               {value = function(f, p) return f.sets/(p.ld*4/f.line) end,
                hint = "So many sets hold the start of a row. But a row is longer than a line."}},
      worked = [[Rows are {{= n(p.ld*4/f.line) }} lines apart, so they start in
        {{= n(f.sets/(p.ld*4/f.line)) }} different sets, and each row of the tile covers
        {{= n(f.tile*4/f.line) }} lines: {{= n(f.sets/(p.ld*4/f.line)*(f.tile*4/f.line)) }} sets.
        The tile has {{= n(f.tile*f.tile*4/f.line) }} lines, which makes
        {{= n(f.tile*f.tile*4/f.line/(f.sets/(p.ld*4/f.line)*(f.tile*4/f.line))) }} for each of
        those sets, and a set holds {{= f.ways }}.]]},
    q.num{id = "pack-price", unit = "FLOP", rtol = .005,
      ask = [[Packing copies every element of A and of B once. A is {{= p.m }} × {{= n(p.n) }} and B
        {{= n(p.n) }} × {{= n(p.n) }}. How many FLOP of the product stand against each element copied?]],
      vary = {m = {16, 64, 256}, n = {1024, 2048}},
      answer = function(f, p) return 2*p.m*p.n/(p.m + p.n) end,
      wrong = {{value = function(f, p) return 2*p.m end, hint = "Two matrices are copied, A as well."},
               {value = function(f, p) return p.m*p.n/(p.m + p.n) end, hint = "A multiply-add is two FLOP."},
               {value = function(f, p) return p.n end, hint = "That is for a square A. This one has few rows."}},
      worked = [[2·M·N² FLOP for (M + N)·N elements: {{= n(2*p.m*p.n/(p.m + p.n), 1) }}. It is the formula of a
        tile once more. With few rows the price shows, and at 16 or so copying is not worth while.]]},
    q.num{id = "floor", unit = "ms", rtol = .01,
      ask = [[One core at {{= p.ghz }} GHz with AVX2. What is the least time for a
        {{= n(f.n) }}-cubed product?]],
      vary = {ghz = {3, 2.5, 4}},
      answer = function(f, p) return 2*f.n^3/(f.peak2*p.ghz*1e9)*1e3 end,
      wrong = {{value = function(f, p) return f.n^3/(f.peak2*p.ghz*1e9)*1e3 end,
                hint = "A multiply-add is two FLOP, in the product as in the peak."},
               {value = function(f, p) return 2*f.n^3/(f.peak512*p.ghz*1e9)*1e3 end,
                hint = "That is AVX-512."}},
      worked = [[{{= si(2*f.n^3,"FLOP") }} over {{= f.peak2 }} × {{= p.ghz }} GHz =
        {{= si(f.peak2*p.ghz*1e9,"FLOP/s") }}: {{= ms(2*f.n^3/(f.peak2*p.ghz*1e9)) }}.]]},
    q.order{id = "loops",
      ask = "The loops of a packed product, outermost first.",
      items = {"columns of C in blocks of nc", "k in blocks of kc; pack a block of B",
               "rows of C in blocks of mc; pack a block of A", "panels of B, nr columns wide",
               "panels of A, mr rows high", "k, one step of the micro-kernel"},
      hint = "What is packed in a loop is reused by all loops inside it."},
    q.multi{id = "stay",
      ask = "Which of these stay in the place named while the loop inside uses them over and over?",
      options = {"a panel of B, kc × nr, in the L1", "the block of A, mc × kc, in the L2",
                 "the block of B, kc × nc, in the L1", "a tile of C, mr × nr, in registers",
                 "all of C in the L2"},
      answer = {1, 2, 4}},
    q.text{id = "why-pack", min_words = 50,
      ask = [[Your tiled version is fast at n = {{= f.near }} and slow at n = {{= f.g }}. Explain
        to a colleague what happens, and why packing cures it at every size.]],
      rubric = {"rows of a tile are a power of two bytes apart and fall into a few cache sets",
                "a set holds a fixed number of lines: the tile evicts itself, the cache half empty",
                "a packed panel is contiguous and spreads over all sets",
                "the copy costs n² and is paid back by n³ uses"}},
  },

  hints = {
    {on = "build", match = {"target specific option mismatch", "not available", "inlining failed"},
     [[The compiler says which line. An intrinsic that is "not available" or a "target
      specific option mismatch" means that the function lacks LAB_AVX2.]]},
    {on = "crash", [[A crash on odd N and none on N = 16: an aligned load (_mm256_load_ps) on an
      address that is only a multiple of four. Use loadu and storeu.]]},
    {on = "case:1x1x1", [[Even 1 × 1 × 1 is wrong, so a whole function is. Take the first in the
      list; C comes full of NaN, and an element that is still NaN was never written, or was added
      to.]]},
    {on = "case:empty-sum", [[K = 0 is an empty sum, so C is zero everywhere. If you clear C by
      storing the first block of k, there is no first block here.]]},
    {on = "case:deep", [[K is longer than one block. Is C overwritten by the last block of k, or
      added to by each but the first? And is the row stride of A its K, not the depth of the
      block?]]},
    {on = "case:n-mod-16", [[The last columns do not fill a vector. Either a scalar loop finishes
      them, or the panel is filled up with zeros and only the real columns are stored.]]},
    {on = "case:one-short", [[A loop that takes one vector or one tile too many, or stops one too early, is
      right at most sizes. Here each of them is one short.]]},
    {on = "case:very-wide", "N is longer than one block of columns: where in C does the second one go?"},
    {on = "case:two-at-once", "Two threads at work at the same time: what do they share, and does either write to it?"},
    {on = "case:m-mod-6", "The last rows do not fill a tile. Who computes them?"},
    {on = "case:edge", [[Start from the smallest case that fails and follow the indices by hand. C
      is full of NaN when you get it: an element that is NaN was never written, or was added to.]]},
    {on = "gate:ikj-lines", [[The inner loop must run along rows, of B and of C. Which index may
      change in the inner loop so that both addresses grow by 4 bytes?]]},
    {on = "gate:tile-reuse", [[A tile of 64 × 64 floats is 16 KiB and fits. The loop over all rows
      of A has to be inside the two loops that choose the tile.]]},
    {on = "gate:simd-registers", [[C is loaded or stored inside the loop over k, or the
      accumulators do not fit into 16 registers. Twelve named variables are safer than an array.]]},
    {on = "gate:packed-lines", [[Four usual causes: a panel of B narrower than 16, so that A passes
      through the L1 more often; a small mc, so that the packed B does; C set to zero first and then
      added to, which is one more pass over C; the loop over panels of A outside the loop over
      panels of B. The lesson's section Math has the sum.]]},
    {on = "gate:packed-loads", "Packing must feed the register tile, not replace it."},
    {on = "gate:packed-stores", [[Something is packed more than once: B belongs outside the loop
      over rows, A outside the loop over panels.]]},
    {on = "sanitize", [[Tiles that stick out of C: read the packed zeros, but store only what
      exists. And whatever was allocated is freed on every way out.]]},
    {on = "bench:packed", [[First compare with the FMA peak: 32 FLOP a cycle for AVX2. Below half
      of it, look at the assembly of the inner loop: 12 FMA, 6 broadcasts, 2 loads, and no
      store.]]},
    {on = "bench:threads", [[Each thread needs at least half a millisecond of work, and packing
      room of its own. Two threads that pack into one buffer are slow when they are not wrong.]]},
    {on = "call:sgemm_threads", [[Look at the seam: the first row or column of the second half, and
      odd sizes. And is everything finished when the function returns?]]},
    {after = 3, [[One stage after the other: `ridge test` lists the functions in order, and each is
      the one before with one change.]]},
  },
}
