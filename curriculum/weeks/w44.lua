return week {
  n = 44, part = 6, title = "Autotuning and SPMD partitioning", seeds = {"S003-W44"},
  summary = [[Two ways to let a machine write the schedule. In the first half a search enumerates
tilings, orders and vector widths of a loop nest, learns which of them are fast and spends 64
measurements where exhaustive search would spend an hour. In the second half a partitioner takes a
program and a few sharding annotations and inserts the collectives itself. You write both, and you
can say for each where it is blind.]],
  concepts = {
    {id = "tensorir", title = "TensorIR and MetaSchedule", seed = "S003-W44-C1", text = [[
TensorIR keeps the computation of a block (what one element needs) apart from the loops around it,
with enough dependence information to check a transformation: split, reorder, vectorise, bind to
threads are legal or refused, never silently wrong. MetaSchedule makes the schedule a random
program: tile sizes are sampled, and the trace of decisions is what is searched and stored. A
record in the database is workload, trace and measured time, so that a second build replays the
best trace and measures nothing.]]},
    {id = "ansor", title = "Ansor: sketches and a cost model", seed = "S003-W44-C2", text = [[
Hand-written templates limit what can be found. Ansor derives *sketches* (multi-level tiling,
fusion of consumers, cache writes) from the computation by rules, fills in the numbers at random,
and improves the population by mutation and crossover. Measuring is expensive, so a learned model
of loop features ranks thousands of candidates and only the best few run; it need not predict
times, only order. For a matrix of {{= n(2^f.e) }} rows split into four nested loops there are
{{= n(f.four) }} ordered factorisations. Two axes split so and a third split in two loops, in
{{= f.e + 1 }} ways, make {{= n(f.space) }} points.]]},
    {id = "hlo", title = "XLA's HLO passes", seed = "S003-W44-C3", text = [[
HLO is a graph of about a hundred operations with static shapes. Algebraic simplification removes
what cancels; fusion groups elementwise producers with their consumers, and stops where
duplicating work would cost more than a round trip to memory; layout assignment chooses dimension
orders and pays for disagreements with copies; buffer assignment colours live ranges so that
values whose lifetimes do not overlap share memory. Each decision is local and greedy, which is
why the order of passes matters as much as the passes.]]},
    {id = "spmd", title = "The SPMD partitioner", seed = "S003-W44-C4", text = [[
Annotations on a few tensors say which dimension lies on which axis of a mesh of devices.
Propagation spreads them forwards and backwards until every value has a sharding, then every
operation is rewritten for one device: an elementwise operation needs matching shardings, a dot
that contracts a sharded dimension yields *partial sums*, a mismatch becomes an all-gather,
all-to-all or slice. The art is to keep partial sums partial as long as the following operations
are linear: one all-reduce at the end instead of one after each operation.]]},
    {id = "gspmd", title = "GSPMD: one mechanism for all of them", seed = "S003-W44-C5", text = [[
Data, tensor, expert and spatial parallelism are different shardings of one program, and GSPMD
compiles them all from the same few annotations: shard the batch and you have data parallelism,
shard the MLP's hidden dimension and you have Megatron, with exactly one all-reduce of its output
({{= n(f.mlp_B/1e6, 1) }} MB sent by each of {{= f.ranks }} ranks for a {{= n(f.mlp_n) }} ×
{{= n(f.mlp_n) }} bf16 result). Even pipelining fits, as sharding over a stage dimension with a
shift. One program is compiled for all devices, whose number no longer affects compile time.]]},
  },

  readings = {
    {"mlc", hours = 8, seed = "S003-W44-R1", look_for = [[The chapters on TensorIR and
MetaSchedule: what makes a block's reads and writes explicit, and which transformations that
allows without a polyhedral solver.]]},
    {"openxla", hours = 3, seed = "S003-W44-R2", look_for = [[The order of the passes for GPUs:
what must be decided before fusion, and what can only be known after it?]]},
    {"gspmd", hours = 3, seed = "S003-W44-R3", look_for = [[The rules for dot and for halo
exchange, and the trick that expresses a pipeline as a sharded loop.]]},
    {"ansor", hours = 2, seed = "S003-W44-R4", look_for = [[The sketch rules and the task
scheduler: how is measuring time divided between the subgraphs of a network?]]},
  },

  practice = {
    {hours = 2, seed = "S003-W44-HO", text = [[Tune a matrix product with `w44-autotune`: 64
trials, a cost model after 32. Compare the result with the naive loops, with your packed kernel
from c01, and (on a GPU) with your ladder from g07. Report rank correlation of the model as well
as speed.]]},
    {hours = 1, seed = "S003-W44-HO", text = [[In `w44b-gspmd-hlo`, annotate a two-layer MLP in
four ways and predict the inserted collectives and their bytes before looking. Then find one
annotation that makes the partitioner do something foolish.]]},
  },

  labs = {"w44-autotune", "w44b-gspmd-hlo"},
  durable = {"schedule apart from computation", "ranking instead of predicting",
    "partial sums kept partial", "sharding propagation"},
  ephemeral = {{"TVM's MetaSchedule as the reference tuner", as_of = "2026-03"},
    {"XLA's pass pipeline for GPUs", as_of = "2026-03"}},

  facts = function(hw)
    local function choose(n, k)
      local r = 1
      for i = 1, k do r = r * (n - k + i) // i end
      return r
    end
    local function ways(twos, places) return choose(twos + places - 1, places - 1) end
    local e, ranks, n = 10, 8, 4096
    return {
      ways = ways, e = e, four = choose(e + 3, 3), two = choose(e + 1, 1),
      space = choose(e + 3, 3) ^ 2 * choose(e + 1, 1), trial_s = 5e-3, trials = 64,
      ranks = ranks, mlp_n = n, mlp_B = 2 * (ranks - 1) / ranks * n * n * 2,
    }
  end,

  questions = {
    q.num {id = "factorisations", unit = "1", rtol = 0.001, vary = {e = {10, 8, 12}},
      ask = [[A loop of 2^{{= p.e }} iterations is split into four nested loops whose sizes
multiply to it (order matters, size 1 allowed). How many ways are there?]],
      answer = function(f, p) return (p.e + 3) * (p.e + 2) * (p.e + 1) // 6 end,
      wrong = {
        {value = function(f, p) return (p.e + 1) ^ 3 end,
          hint = "The exponents must add up: stars and bars."},
        {value = function(f, p) return (p.e + 2) * (p.e + 1) // 2 end,
          hint = "That is for three loops."},
      },
      worked = [[Distribute {{= p.e }} factors of two over four loops: C({{= p.e }}+3, 3) =
{{= n((p.e+3)*(p.e+2)*(p.e+1)//6) }}.]]},

    q.num {id = "space", unit = "1", rtol = 0.001,
      ask = [[A product of matrices of side {{= n(2^p.e) }}: four-way splits of i and of j, a two-way split of
k. How many
tilings?]],
      vary = {e = {8, 9, 11, 12}},
      answer = function(f, p) return f.ways(p.e, 4)^2 * f.ways(p.e, 2) end,
      wrong = {
        {value = function(f, p) return f.ways(p.e, 4) * 2 + f.ways(p.e, 2) end,
          hint = "Choices of different axes combine: multiply."},
        {value = function(f, p) return f.ways(p.e, 4) ^ 3 end, hint = "k is split in two, not in four."},
      },
      worked = [[{{= f.ways(p.e, 4) }} × {{= f.ways(p.e, 4) }} × {{= f.ways(p.e, 2) }} =
{{= n(f.ways(p.e, 4)^2 * f.ways(p.e, 2)) }}, before order,
vector width and unrolling.]]},

    q.num {id = "exhaustive", unit = "s", vary = {ms = {5, 20}},
      ask = [[Measuring one tiling takes {{= p.ms }} ms. How long would measuring all
{{= n(f.space) }} take?]],
      answer = function(f, p) return f.space * p.ms / 1e3 end,
      wrong = {
        {value = function(f, p) return f.trials * p.ms / 1e3 end,
          hint = "That is the budget of the search."},
        {value = function(f, p) return f.space * p.ms / 60e3 end, hint = "In seconds, please."},
      },
      worked = [[{{= n(f.space*p.ms/1e3, 0) }} s, or {{= n(f.space*p.ms/60e3, 0) }} minutes,
against {{= n(f.trials*p.ms/1e3, 2) }} s for {{= f.trials }} trials. Compile time, which usually
dominates, comes on top of both.]]},

    q.num {id = "mlp-allreduce", unit = "MB", vary = {ranks = {8, 4, 2}},
      ask = [[A Megatron MLP on {{= p.ranks }} ranks: W1 sharded by columns, W2 by rows, output
{{= n(f.mlp_n) }} × {{= n(f.mlp_n) }} in bf16. How many bytes does each rank send (ring
algorithm)?]],
      answer = function(f, p) return 2 * (p.ranks - 1) / p.ranks * f.mlp_n ^ 2 * 2 / 1e6 end,
      wrong = {
        {value = function(f, p) return (p.ranks - 1) / p.ranks * f.mlp_n ^ 2 * 2 / 1e6 end,
          hint = "An all-reduce is a reduce-scatter and an all-gather: two such passes."},
        {value = function(f, p) return 2 * 2 * (p.ranks - 1) / p.ranks * f.mlp_n ^ 2 * 2 / 1e6 end,
          hint = [[Only one all-reduce: the hidden activations stay sharded between the two
products.]]},
      },
      worked = [[2·({{= p.ranks }}−1)/{{= p.ranks }} of {{= n(f.mlp_n^2*2/1e6, 1) }} MB:
{{= n(2*(p.ranks-1)/p.ranks*f.mlp_n^2*2/1e6, 1) }} MB.]]},

    q.multi {id = "needs-collective",
      ask = [[X is [batch, k], W is [k, n]. In which cases does Y = X·W need communication (Y may
have any sharding)?]],
      options = {
        "X and W both sharded along k",
        "X sharded along batch, W replicated",
        "X replicated, W sharded along n",
        "X sharded along k, W replicated, and Y must be complete on every device",
        "X sharded along batch, W sharded along n, on different mesh axes"},
      answer = {1, 4},
      worked = [[Contracting a sharded dimension leaves partial sums that must be reduced (in the
fourth case W is sliced first, for free, and the first case results). Sharded batch or sharded
output columns are simply inherited.]]},

    q.choice {id = "model-quality",
      ask = [[Your cost model's predicted times are off by a factor of two, but it orders
candidates almost perfectly. What does this mean for the search?]],
      options = {
        "it must be retrained before it can be used",
        "nothing bad: the search only needs the order",
        "the search will stop too early",
        "measurements must be doubled"},
      answer = 2,
      worked = [[Candidates are ranked and the top few measured. Rank correlation is the figure to
report, which is why the lab gates it.]]},

    q.choice {id = "multi-use",
      ask = [[A reduction's result has two consumers. Why do fusers usually refuse to fuse it into
both?]],
      options = {
        "reductions cannot be fused at all",
        "it would be computed twice, which costs more than one round trip of a small result",
        "buffer assignment forbids shared inputs",
        "layouts would disagree"},
      answer = 2,
      worked = [[Duplicating an elementwise producer is cheap, duplicating a reduction repeats the
reading of its whole input. The result itself is small, so writing it once is the better
bargain.]]},
  },
}
