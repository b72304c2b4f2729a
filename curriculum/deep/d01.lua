-- d01: NVIDIA GPU Architecture and Memory Hierarchy.

local KiB = 2.0^10

-- kernels/RESULTS.md, d01: a product of side 4096 through PyTorch 2.11 and cuBLAS of CUDA 13.0 on an H200, driver
-- 580.159.04, 29 November 2026, normal random numbers (tests/bench/three_types.py). `t`: median of 40 runs between
-- events. The rest is of one launch under Nsight Compute with clocks left alone: its time, cycles of an SM, bytes of
-- DRAM and of L2's slices (lts__t_bytes), the shares of the active cycles in which the FMA and the tensor pipe worked,
-- and the occupancy; `clk`: FLOP a cycle and SM at which its pipe is full.
local N = 4096
local PRODUCT = {
  fp32 = {t = 2.6951e-3, clk = 256, ncu = 2.69e-3, cycles = 5314210, dram = 396.33e6, l2 = 3.40e9, fma = .7941,
          tensor = 0, occ = .125},
  tf32 = {t = .36874e-3, clk = 2048, ncu = 350.02e-6, cycles = 584118, dram = 349.01e6, l2 = 2.37e9, fma = .0193,
          tensor = .9183, occ = .1827},
  bf16 = {t = .18861e-3, clk = 4096, ncu = 179.33e-6, cycles = 285602, dram = 175.98e6, l2 = 1.00e9, fma = .0003,
          tensor = .9496, occ = .1464},
}
-- The bf16 product on random numbers and on zeros: one launch under the profiler, and 15,000 on end with the driver's
-- word of the power, a second after they began.
local DATA = {random = {cycles = 285561, ncu = 176.42e-6, long = .20564e-3, watts = 652.34},
              zeros = {cycles = 282082, ncu = 157.25e-6, long = .16887e-3, watts = 395.82}}
local GAP = 2.05e-6             -- the longest between two launches of the float product, by PyTorch's profiler
-- kernels/RESULTS.md, H200, November 2026: w16-tma-wgmma-gemm.bench, side 4096, gemm_hop; g02's chase of one thread.
local SMALL = {mma = 75.3e-6, wgmma = 28.0e-6}      -- w15b-epilogue-gemm.bench, side 2048: ref.cu and hopper.cu
local SPARSE_MANY = 1.568       -- w32-sparse24.bench: cuSPARSELt over cuBLAS, side 8192, 8,192 tokens
local HOP = {rows = 128, cols = 256, depth = 64, rate = 787.6e12}
local CYCLES = {l2 = 282.5, hbm = 685}

-- Resident blocks on an SM of sm_90, the limits apart: t threads, r registers a thread, s bytes a block.
local function up(x, unit) return math.ceil(x/unit)*unit end
local function limits(t, r, s)
  local w = math.ceil(t/32)
  return {64//w, 32, 4*(16384//up(32*r, 256))//w, 228*1024//up(s + 1024, 128)}
end
local function blocks(t, r, s) return math.tointeger(math.min(table.unpack(limits(t, r, s)))) end
local function occupancy(t, r, s)
  local b, w = blocks(t, r, s), math.ceil(t/32)
  return {b, b*w, 100*b*w/64}
end
local ROWS = {{192, nil, 30000}, {288, 104, 0}, {128, 32, 28672}, {384, 168, 221184}}
local function occupancies(regs)
  local out = {}
  for k, row in ipairs(ROWS) do out[k] = occupancy(row[1], row[2] or regs, row[3]) end
  return out
end

-- Weights of b bits under m rows: seconds a weight, dense, and in 2:4 with a nibble for each four.
local function dense(m, b, P, B) return math.max(2*m/P, b/8/B) end
local function sparse(m, b, P, B) return math.max(m/P, (2*b + 4)/32/B) end

return deep {
  id = "d01", words = 9100, exercises = 5,
  labs = {"c05-warp-machine", "g02-memspaces", "g03-divergence", "g04-occupancy", "w02-transpose", "w13b-wmma-gemm",
          "w14-cpasync-layernorm", "w16-tma-wgmma-gemm", "w32-sparse24", "h01-interconnect"},
  hours = {read = 3.5, exercises = 4.5},
  topics = {
    {"S004-C01-T01", at = "c05-warp-machine#Mental model/Two machines side by side"},
    {"S004-C01-T02", at = "c05-warp-machine#Mental model/Three words: SIMD, SIMT, MIMD"},
    {"S004-C01-T03", at = "#Mechanism/Four quarters and what they share"},
    {"S004-C01-T04", at = "g02-memspaces#Numbers/The hierarchy of an H200"},
    {"S004-C01-T05", at = "#Mechanism/Tensor cores, and four doors to them"},
    {"S004-C01-T06", at = "w32-sparse24#Mechanism/The format"},
    {"S004-C01-T07", at = "#Mechanism/Copies that nobody waits for"},
    {"S004-C01-T08", at = "g04-occupancy#Math/Three worked configurations"},
    {"S004-C01-T09", at = "#Mechanism/Links to other GPUs"},
    {"S004-C01-T10", at = "cards/ada-blackwell#Ada"},
    {"S004-C01-T11", at = "cards/mi300x#By its quotients"},
  },
  readings = {
    {"pmpp", hours = 3, look_for = "chapters 4 to 6: which limits are of a thread, a block, an SM, which of the chip"},
    {"hopperwp", hours = 2, look_for = "the SM's figure: count lanes of each kind, and compute each peak from them"},
    {"hopperbench", hours = 1.5, look_for = "at which clock, and for how many warps, each latency was taken"},
    {"hopperdissect", hours = 1.5, look_for = "wgmma's rate by N, with A in registers and in shared memory"},
    {"ncuguide", hours = 1, look_for = "the list of pipelines: which instructions share one"},
  },
  sources = {"NVIDIA H100 architecture whitepaper: units of an SM and its quarters, stacks and controllers of HBM",
             "NVIDIA H100 datasheet, SXM: peaks by type, halved where printed for 2:4",
             "CUDA C++ Programming Guide: `nvcuda::wmma`, its types and shapes; throughput of arithmetic instructions",
             "PTX ISA: `mma`, `mma.sp`, `wgmma.mma_async`, `tcgen05.mma`: types, shapes, where operands may be",
             "Nsight Compute, Profiling Guide: pipelines, and what `lts__t_bytes` counts",
             [[† without a source below: an H200 of this course, November 2026. kernels/RESULTS.md has the product in
               three types under d01, the rest by lab (g02, w15b, w16, w32)]]},
  ephemeral = {{"Which instruction reaches full rate: one a generation", as_of = "2026-11"},
               {"Sizes of the SM, L2 and links of Hopper and Blackwell", as_of = "2026-11"},
               {"Which kernels cuBLAS chooses for a product of side 4096", as_of = "2026-11"}},
  disputed = {
    {id = "clock", says = {
      {"1.98 GHz", source = "implied by the data sheet's 66.9 TFLOP/s of 128 float lanes an SM"},
      {"1.83 GHz", source = "implied by its 989.4 TFLOP/s of tensor cores"},
      {"1.59 GHz", source = "an H200 during the bf16 product below, cycles over time"}}},
    {id = "l2", says = {
      {"about 5.5 TB/s", source = "microbenchmarks of an H100, second-hand and approximate"},
      {"6.8 TB/s went through its slices in the TF32 product below, by Nsight Compute's count",
       source = "measured; the count may contain what the halves of L2 hand each other"},
      {"9.2 TB/s arrived at the SMs of an H200", source = "derived from lab w16's product at 788 TFLOP/s"}}},
    {id = "latency", says = {
      {"685 cycles", source = "lab g02's chase of one idle thread through 128 MiB and more"},
      {"660 cycles", source = "the chase of tests/bench/time, L2 cold"},
      {"600 ns under load", source = "assumed by estimates, this chapter's too"}}},
    {id = "two", says = {
      {"2:4 doubles the rate", source = "NVIDIA H100 datasheet"},
      {"1.23 times the dense product for 256 tokens and 1.57 times for 8,192, by cuSPARSELt on an H200",
       source = "measured in lab w32-sparse24"}}},
  },
  typed = {{"256 KiB", source = "H100 whitepaper: registers of an SM, and its array for L1 and shared memory"}},
  class = {"d01-occ", "d01-pipe"},
  facts = function(hw)
    local h = hw.h100
    local f = {n = N, sms = h.sms, product = PRODUCT, data = DATA, gap = GAP, small = SMALL,
               sparse_many = SPARSE_MANY, hop = HOP, cycles = CYCLES,
               flops = 2.0*N^3, blocks = blocks, limits = limits, occupancies = occupancies, tensor = h.tensor_clk,
               lanes = 128}
    f.clock = h.bf16/(h.sms*h.tensor_clk)                       -- what the tensor peak implies
    f.clock_float = h.fp32/(h.sms*2*f.lanes)
    f.a_cycle = function(rate) return rate/(h.sms*f.clock) end  -- bytes for each SM
    f.hbm, f.nvlink, f.pcie = f.a_cycle(h.bw), f.a_cycle(h.nvlink_dir), f.a_cycle(hw.h200_m.h2d_dir)
    f.shared, f.regs = 128, f.lanes*3*4
    f.arrived = HOP.rate/(HOP.rows*HOP.cols/(HOP.rows + HOP.cols))      -- B/s that w16's blocks took in
    f.l2 = f.a_cycle(f.arrived)
    f.latency = 600e-9
    f.sm_bw = h.bw/h.sms
    f.flight = f.sm_bw*f.latency
    f.idle = CYCLES.hbm/hw.h200_time.clock
    f.wire = h.bw*8/(5*1024)
    -- a turn of w16's tile at the peak
    f.turn = 2*HOP.rows*HOP.cols*HOP.depth/h.tensor_clk
    f.fill = (HOP.rows + HOP.cols)*HOP.depth*2
    f.read = (64 + HOP.cols)*16*2/(2*64*HOP.cols*16/h.tensor_clk)       -- B a clock of m64n256k16
    f.least = 3*N^2*2
    -- the three products
    f.rate = function(p) return f.flops/p.t end
    f.of_cycle = function(p) return f.flops/(h.sms*p.cycles)/p.clk end
    f.ran = function(p) return p.cycles/p.ncu end
    f.peak = {fp32 = h.fp32, tf32 = h.bf16/2, bf16 = h.bf16}
    f.of_peak = function(name) return f.flops/PRODUCT[name].ncu/f.peak[name] end
    f.traffic = 3*N^2*4
    f.copy = hw.h200_m.bw
    -- 2:4
    f.P, f.B = h.bf16, h.bw
    f.dense = function(m) return dense(m, 16, f.P, f.B) end
    f.sparse = function(m) return sparse(m, 16, f.P, f.B) end
    f.gain = function(m) return f.dense(m)/f.sparse(m) end
    f.kept = function(b) return (2*b + 4)/(4*b) end
    f.ridge8 = h.fp8/(2*h.bw)
    f.share = function(n, b, r) return math.min(1, 64*n*b/(r*(64 + n))) end
    f.smem = 228*KiB
    return f
  end,

  questions = {
    q.table{id = "d01-occ", units = {"1", "1", "%"}, exact = {1, 2}, rtol = .001, seed = "S004-C01-EX",
      ask = [[sm_90: 64 warp slots and 32 blocks an SM; 65,536 registers in four equal parts, each serving its own
        warps, given to a warp in units of 256; 228 KiB of shared memory, of which a block takes its own and 1,024 B
        more, in units of 128 B. A has 192 threads, {{= p.regs}} registers a thread and 30,000 B of shared memory a
        block; B 288, 104 and 0; C 128, 32 and 28,672; D 384, 168 and 221,184. Give resident blocks, resident warps, and
        the occupancy.]],
      vary = {regs = {84, 96, 72}},
      rows = {"A", "B", "C", "D"}, columns = {"blocks", "warps", "occupancy"},
      answer = function(f, p) return f.occupancies(p.regs) end,
      wrong = {{cell = {1, 1}, value = function(_, p) return 65536//(192*p.regs) end,
                hint = "{{= p.regs}} × 32 = {{= n(p.regs*32)}} registers a warp are rounded up to a multiple of 256."},
               {cell = {2, 1}, value = 2,
                hint = "The register file is four files of 16,384. How many warps of 3,328 fit in one?"},
               {cell = {3, 1}, value = 8, hint = "Each block also takes 1,024 B for the system."},
               {cell = {1, 3}, value = function(f, p) return f.occupancies(p.regs)[1][1]/32*100 end,
                hint = "Occupancy is warps over 64, not blocks over 32."}},
      hint = "Four limits for each block, each in whole blocks; the least of them counts.",
      worked = [[A block has w = ⌈t/32⌉ warps, a warp R = 256⌈32r/256⌉ registers; the blocks are the least of ⌊64/w⌋,
        32, ⌊4⌊16384/R⌋/w⌋ and ⌊233472/(128⌈(s + 1024)/128⌉)⌋. A: w = 6, R = {{= n(math.ceil(p.regs/8)*256)}}, a part
        holds {{= 16384//(math.ceil(p.regs/8)*256)}} warps; limits {{= f.limits(192, p.regs, 30000)[1]}}, 32, {{=
        f.limits(192, p.regs, 30000)[3]}}, {{= n(f.limits(192, p.regs, 30000)[4])}}: {{= f.blocks(192, p.regs, 30000)}}
        blocks. B: w = 9, R = 3,328, four warps a part, so 16 in all, and one block of nine. C: shared memory, ⌊233,472
        / 29,696⌋ = 7. D: one by registers (12 warps of 5,376, three a part) and one by shared memory. Occupancies {{=
        n(f.occupancies(p.regs)[1][3], 2)}}, 14.06, 43.75 and 18.75 %. A formula over totals is wrong by whole blocks,
        because limits are integers at three granularities: a warp's unit, a part, a block.]]},

    q.num{id = "d01-sparse", unit = "x", rtol = .01, seed = "S004-C01-EX",
      ask = [[A bf16 weight matrix, far larger than any cache, times {{= p.m}} rows of activations whose traffic may be
        neglected, on an H100: {{= n(f.P/1e12, 1)}} TFLOP/s and {{= n(f.B/1e12, 2)}} TB/s. Its time is the longer one of
        FLOP over peak and weight bytes over bandwidth. With 2:4 sparsity the peak doubles; of four weights two are
        kept, each with a position of 2 bits. How many times as fast as dense?]],
      vary = {m = {64, 310, 512}},
      answer = function(f, p) return f.gain(p.m) end,
      wrong = {{value = 2, hint = "Which roof is this under? And positions are bytes too."},
               {value = 16/9, hint = "Dense left the memory roof at m = {{= n(f.P/f.B, 0)}}."},
               {value = 4, hint = [[The product has half of the terms, and they run at twice the rate of *dense* terms:
                  which of the two did you count twice?]]}},
      hint = "Two times for each of the two: of a weight's products, and of its bytes.",
      worked = [[A weight. Dense: 2·{{= p.m}} FLOP at P are {{= n(2*p.m/f.P*1e15, 0)}} fs, 2 B at B {{= n(2/f.B*1e15,
        0)}} fs. 2:4: {{= n(p.m/f.P*1e15, 0)}} fs, since the doubled peak counts the products that are skipped, and
        1 B of value and one bit of position, 1.125 B, {{= n(1.125/f.B*1e15, 0)}} fs. So {{=
        n(f.dense(p.m)*1e15, 0)}} over {{= n(f.sparse(p.m)*1e15, 0)}}: {{= n(f.gain(p.m), 3)}}. The change moves both
        roofs, and the ridge from {{= n(f.P/f.B, 0)}} rows to {{= n(1.125*f.P/f.B, 0)}}; 2 is the limit of many rows,
        16/9 that of few.]]},

    q.expr{id = "d01-wgmma", unit = "1", seed = "S004-C01-EX",
      ask = [[`wgmma.m64nNk16` on bf16 with *both* operands in shared memory. The SM reads b bytes a cycle from shared
        memory and does r FLOP a cycle; loads and products overlap perfectly. Which share of the peak does a long run of
        them reach? (A model: measure before you quote it.)]],
      vars = {N = {8, 256, int = true}, b = {64, 256}, r = {1024, 8192}},
      answer = "min(1, 64*N*b/(r*(64+N)))",
      wrong = {{expr = "min(1, 64*b/r)", hint = "A's tile of 64 × 16 comes from shared memory as well."},
               {expr = "1/(1 + r*(64+N)/(64*N*b))", hint = "Overlap: the longer of the two, not their sum."},
               {expr = "min(1, 32*N*b/(r*(64+N)))", hint = "A multiply-add is 2 FLOP."}},
      hint = "FLOP of one instruction over r, its bytes over b: what share of the longer time is the first?",
      worked = [[2·64·N·16 = 2,048·N FLOP take 2,048·N/r cycles; 64·16 and N·16 elements are 2,048 + 32·N B and take
        (2,048 + 32·N)/b. The share is the first over the longer one: min(1, 2,048·N·b/(r·(2,048 + 32·N))), which is
        min(1, 64·N·b/(r·(64 + N))). For b = 128 and r = {{= n(f.tensor)}} it is 2N/(N + 64): {{= pct(f.share(16, 128,
        4096), 0)}} at N = 16, {{= pct(f.share(32, 128, 4096), 0)}} at 32, full from 64 on. An instruction's shape has
        an intensity too, and it is why A is often kept in registers.]]},

    q.diagnose{id = "d01-pipe", source = "recorded",
      from = "one H200, cuBLAS through PyTorch, Nsight Compute for lines 2 to 4 and 7, 2026-11", seed = "S004-C01-EX",
      ask = [[A training step spends a third of its time in products of float32 matrices of side {{= n(f.n)}}. What
        binds them, which lines show it, and what would you change first?]],
      title = "one product of side {{= n(f.n)}}",
      lines = {
        {"time {{= n(f.product.fp32.t*1e3, 2)}} ms, {{= n(f.rate(f.product.fp32)/1e12, 1)}} TFLOP/s", role = "for"},
        {[[DRAM: {{= n(f.product.fp32.dram/1e6, 0)}} MB, {{= pct(f.product.fp32.dram/f.product.fp32.ncu/f.copy, 1)}} of
           what a copy moves]],
         role = "against", hint = "Memory is idle nearly all of the time."},
        {"tensor pipe active: {{= pct(f.product.fp32.tensor, 1)}} of the cycles", role = "for"},
        {"FMA pipe active: {{= pct(f.product.fp32.fma, 1)}} of the cycles", role = "for"},
        {"the same product with TF32 allowed: {{= n(f.rate(f.product.tf32)/1e12, 0)}} TFLOP/s", role = "for"},
        {"in bf16: {{= n(f.rate(f.product.bf16)/1e12, 0)}} TFLOP/s", role = "neutral"},
        {"achieved occupancy: {{= pct(f.product.fp32.occ, 1)}}", role = "neutral"},
        {"gaps between launches: below {{= n(math.ceil(f.gap*1e6))}} µs", role = "against",
         hint = "A gap is a thousandth of a product: launches are not what it waits for."},
      },
      claims = {"memory bandwidth", "the float pipe, near its peak, while the tensor cores idle",
                "latency: too few warps", "launches"},
      claim = 2,
      fixes = {"allow TF32, or bf16 if the loss allows it", "fewer registers a thread, for more occupancy",
               "larger tiles", "a CUDA graph"},
      fix = 1, need = 2,
      hints = {claim = {[1] = "Line 2: what share of the bandwidth is that?",
                        [3] = [[{{= pct(f.product.fp32.fma, 0)}} of a pipe's cycles at {{=
                                pct(f.product.fp32.occ, 1)}} occupancy: it isn't waiting.]],
                        [4] = "Line 8: a gap is a thousandth of the product."},
               fix = {[2] = "More warps for a pipe that is full?",
                      [3] = "Line 2: traffic is not what it waits for.",
                      [4] = "It would save the gaps, which are next to nothing."}},
      worked = [[{{= n(f.rate(f.product.fp32)/1e12, 1)}} TFLOP/s are {{= pct(f.rate(f.product.fp32)/f.peak.fp32, 0)}} of
        what 128 float lanes an SM can do, and the pipe is active in {{= pct(f.product.fp32.fma, 0)}} of the cycles: it
        is nearly full, with one block of eight warps an SM. Meanwhile the tensor pipe does nothing. TF32 makes the same
        call {{= n(f.product.fp32.t/f.product.tf32.t, 1)}} times as fast and bf16 {{=
        n(f.product.fp32.t/f.product.bf16.t, 1)}} times. "Which pipe?" is asked before occupancy and before tiles;
        whether the loss bears eleven bits of significand is the question that remains, and it is not one for a
        profiler.]]},

    q.build{id = "d01-swizzle", lab = "w02-transpose", drill = "swizzle", seed = "S004-C01-EX",
      ask = [[Transpose 16-bit values through a tile of 64×64 that fills its 8,192 bytes of shared memory, without
        padding and without a bank conflict. Two elements share a word; on the way out a lane takes the same word of two
        rows. Which permutation of the words in each row parts the banks?]],
      worked = [[One of several: word w of row r lies at place w xor (r/2). In a row that is a permutation, so writing
        a row is one wavefront. On the way out lane k reads word w of rows 2k and 2k + 1, at the places w xor k: another
        bank for each k. With r in place of r/2 rows 2k and 2k + 32 would have the same place, and each read two
        wavefronts. A swizzle is a permutation of addresses: it is proven by listing 32 banks, before any hardware's own
        layout is used.]]},
  },
}
