-- Week 19: other ways to spend transistors on matrix products.
return week {
  n = 19, part = 2, title = "Other accelerators", seeds = {"S003-W19"},

  summary = [[The GPU is one answer to where operands should wait and who decides the schedule.
    You look at others: systolic arrays that pass operands from cell to cell, machines without
    caches that a compiler schedules to the cycle, a wafer of small cores. For each you compute
    what it is good at from its structure, and you simulate several. You also port a kernel to a
    machine whose warps have sixty-four lanes, which finds every hidden assumption you made.]],

  concepts = {
    {id = "tpu", title = "Systolic arrays and the TPU", seed = "S003-W19-C1",
     text = [[A TPU's matrix unit is a grid of P × P multipliers. The weights stay, rows of the
       input enter skewed from one side, partial sums leave at the bottom; no operand of a pass is
       fetched twice. A tile of M rows takes M + 2P − 2 cycles, so with P = {{= f.P}} the unit is
       {{= pct(f.u128,0)}} busy for M = {{= f.P}} and {{= pct(f.u4096,0)}} for {{= n(f.M)}}. A
       matrix-vector product uses almost none of it. Chips are wired to their neighbours in a
       torus, without a switch, and collectives run along its axes.]]},
    {id = "xla", title = "XLA", seed = "S003-W19-C2",
     text = [[XLA compiles a whole step at once from HLO, an IR of tensor operations with static
       shapes. It fuses producers into consumers, chooses for each tensor a physical layout that
       suits the matrix unit (padding included), assigns buffers, and overlaps copies with
       compute. Given shardings for a few tensors, its SPMD pass propagates them to all others and
       inserts the collectives. What you lose is dynamic shape: each new size is a new
       compilation.]]},
    {id = "ptxla", title = "Lazy tensors", seed = "S003-W19-C3",
     text = [[PyTorch on XLA does not execute operations when they are called; it records them. The
       end of the step (mark_step, torch_xla.sync() today) has the recording hashed, compiled if
       new, and run; whatever needs a value before has the part run that computes it. So a stray
       print costs a compilation and a round trip, and a shape that changes each step compiles each
       step. A mesh and sharding annotations hand the graph to the SPMD partitioner, and one program
       runs on all chips.]]},
    {id = "hip", title = "ROCm and HIP", seed = "S003-W19-C4",
     text = [[HIP is nearly CUDA C++ with the prefix changed, and hipify rewrites CUDA sources
       mechanically. (It does not touch Triton, which has a back end of its own for these GPUs.)
       What it cannot rewrite are assumptions: on CDNA a wavefront has {{= f.wave}} lanes, so
       ballots return {{= f.wave}} bits, a butterfly takes {{= f.wsteps}} steps, and lane
       arithmetic with a literal of {{= f.warp}} is wrong in silence. A block of {{= f.warp}}
       threads fills half a wavefront.]]},
    {id = "mi300", title = "MI300X and MI300A", seed = "S003-W19-C5",
     text = [[The MI300X is a discrete accelerator with {{= gb(hw.mi300x.mem,0)}} of HBM3; data
       reaches it over PCIe or its own fabric as with any GPU. The part without a boundary between
       host and device memory is the MI300A, which puts CPU and GPU dies beside the same HBM. The
       two are often confused; `h08-unified-mem` builds both kinds of memory. For inference the
       capacity is the point: fewer cards hold a model, and fewer cards mean less communication.]]},
    {id = "others", title = "Groq, Cerebras, Gaudi", seed = "S003-W19-C6",
     text = [[Groq's chip has no caches, no arbitration and no DRAM; a compiler places every
       transfer in a cycle, so latency is known in advance, but with 230 MB of SRAM a chip (Abts
       et al., 2020) a model of {{= n(f.N70/1e9,1)}} billion one-byte weights needs
       {{= n(f.groq)}} of them. A Cerebras wafer holds 44 GB of SRAM next to its cores (vendor's
       figure) and moves data over a mesh. Gaudi puts matrix engines, programmable vector cores
       and Ethernet on one die. All trade generality for the memory system they chose. The cards
       `accelerators`, `trainium`, `wafer-scale`, `groq` and `gaudi` hold their figures beside each
       other.]]},
  },

  later = {"xla", "ptxla", "mi300"},

  readings = {
    {"tpudeep", hours = 2, seed = "S003-W19-R1",
     look_for = [[Why the array is as large as it is and no larger, and which shapes of matmul it
       punishes. Then the torus: what an all-reduce costs along each axis.]]},
    {"ptxla", hours = 2, seed = "S003-W19-R2",
     look_for = [[Everything that forces an execution or a recompilation. Make the list that you
       would want as a lint rule.]]},
    {"hip", hours = 2, seed = "S003-W19-R3",
     look_for = [[The passages that say wavefront where CUDA says warp: masks, shuffles,
       cooperative groups. Which of your kernels would break, and how would you notice?]]},
    {"accelbeyond", hours = 1.5, seed = "S003-W19-R4",
     look_for = [[For each machine: where do weights live, who schedules, how does it scale out?
       Leave out the benchmark claims.]]},
  },

  practice = {
    {seed = "S003-W19-HO", hours = 2.5,
     text = [[In w19b-wave64, make a warp's sum, its compaction and its transposed tile of Part II
       correct for wavefronts of 64 and of 32 lanes from one source; the emulator runs both. Note
       each place where the width, the mask type or the bank layout had been assumed.]]},
  },

  labs = {"w19-systolic",
          "w19b-wave64",
          "c05-warp-machine",
          "h03-fpga-hls",
          "h04-static-sched",
          "h05-wafer-mesh",
          "h09-neuron-tiles"},

  durable = {"Fill and drain of a systolic array",
             "Static against dynamic scheduling",
             "Capacity decides how many chips, bandwidth how fast"},
  ephemeral = {{"Product figures of AMD, Groq, Cerebras and Intel", as_of = "2026-01"},
               {"PyTorch/XLA's interface", as_of = "2026-01"}},

  facts = function(hw, models)
    local m = models.llama3_70b
    local layer = 2*m.d*m.d + 2*m.d*m.Hkv*m.hd + 3*m.d*m.ff + 2*m.d
    local N70 = m.L*layer + 2*m.V*m.d + m.d
    local P, M, sram = 128, 4096, 230e6
    local wsteps, wave = 0, hw.mi300x.warp
    while 2^wsteps < wave do wsteps = wsteps + 1 end
    return {
      P = P, M = M, u128 = P/(P + 2*P - 2), u4096 = M/(M + 2*P - 2),
      warp = hw.h100.warp, wave = wave, wsteps = wsteps, N70 = N70, sram = sram,
      groq = math.ceil(N70/sram), wafer = 44e9,
    }
  end,

  questions = {
    q.num{id = "cycles", unit = "1", rtol = .001,
      ask = [[A weight-stationary array of {{= f.P}} × {{= f.P}} cells multiplies {{= n(p.M)}}
        rows with one tile of weights that is already loaded. From the first input to the last
        output, how many cycles?]],
      vary = {M = {128, 512, 16}},
      answer = function(f, p) return p.M + 2*f.P - 2 end,
      wrong = {{value = function(f, p) return p.M end,
                hint = [[The inputs enter skewed and the sums travel down: filling and draining
                  take cycles too.]]},
               {value = function(f, p) return p.M + f.P - 1 end,
                hint = "The wave has to cross the array in both directions."}},
      worked = [[The last of {{= n(p.M)}} rows enters {{= n(p.M-1)}} cycles after the first; its
        last product is one array height and one width further on.]]},

    q.num{id = "util", unit = "%", rtol = .01,
      ask = [[How busy are the multipliers of that array over this time, for M = {{= n(p.M)}}?]],
      vary = {M = {128, 4096, 1}},
      answer = function(f, p) return 100*p.M/(p.M + 2*f.P - 2) end,
      wrong = {{value = function(f, p) return 100*p.M/(p.M + f.P) end,
                hint = "The time is M + 2P − 2 cycles."}},
      worked = [[Useful steps of a cell over cycles: {{= n(p.M)}} / {{= n(p.M+2*f.P-2)}}. With a
        single row the array is as good as idle; decoding with small batches is not what it was
        built for.]]},

    q.num{id = "ninety", unit = "1", rtol = .001,
      ask = [[How many rows does it take at least for {{= p.u}} % utilisation of a tile?]],
      vary = {u = {90, 80, 50}},
      answer = function(f, p) return math.ceil(p.u*(2*f.P - 2)/(100 - p.u)) end,
      wrong = {{value = function(f, p) return math.ceil(p.u*f.P/(100 - p.u)) end,
                hint = "Solve M/(M + 2P − 2) for M."}},
      worked = [[M = u·(2P − 2)/(1 − u). Loading the next weights during this tile hides the load,
        not the fill and drain.]]},

    q.num{id = "butterfly", unit = "1", rtol = 0,
      ask = [[How many exclusive-or shuffle steps does a sum over a wavefront of {{= p.w}} lanes
        take?]],
      vary = {w = {64, 32}},
      answer = function(f, p)
        local s = 0
        while 2^s < p.w do s = s + 1 end
        return s
      end,
      wrong = {{value = function(f, p) return p.w - 1 end,
                hint = "That is the number of additions; a step does many of them at once."}},
      worked = [[Each step doubles what a lane has seen: log₂ of {{= p.w}}.]]},

    q.choice{id = "divergence",
      ask = [[A branch is taken by lanes 0 to 31 of every group of 64 threads. How do a machine
        with warps of 32 and one with wavefronts of 64 compare?]],
      options = {"Both run both sides for everyone",
                 "Warps of 32 run one side each; the wavefront runs both sides, each half empty",
                 "The wavefront is faster",
                 "Neither diverges"},
      answer = 2,
      worked = [[Divergence happens within a group that shares an instruction stream. The branch
        is uniform within each warp of 32, but splits the wavefront.]]},

    q.choice{id = "mi300",
      ask = [[Which AMD part lets CPU and GPU work on the same physical memory, without copies?]],
      options = {"MI300X", "MI300A", "Both", "Neither"},
      answer = 2,
      worked = [[The A is the one with CPU dies in the package. The X has more GPU dies and more
        capacity, and is attached like any other card.]]},

    q.choice{id = "hipify",
      ask = [[You have a matmul in Triton and want it on an AMD GPU. What do you do?]],
      options = {"Run hipify over it",
                 "Run it with Triton's AMD back end, and tune block sizes again",
                 "Rewrite it in HIP",
                 "Translate the PTX"},
      answer = 2,
      worked = [[hipify works on CUDA C++. Triton compiles for AMD directly; the configuration
        that was best on one machine need not be on the other.]]},

    q.num{id = "chips", unit = "1", rtol = .005,
      ask = [[A machine keeps all weights in SRAM, {{= n(p.mb)}} MB on a chip. How many chips do
        {{= n(f.N70/1e9,2)}} billion weights of one byte need at least?]],
      vary = {mb = {230, 500}},
      answer = function(f, p) return math.ceil(f.N70/(p.mb*1e6)) end,
      wrong = {{value = function(f, p) return math.ceil(2*f.N70/(p.mb*1e6)) end,
                hint = "One byte a weight, not two."}},
      worked = [[{{= gb(f.N70)}} over {{= n(p.mb)}} MB, rounded up, before activations and cache.
        Of wafers with {{= gb(f.wafer,0)}} it takes two.]]},
  },
}
