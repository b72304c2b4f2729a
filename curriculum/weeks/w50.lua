return week {
  n = 50, part = 6, title = "Integrating the compiler stack", seeds = {"S003-W50"},
  summary = [[One operator, every layer. You register `swiglu_rms` with its schema and shape
function, write its forward kernel and its custom backward, teach the fusion compiler to swallow
it, and follow the bytes from Python-like source to PTX. This is also the milestone of Part VI:
when three sabotaged variants arrive, you can say which layer lost the fusion and prove it from
the dumps.]],
  concepts = {
    {id = "stack", title = "The whole stack", seed = "S003-W50-C1", text = [[
Python bytecode → FX graph (capture, guards) → joint forward and backward graph (AOTAutograd) →
loop-level IR with fusion (Inductor) → Triton or CUTLASS kernels → PTX → SASS. At every arrow
something is decided and something becomes invisible: shapes turn into guards, mutations into
functional updates, operators into loops, loops into tiles, tiles into registers. Our own chain
has the same joints: week 10's tracer, week 45's joint graph, week 10's fuser, week 9's tile
programs, nvcc.]]},
    {id = "opportunities", title = "Created and destroyed", seed = "S003-W50-C2", text = [[
A layer creates an opportunity when it exposes structure (AOTAutograd makes the backward pass
fusible at all) and destroys one when it hides it: an opaque custom operator is a wall to the
fuser, a graph break a wall to everything. Measure it in bytes. Eager `swiglu_rms` moves
{{= f.eager_t }} tensors through HBM (norm, SiLU and product, each reading and writing), fused it
moves {{= f.fused_t }}: a factor of {{= n(f.eager_t/f.fused_t, 2) }} that is lost silently
whenever one layer cannot see through another.]]},
    {id = "inductor", title = "Inductor's design", seed = "S003-W50-C3", text = [[
Inductor's IR is define-by-run: each buffer is a Python function from indices to a value, and
fusion composes such functions before any loop exists. Sizes are symbolic expressions, with guards
only where a decision needs them, so that a new batch size need not recompile. Reductions whose
row fits on chip become *persistent*: one block reads the row once, keeps it and computes
everything on it, here rows of up to {{= n(f.row_max) }} fp32 values in {{= n(f.smem/1024) }} KiB.
Scheduling is greedy by saved memory traffic, and autotuning chooses tiles at the end.]]},
    {id = "bypass", title = "When to step around a layer", seed = "S003-W50-C4", text = [[
Write the kernel yourself when the algorithm is not a fusion of its parts (attention), use CUTLASS
or the vendor's library where a GEMM must reach the roof, hand the whole program to XLA where the
target is a TPU or the parallelism spans hosts. A bypass should still be *visible* to the layers
above: a schema, a shape function that reads no data, a backward rule, and if possible a
decomposition. Otherwise the fast kernel becomes the wall that costs more than it saves.]]},
  },

  later = {"bypass"},

  readings = {
    {"inductor", hours = 2, seed = "S003-W50-R1", look_for = [[The definition of the IR's buffers
as functions, and the fusion rules with their scoring.]]},
    {"pt2", hours = 2, seed = "S003-W50-R2", look_for = [[Second reading, for architecture: draw
the path of one operator with a custom backward through all the boxes.]]},
    {"gspmd", hours = 2, seed = "S003-W50-R3", look_for = [[Second reading, for the big picture:
which layer of your stack could carry sharding annotations, and where would collectives be
inserted?]]},
  },

  practice = {
    {hours = 3, seed = "S003-W50-HO", text = [[In `w50-full-stack`, write the operator end to end:
schema and shape function, forward tile kernel, custom VJP, fusion rule. The compiled result must
equal eager, with no graph break, one forward and at most two backward kernels, and at most two
recompilations over six shapes.]]},
    {hours = 1, seed = "S003-W50-HO", text = [[Dump every layer (graph, joint graph, loop IR,
kernel source, PTX) for one shape and put the bytes moved beside each. Then run the three
sabotaged variants and name the layer that lost the fusion.]]},
  },

  milestone = {seed = "S003-W50-HO", text = [[Part VI: carry one operator through every layer of
the stack, forward and backward, captured and fused without a break, and hand in the dump of each
layer with the bytes it moves. For each of three sabotaged variants, name the layer that lost the
fusion, the line of the dump that shows it, and the repair.]]},

  labs = {"w50-full-stack"},
  durable = {"what each lowering decides and hides", "opaque operators as walls",
    "symbolic shapes and guards", "bytes as the measure of fusion"},
  ephemeral = {{"names and order of PyTorch's compiler layers", as_of = "2026-03"}},

  facts = function(hw)
    return {eager_t = 2 + 2 + 3, fused_t = 3, smem = hw.h200.smem_block,
            row_max = hw.h200.smem_block // 4, T = 16384, d = 4096, bw = hw.h200.bw}
  end,

  questions = {
    q.order {id = "layers",
      ask = "Order the representations of one operator from source to machine code.",
      items = {
        "FX graph",
        "joint forward and backward graph",
        "loop-level IR",
        "Triton kernel",
        "PTX",
        "SASS"},
      worked = [[Capture, differentiate, lower to loops, generate tiles, assemble. PTX is still
virtual; registers are assigned in SASS.]]},

    q.num {id = "fused-traffic", unit = "x", rtol = 0.005,
      ask = [[y is SiLU(RMSNorm(a)) times {{= p.k }} other tensors, elementwise, all of equal size.
Eager: a kernel each for the norm, for SiLU and for each product, each reading its inputs and
writing its output (weights of the norm neglected). Fused: one kernel. By what factor does the HBM traffic fall?]],
      vary = {k = {2, 3, 4}},
      answer = function(_, p) return (4 + 3*p.k) / (2 + p.k) end,
      wrong = {
        {value = function(f, p) return 2 + p.k end,
          hint = "That is the number of kernels; count tensors read and written."},
        {value = function(f, p) return (4 + 2*p.k) / (2 + p.k) end, hint = "A product reads two tensors."},
      },
      worked = [[Norm 2, SiLU 2, each product 3: {{= 4+3*p.k }} tensors. Fused: read a and the {{= p.k }}
others, write y: {{= 2+p.k }}.]]},

    q.num {id = "fused-time", unit = "us", vary = {T = {16384, 4096}},
      ask = [[Bandwidth-bound lower limit of the fused kernel for {{= n(p.T) }} rows of
{{= n(f.d) }} in bf16 at {{= n(f.bw/1e12, 1) }} TB/s?]],
      answer = function(f, p) return 1e6 * f.fused_t * p.T * f.d * 2 / f.bw end,
      wrong = {
        {value = function(f, p) return 1e6 * f.eager_t * p.T * f.d * 2 / f.bw end,
          hint = "That is the eager sequence."},
        {value = function(f, p) return 1e6 * 2 * p.T * f.d * 2 / f.bw end,
          hint = "Two inputs and one output."},
      },
      worked = [[{{= f.fused_t }}·{{= n(p.T) }}·{{= n(f.d) }}·2 B =
{{= n(f.fused_t*p.T*f.d*2/1e6, 1) }} MB: {{= n(1e6*f.fused_t*p.T*f.d*2/f.bw, 1) }} µs.]]},

    q.num {id = "persistent", unit = "1", rtol = 0.001, vary = {b = {4, 2}},
      ask = [[A persistent reduction keeps one row in the shared memory of one block,
{{= n(f.smem/1024) }} KiB on an H200. How many values of {{= p.b }} bytes fit?]],
      answer = function(f, p) return f.smem // p.b end,
      wrong = {
        {value = function(f, p) return f.smem * 8 // p.b end, hint = "Bytes, not bits."},
        {value = function(f, p) return f.smem end, hint = "Bytes, not values."},
      },
      worked = [[{{= n(f.smem) }} B / {{= p.b }} = {{= n(f.smem//p.b) }}. Longer rows need a
second pass or a cluster.]]},

    q.choice {id = "ms-break",
      ask = [[Sabotage A: the shape function computes its result from the values of a tensor.
Which layer loses what?]],
      options = {
        "the assembler: registers spill",
        "capture: tracing needs the data, so the graph breaks at the operator",
        "the loop IR: the reduction is no longer persistent",
        "nothing, only the first call is slower"},
      answer = 2,
      worked = [[Capture runs with fake tensors that have shapes and no data. The dump shows two
FX graphs where one is expected.]]},

    q.choice {id = "ms-guard",
      ask = "Sabotage B: six input shapes cause six compilations. Where do you look first?",
      options = {
        "the kernel's tile size",
        "the guards: a size was specialised to a value instead of kept symbolic",
        "the backward rule",
        "PTX: the architecture flag"},
      answer = 2,
      worked = [[A guard on a value (rows == 4096) fails for every new size. One on the relation
that the code needs (rows divisible by 16) does not.]]},

    q.choice {id = "ms-saved",
      ask = [[Sabotage C: results and kernel counts are right, but training memory doubles at this
operator. Which dump shows it?]],
      options = {
        "the FX graph",
        "the joint graph: its forward part returns intermediates that the backward rule could \z
          recompute",
        "the PTX listing",
        "the guards"},
      answer = 2,
      worked = [[What crosses from forward to backward is visible as extra outputs of the forward
part. Saving a and the row statistics is enough; saving the normalised tensor as well doubles
it.]]},
  },
}
