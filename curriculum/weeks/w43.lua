return week {
  n = 43, part = 6, title = "Compiler IR theory and MLIR", seeds = {"S003-W43"},
  summary = [[Part VI opens with the heaviest week of the year: {{= f.week_h }} listed hours, most
of them reading. In return you own the vocabulary in which every ML compiler is written: blocks,
dominance, SSA, regions, dialects, lowering. You build the classical half yourself (dominators, φ
placement, renaming and the way back out) and a miniature of the modern half (operations with
regions, rewrite patterns, two dialects down to C and PTX text). Spread it over two weeks if your
calendar is honest. The extra lab `c09-tensor-dispatch` sits beside it, for the tensor that all of
this compiles.]],
  concepts = {
    {id = "ssa", title = "SSA: one name, one definition", seed = "S003-W43-C1", text = [[
A control-flow graph joins straight-line blocks by edges; block x dominates y if every path to y
passes x. In SSA form each name is assigned once, and where two definitions meet a φ-function
selects by the edge that was taken: its operands are read at the end of the *predecessors*, not in
the block itself. They are needed exactly on the iterated dominance frontier of the definitions,
the places where a definition's dominance ends; liveness (a backward data-flow problem) prunes
those whose variable nobody reads any more. With immediate dominators from the
Cooper–Harvey–Kennedy iteration the whole construction is close to linear in practice.]]},
    {id = "mlir", title = "MLIR: operations all the way", seed = "S003-W43-C2", text = [[
MLIR has one concept, the operation: operands and results with types, attributes for constants,
and regions that contain blocks of further operations. A function, a loop and an addition are all
operations, so nesting needs no special cases, and a block takes arguments instead of φs. Dialects
name levels of abstraction: linalg for whole contractions, affine and scf for loops, memref for
buffers, arith and func for the rest. A pass can work at the level where its question is easy,
fusion on linalg, tiling on loops, and nobody has to recover a matmul from pointer arithmetic.]]},
    {id = "conversion", title = "Conversion and the Transform dialect", seed = "S003-W43-C3",
      text = [[
Conversion states a target (which operations are legal afterwards), a type converter and a set of
patterns; the driver rewrites until everything is legal and inserts casts where two worlds meet,
which must cancel in the end. Partial conversion allows a mixture, full conversion does not. The
Transform dialect turns the schedule itself into IR: a second program whose operations are "match
this", "tile by these sizes", "fuse into that", so that a schedule can be stored, searched and
checked instead of being hidden in a pass's heuristics.]]},
    {id = "lowering", title = "Down to PTX", seed = "S003-W43-C4", text = [[
A typical chain is linalg on tensors → bufferisation → loops (scf, gpu) → the LLVM and NVVM
dialects → LLVM IR → PTX → SASS. Each step commits to something: bufferisation to copies, loop
lowering to an iteration order, the GPU step to a mapping on blocks and threads, instruction
selection to a machine. Information that a later step would need must be carried or used before it
disappears; most performance bugs of compilers are a fact that was known one level too early.]]},
    {id = "dynamo", title = "torch.compile from the inside", seed = "S003-W43-C5", text = [[
Dynamo hooks frame evaluation (PEP 523), symbolically executes the bytecode and records tensor
operations into an FX graph; everything it assumed, types, shapes, values of Python variables,
becomes a guard that is checked before the compiled code is used again. A failed guard means
recompilation; bytecode it cannot follow, such as a branch on a tensor's value or a call into
unknown C, means a graph break, after which a new graph begins. Each break costs a fused region
and a return to the interpreter. depyf makes all of this readable by decompiling the generated
bytecode back to source.]]},
  },

  readings = {
    {"ssabook", hours = 5, seed = "S003-W43-R1", look_for = [[Construction by dominance frontiers,
then destruction: the lost-copy and the swap problem, which a naive translation of φs gets
wrong.]]},
    {"mlirtoy", hours = 8, seed = "S003-W43-R2", look_for = [[Chapters 1 to 6 (there are seven):
at which chapter does the transpose pair disappear, by which mechanism, and what does partial
lowering leave behind?]]},
    {"depyf", hours = 3, seed = "S003-W43-R3", look_for = [[The decompiled function around a graph
break: find the resume function and the guards that protect it.]]},
    {"dynamodeep", hours = 4, seed = "S003-W43-R4", look_for = [[How guards are installed and in
which order they run; which of them your own programs would trip most often.]]},
  },

  practice = {
    {hours = 2, seed = "S003-W43-HO", text = [[In `w43-ssa`, write dominators, frontiers, pruned φ
placement, renaming and the way out of SSA; then the toy passes on the mini-IR: transpose of
transpose, reshape folding, lowering to loops and to C. The interpreter must agree on five hundred
random graphs, irreducible ones included.]]},
    {hours = 1, seed = "S003-W43-HO", text = [[With week 10's tracer, take a transformer block
apart into graphs. Provoke three graph breaks of different kinds and, for each, name the guard or
the operation that caused it and the smallest change that removes it.]]},
  },

  labs = {"w43-ssa", "c09-tensor-dispatch"},
  durable = {"dominance and its frontier", "φ as a choice by edge", "progressive lowering",
    "guards as the price of specialisation"},
  ephemeral = {{"MLIR's dialect names and the Toy tutorial's seven chapters", as_of = "2026-03"},
    {"Dynamo's list of unsupported constructs", as_of = "2026-03"}},

  facts = function(hw)
    return {week_h = 20 + 3, swap = 2}
  end,

  questions = {
    q.choice {id = "idom",
      ask = [[A graph: r → a; a → b and a → c; b → d; c → d; d → a and d → e. What is the
immediate dominator of d?]],
      options = {"r", "a", "b", "c"},
      answer = 2,
      worked = [[Every path to d goes through a and then through either b or c, so neither of
those dominates it; a is the closest block that does.]]},

    q.multi {id = "phi-blocks",
      ask = [[In the same graph a variable is assigned in b only (and once in r), and it is live
everywhere. Which blocks need a φ for it?]],
      options = {"a", "b", "c", "d", "e"},
      answer = {1, 4},
      worked = [[DF(b) = {d}: b's dominance ends where the path through c joins. The φ in d is a
new definition, and DF(d) = {a} through the back edge, so a needs one too; DF(a) = {a} adds
nothing. That is the *iterated* frontier.]]},

    q.num {id = "parallel-copy", unit = "1", rtol = 0.001, vary = {n = {2, 3, 5}},
      ask = [[Leaving SSA, the φs of a loop header become a parallel copy that permutes {{= p.n }}
variables in a cycle. How many ordinary moves does a correct sequence need, with as few
temporaries as possible?]],
      answer = function(f, p) return p.n + 1 end,
      wrong = {
        {value = function(f, p) return p.n end,
          hint = "The first move of a cycle destroys a value that is still needed: one temporary."},
        {value = function(f, p) return 2 * p.n end,
          hint = "One temporary for the whole cycle is enough."},
      },
      worked = [[Save one variable, shift the other {{= p.n - 1 }}, then store the saved one:
{{= p.n + 1 }} moves and one temporary. Without it the swap problem appears: both variables end
with the same value.]]},

    q.order {id = "lowering",
      ask = "Order the stages of a lowering from a tensor program to the GPU.",
      items = {
        "linalg operations on tensors",
        "bufferised operations on memrefs",
        "loops mapped to blocks and threads",
        "LLVM/NVVM dialect",
        "LLVM IR",
        "PTX"},
      worked = [[Values become buffers before loops exist, loops become a launch before they
become branches, and the LLVM dialect is still MLIR: translation to LLVM IR is the step that
leaves it.]]},

    q.multi {id = "graph-breaks",
      ask = "Which of these break the traced graph (rather than only adding a guard)?",
      options = {
        "if x.sum() > 0: … (a Python branch on a tensor's value)",
        "calling the function with another batch size",
        "printing a tensor's value",
        "calling an extension function the tracer knows nothing about",
        "reading a Python integer attribute of the module"},
      answer = {1, 3, 4},
      worked = [[Values that exist only at run time, side effects on them and opaque calls cannot
be recorded. A new shape or attribute fails a guard: that recompiles, but the graph stays
whole.]]},

    q.choice {id = "phi-operand",
      ask = "Where is the operand of a φ evaluated, for the purpose of liveness?",
      options = {
        "at the start of the block that contains the φ",
        "at the end of the corresponding predecessor",
        "where its definition stands",
        "at the end of the block that contains the φ"},
      answer = 2,
      worked = [[The choice is made on the edge. Treating the operand as a use inside the block
makes it live on *both* incoming edges, which adds interference that is not there and breaks
destruction.]]},

    q.choice {id = "block-arguments",
      ask = "MLIR has no φ-functions. What takes their place?",
      options = {
        "attributes on the branch operation",
        "block arguments, filled by the operands of each branch",
        "memory cells that mem2reg removes",
        "a select operation in the predecessor"},
      answer = 2,
      worked = [[A branch passes values to the block it goes to. The same information as a φ, but
tied to the edge, where it belongs.]]},
  },
}
