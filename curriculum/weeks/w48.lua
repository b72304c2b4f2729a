return week {
  n = 48, part = 6, title = "Deployment and production infrastructure", seeds = {"S003-W48"},
  summary = [[A model that only its author can run is not deployed. This week you write the two
machines between a trained model and a cluster: a graph optimiser that loads an exported file,
folds, fuses and assigns parts to execution providers, and a scheduler that places whole jobs on
nodes and survives spot capacity. Experiment tracking needs no new tool, since your own history
has been one since week 1. The extra lab `h07-portable-gpu` shows what portability costs one level
lower.]],
  concepts = {
    {id = "tracking", title = "Tracking and registries", seed = "S003-W48-C1", text = [[
A run is parameters, code version, data version, metrics over time and artifacts; whatever misses
one of these cannot be reproduced. MLflow is a server you host, with a registry whose stages
(staging, production) are transitions on record; W&B is a service with sweeps, versioned artifacts
and better comparison views. Take the first when data may not leave or a registry must gate
deployment, the second when many people compare many runs. The schema underneath is small, and the
lab asks you to query it in SQL, on your own attempts of this year.]]},
    {id = "onnx", title = "ONNX: export, optimise, assign", seed = "S003-W48-C2", text = [[
Export captures a graph (today through the same capture as torch.compile) in a fixed operator set;
the opset version says which semantics, and a runtime refuses what is newer than itself. ONNX
Runtime then optimises on three levels: *basic* folds constants and removes redundancy and is safe
for all providers, *extended* fuses patterns such as GELU, LayerNorm and attention for particular
providers, *all* adds layout changes. Execution providers are asked in order of preference which
nodes they can take; each border between two of them costs a copy, so many small islands are
slower than one provider that does less.]]},
    {id = "kubernetes", title = "Kubernetes for GPUs", seed = "S003-W48-C3", text = [[
A pod asks for nvidia.com/gpu in whole numbers, request equal to limit, and receives devices, not
a topology. Training needs more: gang scheduling (all pods or none, or two half-placed jobs wait
for each other for ever), and placement within an NVLink island before rack before cluster.
KubeRay runs Ray clusters as pods, Kubeflow Pipelines runs steps with artifacts between them; GPU
node pools scale from zero at the price of minutes of provisioning and image pulls, which is why
image size is a latency.]]},
    {id = "cost", title = "Four levers on the bill", seed = "S003-W48-C4", text = [[
Spot capacity is cheap and is taken away: at {{= n(f.spot, 2) }} of the price with
{{= n(100*f.redo) }} % of the work redone it costs {{= n(f.spot_eff, 3) }}, if checkpoints are
frequent and notice is honoured. Packing decides how many nodes exist at all: the same eight jobs
need {{= f.ffd }} or {{= f.ffa }} nodes of {{= f.cap }} GPUs depending on the order in which they
are placed. Quantisation halves or quarters the bytes a token needs, batching divides the weight
reads among requests. The levers multiply only where they act on different factors.]]},
  },

  readings = {
    {"ortgraph", hours = 2, seed = "S003-W48-R1", look_for = [[The list of fusions on each level
with the providers they apply to, and what happens to them when an optimised model is saved and
moved.]]},
    {"ortep", hours = 1.5, seed = "S003-W48-R2", look_for = [[How a provider declares which nodes
it supports, and where memory copies are inserted.]]},
    {"rayml", hours = 4, seed = "S003-W48-R3", look_for = [[Placement groups and their strategies
(pack, spread): express a tensor-parallel group and a fault domain with them.]]},
    {"fsdl", hours = 2, seed = "S003-W48-R4", look_for = [[The layers of the tooling map; for each
tool you use, say what would break if it vanished tomorrow.]]},
  },

  practice = {
    {hours = 2, seed = "S003-W48-HO", text = [[With `w48-graph-opt`, load the exported microlm
block, run the three levels and list which fusions fired at each. Assign parts to cpu and simt
providers, count the copies, and compare latency against the unoptimised graph and against the
serving engine of week 35.]]},
    {hours = 1, seed = "S003-W48-HO", text = [[In `w48b-cluster-sched`, replay the job trace with
FIFO and with your gang and topology scheduler, with and without spot nodes. Report makespan,
dollars (your prices) and the longest time a half-placed job would have waited.]]},
  },

  labs = {"w48-graph-opt", "w48b-cluster-sched", "h07-portable-gpu"},
  durable = {"what makes a run reproducible", "pattern fusion and its blockers",
    "all-or-nothing placement", "packing and its bounds"},
  ephemeral = {{"ONNX opset numbers and exporter paths", as_of = "2026-03"},
    {"MLflow and W&B feature lists", as_of = "2026-03"},
    {"spot discounts (always your input)", as_of = "2026-03"}},

  facts = function(hw)
    local jobs, cap = {5, 4, 4, 3, 3, 2, 2, 1}, 8
    local function first_fit(from, to, step, room)
      local bins = {}
      for k = from, to, step do
        local placed = false
        for b = 1, #bins do
          if not placed and bins[b] + jobs[k] <= (room or cap) then
            bins[b], placed = bins[b] + jobs[k], true
          end
        end
        if not placed then bins[#bins + 1] = jobs[k] end
      end
      return #bins
    end
    local sum = 0
    for _, j in ipairs(jobs) do sum = sum + j end
    local spot, redo = 0.35, 0.08
    return {
      largest = function(room) return first_fit(1, #jobs, 1, room) end,
      smallest = function(room) return first_fit(#jobs, 1, -1, room) end,
      cap = cap, sum = sum, bound = math.ceil(sum / cap), ffd = first_fit(1, #jobs, 1),
      ffa = first_fit(#jobs, 1, -1), spot = spot, redo = redo, spot_eff = spot * (1 + redo),
      w = 0.5, b = 1, gamma = 2, beta = 0.5, mu = 3, var = 4,
    }
  end,

  questions = {
    q.table {id = "packing", unit = "1", rtol = 0.001,
      ask = [[Jobs of 5, 4, 4, 3, 3, 2, 2, 1 GPUs, none may be split, nodes of {{= p.cap }} GPUs.
How many nodes?]],
      rows = {"lower bound from the sum", "first fit, largest first", "first fit, smallest first"},
      columns = {"nodes"},
      vary = {cap = {6, 7, 12}},
      answer = function(f, p) return {{math.ceil(f.sum / p.cap)}, {f.largest(p.cap)}, {f.smallest(p.cap)}} end,
      worked = [[The sum is {{= f.sum }}, so at least {{= cdiv(f.sum, p.cap) }}. Largest first fills gaps
with small jobs and reaches the bound here; smallest first uses up the gaps before the large jobs
come.]]},

    q.num {id = "spot", unit = "x", vary = {price = {0.35, 0.5, 0.25}, redo = {8, 25}},
      ask = [[Spot costs {{= n(p.price, 2) }} of the regular price, interruptions make
{{= p.redo }} % of the work be done again. What does a unit of finished work cost, relative to
regular capacity?]],
      answer = function(f, p) return p.price * (1 + p.redo / 100) end,
      wrong = {
        {value = function(f, p) return p.price end, hint = "The redone work is paid as well."},
        {value = function(f, p) return p.price * (1 - p.redo / 100) end,
          hint = "Interruptions add work."},
      },
      worked = [[{{= n(p.price, 2) }} × {{= n(1+p.redo/100, 2) }} =
{{= n(p.price*(1+p.redo/100), 3) }}. Restart time and slower completion are not in this number; a
deadline may be.]]},

    q.num {id = "spot-break", unit = "%", vary = {price = {0.35, 0.5}},
      ask = [[At a spot price of {{= n(p.price, 2) }}, how much redone work (in per cent of the
useful work) makes it as expensive as regular capacity?]],
      answer = function(f, p) return 100 * (1 / p.price - 1) end,
      wrong = {{value = function(f, p) return 100 * (1 - p.price) end,
        hint = "That is the discount; redone work is paid at the spot price too."}},
      worked = [[price·(1 + r) = 1, r = 1/{{= n(p.price, 2) }} − 1 =
{{= n(100*(1/p.price-1), 0) }} %. Money is rarely the limit; time usually is.]]},

    q.table {id = "bn-fold", unit = "1", rtol = 0.001,
      ask = [[A linear layer with one weight {{= n(p.w, 1) }} and bias {{= p.b }} is followed by
batch norm in inference mode: mean {{= f.mu }}, variance {{= f.var }} (ε = 0), γ = {{= f.gamma }},
β = {{= n(f.beta, 1) }}. Fold them: what are the new weight and bias?]],
      vary = {w = {0.2, 0.7, 1.5}, b = {2, 4, 7}},
      rows = {"folded"}, columns = {"weight", "bias"},
      answer = function(f, p)
        local s = f.gamma / math.sqrt(f.var)
        return {{p.w * s, (p.b - f.mu) * s + f.beta}}
      end,
      worked = [[The norm multiplies by γ/√var = {{= n(f.gamma/math.sqrt(f.var)) }} after
subtracting the mean: weight {{= n(p.w*f.gamma/math.sqrt(f.var), 1) }}, bias ({{= p.b }} −
{{= f.mu }})·{{= n(f.gamma/math.sqrt(f.var)) }} + {{= n(f.beta, 1) }} =
{{= n((p.b-f.mu)*f.gamma/math.sqrt(f.var)+f.beta, 1) }}. If the weight is shared with another
layer, fold into a copy.]]},

    q.multi {id = "fusion-blockers",
      ask = "MatMul followed by Add should become one Gemm. Which of these must block the fusion?",
      options = {
        "the MatMul's result is also an output of the graph",
        "the MatMul's result has a second consumer",
        "the added bias is a constant",
        "the added tensor has the full output shape instead of a bias's",
        "the graph was exported with an older opset that the runtime supports"},
      answer = {1, 2, 4},
      worked = [[The intermediate must not be visible anywhere else, and the pattern must really
be a bias. A constant bias is the very case it is made for.]]},

    q.choice {id = "gang",
      ask = [[Two eight-GPU jobs wait on a sixteen-GPU cluster; each has been given seven GPUs and
waits for its eighth while the two last GPUs are down for an hour. What was done wrong?]],
      options = {
        "the jobs should have been sorted by size",
        "GPUs were reserved one by one: with gang placement one job would be running",
        "the cluster needs preemption of system pods",
        "topology was ignored"},
      answer = 2,
      worked = [[All or nothing: a job that cannot be placed completely must hold nothing.
Fourteen free GPUs would have been enough for one of the two.]]},

    q.choice {id = "providers",
      ask = [[A fast provider supports 80 % of the nodes, in twelve islands. It is slower than the
plain one. Most likely why?]],
      options = {
        "its kernels are wrong for the shapes",
        "every island border is a copy and a synchronisation",
        "the graph optimisation level was too high",
        "the opset is too new"},
      answer = 2,
      worked = [[Count borders before nodes. Either the missing operators are added or small
islands are left where they are.]]},
  },
}
