-- Week 10: a compiler that sees the graph and writes the kernels.
return week {
  n = 10, part = 1, title = "Graph compilers: capture, fuse, generate", seeds = {"S003-W10"},

  summary = [[A framework runs one kernel per operation; a compiler looks at many operations and
    writes one kernel for several. You build a small one: it captures a graph, decides which nodes
    belong together, emits C or CUDA for each group, and guards the result against inputs it was
    not made for. You also write the single-pass LayerNorm of the milestone and can say what
    exactly it is faster than.]],

  concepts = {
    {id = "pipeline", title = "From bytecode to kernels", seed = "S003-W10-C1",
     text = [[Dynamo interprets the Python bytecode of a function with symbolic tensors and
       records the operations it meets as a graph, together with guards: the shapes, types and
       values that it took for granted. AOTAutograd traces forward and backward pass through that
       graph and lowers it to a small set of primitive operations. Inductor turns them into loop
       nests, groups the loops that can share a kernel, and prints Triton for GPUs or C++ for
       CPUs. Large matmuls are handed to a library or a template.]]},
    {id = "modes", title = "Modes: fewer launches, better kernels", seed = "S003-W10-C2",
     text = [[The two modes attack different costs. reduce-overhead records the launches into a
       CUDA graph and replays them as one, which helps when kernels are short and the CPU is the
       bottleneck; inputs then have to live at fixed addresses. max-autotune compiles several
       candidates for matmuls and convolutions, times them and keeps the best, which helps when
       the kernels are long. It pays with minutes of compilation.]]},
    {id = "fusion", title = "What gets fused", seed = "S003-W10-C3",
     text = [[Pointwise operations fuse with one another and into the reduction that consumes
       them; a reduction and the pointwise work on its result fuse if one block holds the whole
       row; siblings that read the same input fuse sideways. A matmul stays a kernel of its own
       unless it comes from a template with a slot for an epilogue. A chain of {{= f.chain}}
       pointwise operations goes from {{= n(2*f.chain)}} tensor passes to two. Each fusion saves a
       write and a read, and nothing else, so the gain can be counted beforehand.]]},
    {id = "breaks", title = "Graph breaks", seed = "S003-W10-C4",
     text = [[Capture ends where Python needs a value that only exists at run time: a branch on a
       tensor, item(), printing, a call into foreign code. The graph so far is compiled, Python
       runs the statement, capture starts again after it. Each break is a boundary that no fusion
       crosses, often with a synchronisation. TORCH_COMPILE_DEBUG=1 writes out graphs and
       generated code; asking for the full graph turns a break into an error that names its
       line.]]},
    {id = "worth", title = "When it is worth it", seed = "S003-W10-C5",
     text = [[The compiler removes memory passes and launches; a step dominated by large library
       matmuls has few of either to remove. A guard that fails means compiling again: the second
       size of a dimension makes it symbolic, which costs some speed and saves the third
       compilation. For a model that runs a few times, or whose control flow depends on data, the
       compile time is never earned back.]]},
    {id = "fa3", title = "The kernel a compiler does not write", seed = "S003-W10-C6",
     text = [[FlashAttention-3 reaches about {{= f.fa3}} TFLOP/s on an H100 according to its
       authors, {{= pct(f.fa3*1e12/hw.h100.bf16,0)}} of the dense peak. It is CUTLASS and CuTe
       C++, not Triton: producer warps that drive the copy engine, consumer warpgroups that take
       turns at the tensor cores, softmax hidden behind matmul. A block-level language gives one
       program to all warps of a block and so cannot say this directly. Week 17 builds it.]]},
  },

  later = {"modes", "fa3"},

  readings = {
    {"pt2", hours = 1.5, seed = "S003-W10-R1",
     look_for = [[How often capture fails on real models, and what the ablation of Inductor's
       passes says: which single optimisation is worth the most?]]},
    {"tcompile", hours = 1.5, seed = "S003-W10-R2",
     look_for = [[Run its examples with logging of breaks and recompilations on. For each log
       line, find the statement or the shape that caused it.]]},
    {"fa3blog", hours = 1.5, seed = "S003-W10-R3",
     look_for = [[The two overlaps (between warpgroups, and inside one), and which of the two
       gives more. Note also in which language the kernel is written.]]},
    {"tritontut", hours = 2, seed = "S003-W10-R4",
     look_for = [[The blocked matmul: pointer arithmetic, the K loop, the activation applied to
       the accumulator. That last line is the epilogue slot of this week.]]},
  },

  practice = {
    {seed = "S003-W10-HO", hours = 3.5,
     text = [[Feed a transformer layer to your fusion compiler with its debug output on. List the
       groups it formed and the operations in each, and every break with its reason. Then remove
       one break and one unnecessary recompilation, and show the change in kernel count and
       modelled bytes.]]},
  },

  milestone = {seed = "S003-W10-MS",
    text = [[Write LayerNorm as one kernel that reads its input from memory once and writes its
      output once. Compare bytes and time with a version in several passes and with a library's
      LayerNorm, and explain where the gain comes from, and why there is hardly one against the
      library.]]},

  labs = {"w10-fusion-compiler", "w10b-layernorm-1pass"},

  durable = {"Capture, guard, partition, emit",
             "Counting the passes a fusion removes",
             "One pass over memory, two over registers"},
  ephemeral = {{"Names of modes and debug switches of torch.compile", as_of = "2026-01"},
               {"What Inductor fuses by default", as_of = "2026-01"},
               {"Throughput of FlashAttention-3", as_of = "2024-07"}},

  facts = function(hw)
    local R, C = 16384, 4096
    return {
      chain = 5, fa3 = 740, R = R, C = C, ln_B = 2*R*C*2, bw = hw.h200.bw, bw_m = hw.h200_m.bw_mean,
      offset = 1e4, u32 = 2^-24,
    }
  end,

  questions = {
    q.num{id = "chain", unit = "x", rtol = .01,
      ask = [[{{= p.k}} unary pointwise operations in a row on a tensor much larger than the
        caches: how much faster can one fused kernel be?]],
      vary = {k = {5, 3, 8}},
      answer = function(f, p) return 2*p.k/2 end,
      wrong = {{value = function(f, p) return 2*p.k end,
                hint = "The fused kernel still reads its input and writes its output."},
               {value = function(f, p) return (p.k + 1)/2 end,
                hint = "Unfused, each operation reads and writes: two passes apiece."}},
      worked = [[{{= n(2*p.k)}} passes become two.]]},

    q.num{id = "softmax", unit = "x", rtol = .01,
      ask = [[A softmax over rows as five kernels (max, subtract, exp, sum, divide), and before them {{= p.k}}
        of one input and one output each (a scaling, for example), each
        tensor-sized input read once and output written once, row statistics neglected. How many
        times the traffic of one fused kernel?]],
      vary = {k = {1, 2, 3}},
      answer = function(_, p) return (5 + 3 + 2*p.k)/(1 + 1) end,
      wrong = {{value = function(_, p) return (5 + 5 + 2*p.k)/2 end,
                hint = "The two reductions write one number a row, not a tensor."}},
      worked = [[Five reads and three writes of the tensor (max and sum write next to nothing), and
        {{= n(2*p.k)}} more: {{= n(8+2*p.k)}} passes against two.]]},

    q.num{id = "lnfloor", seed = "S003-W10-MS", unit = "us", rtol = .01,
      ask = [[LayerNorm of {{= n(f.R)}} rows of {{= n(p.C)}} bf16 values: the least time on an
        H200 at {{= si(f.bw,"B/s")}}?]],
      vary = {C = {4096, 8192, 2048}},
      answer = function(f, p) return 2*f.R*p.C*2/f.bw*1e6 end,
      wrong = {{value = function(f, p) return 3*f.R*p.C*2/f.bw*1e6 end,
                hint = "That reads the input twice. A row fits on chip; once is enough."},
               {value = function(f, p) return f.R*p.C*2/f.bw*1e6 end,
                hint = "The result has to be written as well."}},
      worked = [[{{= si(4*f.R*p.C,"B")}} over {{= si(f.bw,"B/s")}} is {{= us(4*f.R*p.C/f.bw)}}; at
        the bandwidth that our H200 really reached it is {{= us(4*f.R*p.C/f.bw_m)}}, and that is
        the target.]]},

    q.num{id = "lngain", seed = "S003-W10-MS", unit = "x", rtol = .01,
      ask = [[A LayerNorm that reads its input {{= p.k}} times from memory (once for each
        statistic, once to normalise) is replaced by one that reads it once. How much faster, if
        bandwidth binds?]],
      vary = {k = {3, 2}},
      answer = function(f, p) return (p.k + 1)/2 end,
      wrong = {{value = function(f, p) return p.k end,
                hint = "The write of the output is there in both."}},
      worked = [[{{= n(p.k+1)}} passes against two: {{= n((p.k+1)/2,1)}} times. Against a library
        kernel, which also reads once, expect about the same time.]]},

    q.num{id = "cancel", unit = "1", rtol = .05,
      ask = [[Values near {{= n(p.offset)}} with variance 1, computed in fp32 as E[x²] − E[x]².
        Roughly what absolute error does rounding E[x²] alone bring (half a unit in the last
        place, relative 2⁻²⁴)?]],
      vary = {offset = {2e4, 5e4, 1e5}},
      answer = function(f, p) return p.offset^2*f.u32 end,
      wrong = {{value = function(f, p) return p.offset*f.u32 end,
                hint = "The rounded quantity is the mean square, the offset squared."}},
      worked = [[{{= si(p.offset^2,"")}} times 2⁻²⁴ is about {{= n(p.offset^2*f.u32,1)}}, many
        times the variance itself; the result may even be negative. Take the mean first and sum
        squared differences over the registers: two passes over numbers on chip, one over
        memory.]]},

    q.multi{id = "breaks",
      ask = [[Which of these end a captured graph?]],
      options = {"if x.sum() > 0:",
                 "y = x.transpose(0, 1)",
                 "k = int(lengths.max())",
                 "y = torch.where(x > 0, x, 0)",
                 "print(x)"},
      answer = {1, 3, 5},
      worked = [[A Python branch, an integer and a printed value all need a number that only the
        device has. A view needs none, and where is a branch expressed as data: it stays in the
        graph.]]},

    q.choice{id = "vs-library",
      ask = [[Your one-pass LayerNorm runs as fast as the framework's own. What should you
        conclude?]],
      options = {"The kernel has a mistake",
                 [[Both are one kernel that reads the input once; the gain is against multi-pass
                   or unfused versions]],
                 "LayerNorm is compute-bound",
                 "The single pass does not help"},
      answer = 2,
      worked = [[The library's LayerNorm has been a single kernel for years. The comparison that
        shows the effect of the pass count is against your own multi-pass version, and against the
        eager sequence of mean, variance and normalise.]]},

    q.text{id = "why", seed = "S003-W10-MS", min_words = 40,
      ask = [[Explain in roofline terms why the single-pass kernel is faster, and what single pass
        must mean to be both fast and accurate.]],
      rubric = {"A few FLOP per byte: far left of the ridge, so time is bytes",
                "Passes over memory are what differs, not arithmetic",
                [[The row is held in registers or shared memory while mean and variance are
                  formed]],
                [[Two numeric passes over the held row, or Welford's update for rows too long to
                  hold, avoid cancellation]]}},
  },
}
