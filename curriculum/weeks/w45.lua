return week {
  n = 45, part = 6, title = "Automatic differentiation systems", seeds = {"S003-W45"},
  summary = [[Differentiation is a program transformation, and the two directions of the chain
rule give two machines with very different costs. You build both: dual numbers for forward mode, a
tape with accumulation, versions and freed intermediates for reverse mode, then vmap, custom rules
and a joint graph compiled ahead of time. A log-softmax that survives logits of a thousand is your
proof that rules beat formulas. The extra lab `c10-pure-functions` adds the tracing and caching
around it.]],
  concepts = {
    {id = "jvp-vjp", title = "Two products with one Jacobian", seed = "S003-W45-C1", text = [[
Nobody forms the Jacobian J. Forward mode carries a tangent along with each value and computes J·v
(a JVP) in the same sweep, in constant extra memory; reverse mode runs the program once, keeps
what the backward rules need, and then pulls a cotangent back, vᵀ·J (a VJP). Each costs a small
multiple of the program, at most about {{= f.cost }} times in FLOP for reverse mode.
Mathematically they are transposes of each other, and a rule for one can be derived by transposing
the other.]]},
    {id = "reverse-wins", title = "Why reverse mode wins for training", seed = "S003-W45-C2",
      text = [[
A gradient of a scalar loss in n parameters is one row of the Jacobian: a single VJP delivers it,
while forward mode needs one JVP for each parameter. For n = {{= n(f.params) }} that is one pass
against {{= n(f.params) }}. In general count m VJPs or n JVPs for n inputs and m outputs and
choose the smaller; a tall Jacobian (few inputs, many outputs) is forward mode's case. What
reverse mode pays is memory: everything the backward rules will read must be kept or
recomputed.]]},
    {id = "jax", title = "JAX: transformations of traced functions", seed = "S003-W45-C3", text = [[
JAX traces a pure function with abstract values into a jaxpr, a small typed functional program,
and then transforms it: jvp interprets it with tangents, vjp is obtained by linearising (partial
evaluation of the jvp) and transposing the linear part, grad is vjp applied to 1. Because each
transformation gives back a function that can be traced again, they nest. The catch is purity:
side effects happen while tracing, once, and never again.]]},
    {id = "vmap", title = "vmap: the batch dimension as an interpreter", seed = "S003-W45-C4",
      text = [[
vmap pushes a batch dimension through the program operation by operation: each primitive has a
rule that says where the new axis goes, and a matrix–vector product becomes a matrix–matrix
product instead of a loop. Composition is where it pays: vmap of grad is per-example gradients in
one batched pass, jit of that is one compiled program. The order of transformations is part of the
meaning; grad of a vmapped function needs a scalar to start from.]]},
    {id = "custom", title = "Custom rules", seed = "S003-W45-C5", text = [[
Three reasons to replace the derived rule: the derivative exists but its computation overflows,
the function is not differentiable and you want a surrogate (rounding, sampling), or an algebraic
shortcut is cheaper (an implicit solve, a fused kernel). For log-softmax the naive derivative
divides exponentials that overflow; the rule g − softmax(x)·Σg is exact for any logits. A custom
VJP also fixes what is saved: choose the output or the input, whichever the rule can use, since a
saved tensor lives until the backward pass.]]},
    {id = "autograd", title = "PyTorch's engine", seed = "S003-W45-C6", text = [[
PyTorch records while it computes: every differentiable operation creates a node with its saved
tensors and edges to the nodes of its inputs, and leaves end in AccumulateGrad, which *adds* into
.grad. The backward engine counts dependencies, keeps a ready queue for each device and runs nodes
on C++ threads, freeing saved tensors as it unwinds. In-place operations bump a version counter,
and a saved tensor whose version has changed raises an error: that check is the reason silent
wrong gradients are rare.]]},
    {id = "aot", title = "AOTAutograd: the joint graph", seed = "S003-W45-C7", text = [[
Capturing forward *and* backward together, ahead of time, lets a compiler decide what crosses the
border between them. A min-cut on the joint graph picks the values to save so that memory traffic
is least and cheap operations are recomputed instead of stored; fusion then works in the backward
pass as well. A graph break cuts the joint graph into pieces: every tensor at the cut must be
saved, and nothing can be fused or recomputed across it, so one break costs twice.]]},
  },

  readings = {
    {"jaxautodiff", hours = 4, seed = "S003-W45-R1", look_for = [[The cost argument for
Hessian-vector products: forward over reverse, and why that order.]]},
    {"jaxjvp", hours = 2, seed = "S003-W45-R2", look_for = [[The types: how a cotangent's
structure follows from the output, and what vjp returns besides the primal result.]]},
    {"jaxcustom", hours = 2, seed = "S003-W45-R3", look_for = [[The log1pexp example: the same
function, the same mathematics, a different number; then the rule for nondifferentiable
arguments.]]},
    {"ptgraphs", hours = 2, seed = "S003-W45-R4", look_for = [[When the graph is built and when it
is freed, and what grad_fn of a view looks like.]]},
  },

  practice = {
    {hours = 2, seed = "S003-W45-HO", text = [[In `w45-ad-tape`, give log-softmax a custom VJP. It
must equal the derived gradient on tame inputs and stay finite and right on logits of ±1e4. Do it
twice: as a rule of the functional transformations and as a node of the tape.]]},
    {hours = 1, seed = "S003-W45-HO", text = [[Build the joint graph of a two-layer MLP with
log-softmax loss and let the recompute/save choice run. List what it saves, compare peak memory
with the eager tape, and check that both give bitwise equal gradients.]]},
  },

  labs = {"w45-ad-tape", "c10-pure-functions"},
  durable = {"JVP and VJP as transposes", "cost by inputs and outputs", "accumulate, never assign",
    "saving against recomputing"},
  ephemeral = {{"AOTAutograd's partitioner", as_of = "2026-03"},
    {"JAX's internal names of tracing machinery", as_of = "2026-03"}},

  facts = function(hw)
    return {params = 1000000, cost = 5, x1 = 1000, x2 = 0, x3 = -1000}
  end,

  questions = {
    q.table {id = "passes", unit = "1", rtol = 0.001,
      ask = [[How many passes give the *whole* Jacobian, by reverse and by forward mode?]],
      rows = {
        "scalar loss of 1,000,000 parameters",
        "{{= p.m }} outputs of {{= p.k }} inputs",
        "10 outputs of 10 inputs"},
      columns = {"VJPs (reverse)", "JVPs (forward)"},
      vary = {m = {50, 80, 200}, k = {2, 4, 6}},
      answer = function(f, p) return {{1, f.params}, {p.m, p.k}, {10, 10}} end,
      worked = [[One VJP for each output, one JVP for each input. The first row is training; the
second is a case for forward mode.]]},

    q.table {id = "log-softmax", unit = "1", rtol = 0.001,
      ask = [[log-softmax at x = ({{= f.x1 }}, {{= f.x2 }}, {{= f.x3 }}) with cotangent (0, {{= p.g }}, 0):
what is the gradient with respect to x (to three digits)?]],
      vary = {g = {2, 3, 5, -4}},
      rows = {"x₁", "x₂", "x₃"}, columns = {"gradient"},
      answer = function(f, p)
        local x, g = {f.x1, f.x2, f.x3}, {0, p.g, 0}
        local top, sum, gs, out = math.max(x[1], x[2], x[3]), 0, 0, {}
        for i = 1, 3 do sum, gs = sum + math.exp(x[i] - top), gs + g[i] end
        for i = 1, 3 do out[i] = {g[i] - math.exp(x[i] - top) / sum * gs} end
        return out
      end,
      worked = [[softmax(x) is (1, 0, 0) to machine precision, Σg = {{= p.g }}, and the rule is g −
softmax(x)·Σg. The naive route computes exp({{= f.x1 }}) and ends in infinity minus infinity.]]},

    q.num {id = "fan-in", unit = "1", rtol = 0.001, vary = {x = {3, 5, 2}},
      ask = [[y = x·x + x at x = {{= p.x }}, built with a tape on which x feeds three operand
slots. What is dy/dx?]],
      answer = function(f, p) return 2 * p.x + 1 end,
      wrong = {
        {value = function(f, p) return p.x + 1 end,
          hint = "One of the two uses in x·x was overwritten: cotangents accumulate."},
        {value = function(f, p) return 1 end,
          hint = "Assigned instead of accumulated: only the last use survived."},
        {value = function(f, p) return 2 * p.x end, hint = "The third use, + x, contributes too."},
      },
      worked = [[The product sends x to each of its slots, the sum sends 1: {{= p.x }} +
{{= p.x }} + 1 = {{= 2*p.x + 1 }}.]]},

    q.num {id = "recompute", unit = "1", rtol = 0.001, vary = {n = {64, 100, 144}},
      ask = [[A chain of {{= p.n }} equal layers. Only every k-th activation is saved; in the
backward pass one segment at a time is recomputed and held. How many activations are alive at the
peak for the best k?]],
      answer = function(f, p) return 2 * math.sqrt(p.n) end,
      wrong = {
        {value = function(f, p) return p.n end,
          hint = "That saves everything and recomputes nothing."},
        {value = function(f, p) return math.sqrt(p.n) end,
          hint = "Those are the saved ones; the segment being recomputed is alive too."},
      },
      worked = [[n/k saved plus k in the open segment is least at k = √n =
{{= n(math.sqrt(p.n)) }}: {{= n(2*math.sqrt(p.n)) }} activations, for one more forward pass.]]},

    q.choice {id = "saved",
      ask = [[The backward rule of tanh can be written with the input or with the output. Which
should a tape save?]],
      options = {
        "the input, it is always available",
        "the output: g·(1 − y²) needs no second tanh, and the next operation often keeps y anyway",
        "both, to be safe",
        "neither: recompute from the parameters"},
      answer = 2,
      worked = [[Saving what another node saves as well costs nothing extra. For other functions
(log-softmax, relu) ask the same question; saving the wrong one doubles memory or forces a
recomputation.]]},

    q.choice {id = "break-backward",
      ask = "A graph break in the middle of a block hurts training more than inference. Why?",
      options = {
        "the optimiser cannot run on two graphs",
        "the joint graph is cut: tensors at the cut are saved and the backward pass loses fusion \z
          and recomputation across it",
        "gradients become inexact",
        "guards must be checked twice"},
      answer = 2,
      worked = [[Inference loses one fused region. Training loses it in the forward pass, again in
the backward pass, and adds the saved tensors.]]},

    q.order {id = "vjp-steps",
      ask = "Order the steps by which JAX obtains a gradient.",
      items = {
        "trace the function to a jaxpr",
        "apply the JVP rules",
        "partially evaluate: run the primal part, keep the linear part",
        "transpose the linear part",
        "apply it to the cotangent 1"},
      worked = [[Only JVP rules and transposes of linear operations are needed; reverse mode is
derived, not written by hand for every primitive.]]},
  },
}
