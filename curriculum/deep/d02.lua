-- d02: CUDA From First Kernel to Optimized GEMM.

local N, MIB = 2048, 2^20

local function gcd(a, b)
  while b ~= 0 do a, b = b, a % b end
  return a
end

-- Blocks of r x c that cover an n x n matrix; the share of `sms` SMs that b blocks keep busy, one an SM at a time.
local function blocks(r, c, n) return math.ceil(n/r)*math.ceil(n/c) end
local function busy(b, sms) return b/(sms*math.ceil(b/sms)) end

-- FLOP for each byte of 16-bit A and B that a block with r x c sums brings in; the bytes of all blocks of an n cube.
local function per_byte(r, c) return r*c/(r + c) end
local function asked(r, c, n) return blocks(r, c, n)*n*(r + c)*2 end

-- Wavefronts of an ldmatrix.x4 whose rows are ld halves apart.
local function wavefronts(ld) return 4*gcd(ld//8, 8) end

-- Seconds of a copy in, a kernel and a copy out in n chunks on three engines, o for each chunk.
local function chunked(n, A, K, D, o) return (A + K + D)/n + (n - 1)*math.max(A, K, D)/n + (n + 2)*o end

local TILES = {{128, 128}, {128, 256}, {192, 128}, {64, 256}}

-- The rows of d02-waves for a GPU with so many SMs.
local function table_of(sms)
  local out = {}
  for k, t in ipairs(TILES) do
    local b = blocks(t[1], t[2], N)
    local area = math.ceil(N/t[1])*t[1]*math.ceil(N/t[2])*t[2]
    out[k] = {b, 100*busy(b, sms), 100*N^2/area, asked(t[1], t[2], N)/1e6}
  end
  return out
end

-- kernels/RESULTS.md, H200, driver 580.159.04, CUDA 13.0, 28 and 29 November 2026: what crosses the bus, s for 512 MiB
-- (h08-unified-mem.bench, run 3); w14b-streams-graphs.bench; w15b-epilogue-gemm.bench; w16-tma-wgmma-gemm.bench, side
-- 4096; g06-reductions.bench through g06's lab.lua; g07-gemm-ladder.bench, side 4096; g02's chase of one idle thread.
local BUS = {bytes = 512*MIB, pinned = 9.71e-3, pageable = 73.89e-3, faults = 67.21e-3, again = .42e-3,
             prefetch = 10.59e-3, back = 126.93e-3, home = 10.53e-3, some_home = .07e-3, some_faults = 49.09e-3}
local PIPE = {chunks = 24, bytes = 16*MIB, short = {apart = 15.94e-3, over = 8.52e-3},
              long = {apart = 32.19e-3, over = 15.78e-3}}
local PRODUCT = {blas = 28.2e-6, ref = 75.3e-6, hop = 28.0e-6, hop_double = 177.1e-6}
local RING = {single = {64, 128, 399.2e12}, ring = {128, 128, 532.8e12}, hop = {128, 256, 787.6e12}}
local REDUCE = {n = 2^24, interleaved = 203.36e-6, sequential = 88.54e-6, first_add = 50.91e-6, total = 23.33e-6,
                read = 20.74e-6}
local CYCLES = {l2 = 282.5, hbm = 685}

return deep {
  id = "d02", words = 8800, exercises = 6,
  after = {"d01"}, labs = {"g01-cuda-first", "w02-transpose", "g06-reductions", "g07-gemm-ladder", "w13b-wmma-gemm",
                           "w14b-streams-graphs", "w15b-epilogue-gemm", "g11-coop-cluster"},
  hours = {read = 3.5, exercises = 6},
  topics = {
    {"S004-C02-T01", at = "g01-cuda-first#Mechanism/A launch"},
    {"S004-C02-T02", at = "#Mechanism/Every element has one owner"},
    {"S004-C02-T03", at = "#Mechanism/Four ways across the bus"},
    {"S004-C02-T04", at = "w14b-streams-graphs#Mechanism/What orders work"},
    {"S004-C02-T05", at = "g01-cuda-first#Mechanism/Where errors come out"},
    {"S004-C02-T06", at = "w02-transpose#Mechanism/A request becomes sectors"},
    {"S004-C02-T07", at = "w02-transpose#Math/The padded column"},
    {"S004-C02-T08", at = "#Mechanism/Four reductions"},
    {"S004-C02-T09", at = "#Mechanism/Six products"},
    {"S004-C02-T10", at = "#Mechanism/Below the fragment"},
    {"S004-C02-T11", at = "g11-coop-cluster#Mechanism/Groups"},
    {"S004-C02-T12", at = "#Mechanism/The first hour with a slow kernel"},
    {"S004-C02-T13", at = "#Numbers/The worked example: 2048 cubed in bf16"},
  },
  readings = {
    {"eveneasier", hours = .5, look_for = "its versions: what each changes in the launch, and what in the memory"},
    {"pmpp", hours = 4, look_for = "chapters 2 to 6: with each change of a kernel, which count changes, and which not"},
    {"streamsync", hours = .5, look_for = "what each call waits for, and who waits: the host, or a stream"},
    {"coopgroups", hours = .5, look_for = "which group each barrier belongs to, and what has to be true of the launch"},
    {"cpasync", hours = 1, look_for = "the two waits of a pipeline, and what each forbids"},
    {"leimao", hours = 1, look_for = "which lane holds which element of a fragment, and where that is promised"},
    {"gotoblas", hours = 2, look_for = "the same argument for a CPU: which panel lies in which cache, and how large"},
  },
  sources = {"CUDA Runtime API, API synchronization behavior: which copies return when",
             "CUDA Runtime API, memory management: cudaMallocHost, cudaHostAlloc, cudaHostRegister",
             "PTX ISA, ldmatrix and mma.m16n8k16: addresses of rows, fragments of lanes",
             "Nsight Compute, Profiling Guide, units: lrc, the L2 Request Coalescer",
             [[† without a source below: an H200 of this course, November 2026; kernels/RESULTS.md has the runs by lab
               (g02, g06, g07, h08, w14b, w15b, w16)]]},
  ephemeral = {{"Which copies the driver stages, and for which it waits", as_of = "2026-11"},
               {"How far mma.sync falls short of a generation's own instruction", as_of = "2026-11"}},
  disputed = {
    {id = "pageable", says = {
      {"cudaMemcpyAsync works on page-locked memory only and returns an error for any other",
       source = "CUDA 4 reference manual"},
      {"it takes pageable memory, stages it, and may then be synchronous",
       source = "CUDA 13 Runtime API, API synchronization behavior"}}},
    {id = "l2", says = {
      {"L2 of an H100 gives about 5.5 TB/s", source = "microbenchmarks, second-hand and approximate"},
      {"64 bytes a clock for each SM", source = "assumed by estimates, lab g07's too"},
      {"more than the first, or products with small tiles would have taken longer than they did",
       source = "derived from lab w16's runs on an H200"}}},
    {id = "occupancy", says = {
      {"raise occupancy to hide latency", source = "most introductions, as a rule of thumb"},
      {"one block of 256 threads an SM with 255 registers each is the fastest of the ladder",
       source = "measured in lab g07-gemm-ladder"}}},
  },
  class = {"d02-waves", "d02-timeline"},
  facts = function(hw)
    local h, m = hw.h100, hw.h200_m
    local f = {n = N, sms = h.sms, peak = h.bf16, bw = h.bw, tensor = h.tensor_clk, flops = 2*N^3, least = 3*N^2*2,
               per_byte = per_byte, busy = busy, wavefronts = wavefronts, chunked = chunked, table_of = table_of,
               bus = BUS, pipe = PIPE, product = PRODUCT, cycles = CYCLES, l2_said = 5.5e12, gcd = gcd}
    f.math, f.hbm = f.flops/f.peak, f.least/f.bw
    f.asked = function(r, c) return asked(r, c, N) end
    f.wanted = function(r, c) return f.peak/per_byte(r, c) end          -- B/s from L2 at the peak
    f.blocks = function(r, c) return blocks(r, c, N) end
    f.arrived = {}                                                      -- B/s that w16's kernels took in
    for name, k in pairs(RING) do f.arrived[name] = k[3]/per_byte(k[1], k[2]) end
    f.rate = {single = RING.single[3], ring = RING.ring[3], hop = RING.hop[3]}
    f.bound = function(r, c) return math.min(f.peak, f.arrived.single*per_byte(r, c)) end
    f.turn = function(r, c, d) return 2*r*c*d/f.tensor end              -- clocks of a turn at the peak
    f.ahead = function(clocks, r, c, d) return math.ceil(clocks/f.turn(r, c, d)) end
    -- One tile a block of side 2048, four tiles with twice the K of side 4096: fixed + w and fixed + 8 w.
    f.w = (PRODUCT.hop_double - PRODUCT.hop)/7
    f.fixed = PRODUCT.hop - f.w
    f.all_busy = f.math/busy(f.blocks(128, 256), f.sms)
    f.warp = {waves = (64 + 32)/4, clocks = 2*64*32*16/f.tensor}        -- a warp's step of 16 in K
    f.h2d = m.h2d_dir
    f.copy = function(bytes) return bytes/f.h2d end
    f.pipe.way = PIPE.chunks*f.copy(PIPE.bytes)                         -- all chunks, one way
    f.pipe.kernels = function(run) return run.apart - 2*f.pipe.way end
    f.pipe.said = function(run)
      return chunked(PIPE.chunks, f.pipe.way, f.pipe.kernels(run), f.pipe.way, 0)
    end
    f.best = function(A, K, D, o) return math.sqrt((A + K + D - math.max(A, K, D))/o) end
    local A = f.copy(256*MIB)
    f.example = {A = A, K = 3e-3, o = 10e-6, n = f.best(A, 3e-3, A, 10e-6), whole = 2*A + 3e-3}
    f.example.t = function(n) return chunked(n, A, 3e-3, A, 10e-6) end
    f.slow = 64*MIB/11e9                                                -- a chunk of d02-timeline, pageable
    f.fast = f.copy(64*MIB)
    f.kernel = .75e-3
    f.now = 4*(2*f.slow + f.kernel)
    f.then_ = 2*f.fast + f.kernel + 3*math.max(f.fast, f.kernel)
    f.reduce = REDUCE
    f.naive = .50e12                                                    -- FLOP/s of g07's first stage, float
    return f
  end,

  questions = {
    q.num{id = "d02-ldmatrix", unit = "1", rtol = 0, seed = "S004-C02-EX",
      ask = [[`ldmatrix.x4` loads four 8 × 8 matrices of 16-bit values; 32 lanes give the addresses of 32 rows of 16 B,
        eight rows (one matrix) a phase. The tile's rows are {{= p.ld}} halves apart, its start is 128-byte aligned. How
        many wavefronts does one `ldmatrix.x4` take?]],
      vary = {ld = {64, 72, 80, 96, 112, 128}},
      answer = function(f, p) return f.wavefronts(p.ld) end,
      wrong = {{value = 1, hint = "It moves 512 B, and a wavefront at most 128."},
               {value = 4, hint = [[Rows are {{= 2*p.ld}} B apart: which of the eight 16-byte columns of banks does each
                  hit?]]},
               {value = function(f, p) return f.gcd(p.ld//8, 8) end, hint = "That is one of the four matrices."}},
      hint = "The 32 banks are eight columns of 16 bytes. Into which does row r of a matrix fall?",
      worked = [[Rows are {{= 2*p.ld}} B apart, {{= p.ld//8}} times 16. Row r falls into column {{= p.ld//8}}·r mod 8,
        so the eight rows of a matrix meet in groups of gcd({{= p.ld//8}}, 8) = {{= f.gcd(p.ld//8, 8)}}, and a phase
        takes so many wavefronts. Four phases: 4·{{= f.gcd(p.ld//8, 8)}} = {{= f.wavefronts(p.ld)}}. Banks for rows of
        16 bytes are eight columns; padding by eight halves works because gcd(9, 8) = 1.]]},
    q.table{id = "d02-waves", units = {"1", "%", "%", "MB"}, exact = {1}, rtol = .01, seed = "S004-C02-EX",
      ask = [[A product of side 2048 in bf16 on a GPU with {{= p.sms}} SMs, one block an SM at a time. For each tile
        (rows × columns of C): blocks; share of SM slots busy over all waves; useful share of the computed tile area;
        bytes of A and B that all blocks together load.]],
      vary = {sms = {132, 108}},
      rows = {"128 × 128", "128 × 256", "192 × 128", "64 × 256"},
      columns = {"blocks", "busy", "useful", "loaded"},
      answer = function(f, p) return f.table_of(p.sms) end,
      wrong = {{cell = {3, 1}, value = 170, hint = "Eleven rows of tiles; the last is ragged but is a row."},
               {cell = {3, 1}, value = 171, hint = "Eleven rows of tiles; the last is ragged but is a row."},
               {cell = {3, 2}, value = function(f, p) return 100*f.table_of(p.sms)[3][1]/p.sms end,
                hint = "{{= f.table_of(p.sms)[3][1]}} blocks are two waves: {{= 2*p.sms}} slots."},
               {cell = {"*", 4}, value = function(f) return 2*f.n^2*2/1e6 end,
                hint = "Each block loads its own panels; L2 sees them all."}},
      hint = "Round up in each direction by itself, and then once more to whole waves.",
      worked = [[Blocks are ⌈2048/M⌉·⌈2048/N⌉, slots {{= p.sms}} times the waves, and each block loads 2048·(M + N)
        elements of two bytes. 128 × 128: 16·16 = 256 blocks, {{= n(f.table_of(p.sms)[1][2], 2)}} % busy, {{=
        n(f.table_of(p.sms)[1][4], 1)}} MB. 128 × 256: 128, {{= n(f.table_of(p.sms)[2][2], 2)}} %, {{=
        n(f.table_of(p.sms)[2][4], 1)}} MB. 192 × 128: 11·16 = 176, {{= n(f.table_of(p.sms)[3][2], 2)}} %, of its area
        {{= n(f.table_of(p.sms)[3][3], 2)}} % useful since eleven tiles are 2,112 rows, {{= n(f.table_of(p.sms)[3][4],
        1)}} MB. 64 × 256: 256, {{= n(f.table_of(p.sms)[4][2], 2)}} %, {{= n(f.table_of(p.sms)[4][4], 1)}} MB. Tile,
        wave and edge losses multiply; the tile with the best reuse may lose to the count of waves.]]},
    q.expr{id = "d02-chunks", unit = "1", seed = "S004-C02-EX",
      ask = [[Copy in (A), kernel (K) and copy out (D), each divisible, run on three engines. Cut in n chunks they take
        T(n) = (A + K + D)/n + (n − 1)·max(A, K, D)/n + (n + 2)·o, with o the overhead of a chunk. Which real n makes T
        least?]],
      vars = {A = {1e-4, 1e-2, log = true, unit = "s"}, K = {1e-4, 1e-2, log = true, unit = "s"},
              D = {1e-4, 1e-2, log = true, unit = "s"}, o = {1e-6, 1e-4, log = true, unit = "s"}},
      answer = "sqrt((A+K+D-max(A,K,D))/o)",
      wrong = {{expr = "sqrt((A+K+D)/o)", hint = "The longest stage costs the same whatever n is."},
               {expr = "sqrt(max(A,K,D)/o)", hint = "It is the others that get hidden."}},
      hint = "Sort T by powers of n first: what stands beside 1/n, what beside n, and what beside neither?",
      worked = [[With m = max(A, K, D) and S = A + K + D, T = m + (S − m)/n + n·o + 2o. Its derivative −(S − m)/n² + o
        is zero at n = √((S − m)/o). For 256 MiB each way at 55.5 GB/s, K = 3 ms and o = 10 µs that is √((3 + {{=
        n(f.example.A*1e3, 2)}})/0.01) = {{= n(f.example.n, 0)}}, and T = {{= n(f.example.t(28)*1e3, 2)}} ms instead
        of {{= n(f.example.whole*1e3, 2)}}. A pipeline's best number of chunks is a balance of fill and overhead, and
        can be derived.]]},
    q.diagnose{id = "d02-timeline", source = "made", from = "copies at 11 GB/s pageable and 55.5 GB/s pinned",
      seed = "S004-C02-EX",
      ask = [[A job is cut in four chunks of 64 MiB, with "asynchronous" copies in three streams, and nothing overlaps.
        What is the cause, which lines show it, and what would you change first?]],
      title = "four chunks of 64 MiB, three streams",
      lines = {
        {"chunk 0, copy in: 0 to {{= n(f.slow*1e3, 2)}} ms", role = "for"},
        {"chunk 0, kernel: {{= n(f.slow*1e3, 2)}} to {{= n((f.slow + f.kernel)*1e3, 2)}} ms", role = "neutral"},
        {"chunk 0, copy out: {{= n((f.slow + f.kernel)*1e3, 2)}} to {{= n((2*f.slow + f.kernel)*1e3, 2)}} ms",
         role = "neutral"},
        {"chunk 1, copy in, starts at {{= n((2*f.slow + f.kernel)*1e3, 2)}} ms", role = "for"},
        {"streams in use: 7, 13, 14", role = "against",
         hint = "Three streams, none of them the default: the work was told apart."},
        {"host thread inside cudaMemcpyAsync: 6.0 of each {{= n(f.slow*1e3, 1)}} ms", role = "for"},
        {"host buffer: from malloc", role = "for"},
        {"copy engines reported: 3", role = "against", hint = "There are engines enough for both directions at once."},
        {"occupancy of the kernel: 50 %", role = "neutral"},
        {"all four chunks: {{= n(f.now*1e3, 1)}} ms", role = "neutral"},
      },
      claims = {"the default stream serialises", "the memory is pageable: copies are staged, and synchronous",
                "too few copy engines", "the kernel is too long"},
      claim = 2,
      fixes = {"cudaMallocHost or cudaHostRegister for the buffers", "more chunks", "a stream for each chunk",
               "larger blocks"},
      fix = 1, need = 2,
      hints = {claim = {[1] = "Line 5: three streams, none of them the default.", [3] = "Line 8: there are three.",
                        [4] = "Line 2: of a chunk's time the kernel has {{= n(f.kernel*1e3, 2)}} ms."},
               fix = {[2] = "Each of them would block the host as these do.",
                      [3] = "Streams don't help a call that does not return.",
                      [4] = "The kernel is a small part of the time, and it is not what waits."}},
      worked = [[64 MiB in {{= n(f.slow*1e3, 2)}} ms are 11 GB/s, a fifth of what the link gives pinned memory. The
        host sits in the call nearly as long as the copy takes, so it can't issue chunk 1 before chunk 0 has come
        back: malloc's memory is pageable. Pinned, a copy takes {{= n(f.fast*1e3, 2)}} ms, and the same four chunks
        2·{{= n(f.fast*1e3, 2) }} + {{= n(f.kernel*1e3, 2)}} + 3·{{= n(f.fast*1e3, 2)}} = {{= n(f.then_*1e3, 2)}} ms.
        Asynchrony is a property of the memory, not of the call's name.]]},
    q.build{id = "d02-bf16", lab = "g07-gemm-ladder", drill = "bf16", seed = "S004-C02-EX",
      ask = [[Put stages 5 and 6 of the ladder into one kernel: a product in bf16, on tensor cores, whose tiles arrive
        by `cp.async` in three stages, with one barrier a turn. M, N and K are multiples of 8. How long is a padded row
        of each tile, and how many groups of copies may be late at the barrier?]],
      worked = [[Rows of 32 and of 128 elements are four and sixteen pieces of 16 bytes; one more makes both odd, 40 and
        136 elements, and three stages take 3·2·(128·40 + 32·136) = {{= n(3*2*(128*40 + 32*136))}} bytes. One group may
        be late, the next turn's: with 0 all results are right and the third stage is for nothing, with 2 a turn's own
        tiles may be missing. A group is committed in the last turns too, with nothing in it, or the count is off.
        Behind the barrier everybody's copies have arrived, and nobody reads the turn before, whose place the next
        copies take. What lies beyond K is made 0 in both tiles, by copies with a source of no bytes. `ridge solution
        g07-gemm-ladder --drill bf16` shows the reference.]]},

    q.text{id = "d02-profile", min_words = 70, seed = "S004-C02-EX",
      ask = [[A colleague's kernel runs at 23 % of the roofline that you computed. Write the plan of your first hour:
        what you measure in which order, which counter decides between which two explanations, and when you stop.
        About 120 words.]],
      worked = [[First the roofline itself: recount its FLOP and bytes, and check that both are of this kernel and
        this shape. Then a time that repeats: warm up, look at the clock, forty runs, the median; L2 cold or warm,
        said aloud. Then bytes moved against the least possible. If they are three times too many, it is a bandwidth
        problem of my own making, and sectors a request say where. If they are right and the memory is far from full,
        it is latency: bytes in flight, and long scoreboard by line, decide between too few warps and a chain of
        loads. If neither, wavefronts and issue slots. One change at a time, each with a predicted factor, and back
        out what does not bring it. I stop at 80 % of the roof, or when two predictions in a row fail: then my model
        is wrong, not the kernel.]],
      rubric = {"checks the roofline's own bytes and FLOP first",
                "a repeatable time (warm-up, clocks, many runs) before any counter",
                "counts traffic against the least traffic",
                "names a pair of counters that separates bandwidth from latency",
                "one change at a time, with a predicted effect",
                "a stop condition that is a number"}},
  },
}
