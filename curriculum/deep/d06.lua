-- d06: Communication, Parallelism, and Schedule Math.

local KiB, GiB = 2.0^10, 2.0^30

-- shape: meta-llama/Llama-3.1-405B, config.json
local BIG = {name = "Llama 3.1 405B", L = 126, d = 16384, H = 128, Hkv = 8, hd = 128, ff = 53248, V = 128256}

-- Weights of a layer in products, and all parameters of a model whose output head is a matrix of its own.
local function layer(m) return 2.0*m.d*m.H*m.hd + 2*m.d*m.Hkv*m.hd + 3*m.d*m.ff end
local function params(m) return m.L*(layer(m) + 2*m.d) + 2*m.V*m.d + m.d end

-- What NCCL's model adds up before the first byte arrives, in µs: `base` once, then `near` and `far` for each step
-- inside a node and between nodes. src/graph/tuning.cc of 2.30, protocol Simple over NVLink and a network; what a
-- network card adds is left out.
local NCCL = {ring = {base = 8.4, near = 3.4, far = 14}, tree = {base = 8.4, near = 4, far = 14}}

-- The algorithms of d06-five over P ranks: rounds, and how often the whole buffer passes the busiest port.
local FIVE = {
  function(P) return 2*(P - 1), 2*(P - 1) end,                           -- one after another to a root, and back
  function(P) return 2*math.log(P, 2), 2*math.log(P, 2) end,             -- a binomial tree, up and down
  function(P) return 2*(P - 1), 2*(P - 1)/P end,                         -- a ring
  function(P) return 2*math.log(P, 2), 2*(P - 1)/P end,                  -- halving, then doubling
  function(P) return 2*math.log(P, 2), 2 end,                            -- two trees, a half each, in ideal chunks
}

return deep {
  id = "d06", words = 9400, exercises = 6,
  after = {"d11"},
  labs = {"w07-ddp-overlap", "w08-zero", "w07b-tp-mlp", "w07c-pipe-1f1b", "w20-ring-allreduce", "w21-ring-attention",
          "w25-async-ckpt", "c13-3d-planner", "h01-interconnect"},
  hours = {read = 4, exercises = 6.5},
  topics = {
    {"S004-C06-T01", at = "#Mechanism/What a step has to remember"},
    {"S004-C06-T02", at = "cards/collectives#Eight promises"},
    {"S004-C06-T03", at = "w20-ring-allreduce#Math/Five algorithms"},
    {"S004-C06-T04", at = "#Mechanism/What a library chooses"},
    {"S004-C06-T05", at = "w07-ddp-overlap#Mechanism/Buckets"},
    {"S004-C06-T06", at = "w08-zero#Numbers/What each stage holds"},
    {"S004-C06-T07", at = "#Mechanism/FSDP, setting by setting"},
    {"S004-C06-T08", at = "w07b-tp-mlp#Math/Columns, then rows"},
    {"S004-C06-T09", at = "w07b-tp-mlp#Mechanism/Units and heads"},
    {"S004-C06-T10", at = "w07c-pipe-1f1b#Mechanism/Five orders"},
    {"S004-C06-T11", at = "cards/parallel-grid#Small, middle, large"},
    {"S004-C06-T12", at = "w21-ring-attention#Mechanism/Sequence parallelism"},
    {"S004-C06-T13", at = "w08b-mixed-precision#Math/What a scale does"},
    {"S004-C06-T14", at = "#Mechanism/Scales that ranks have to share"},
    {"S004-C06-T15", at = "w07-ddp-overlap#Numbers/Reading it from a profile"},
    {"S004-C06-T16", at = "#Mechanism/When a rank dies"},
    {"S004-C06-T17", at = "#Mechanism/The wires of a cluster"},
  },
  readings = {
    {"ddp", hours = 1, look_for = "what a parameter without a gradient does to the buckets"},
    {"zero", hours = 1.5, look_for = "sections 5 and 7: which stage sends which bytes, with which gradients"},
    {"fsdp", hours = 1.5, look_for = "why the backward pass asks for the next layer before it reduces this one"},
    {"fsdp2", hours = 1, look_for = "what cutting each parameter by itself buys"},
    {"megatron", hours = 1, look_for = "which of f and g is the all-reduce forward"},
    {"megatron3d", hours = 1.5, look_for = "the rules of thumb of section 3"},
    {"actrecomp", hours = 1, look_for = "table 2: the bytes of a layer"},
    {"zb", hours = 1, look_for = "what is done about the optimiser's step"},
    {"twotree", hours = 1.5, look_for = "the colours: which rank sends in which step"},
    {"demystnccl", hours = 2, look_for = "which protocol for which size, and what a channel is"},
    {"llama3", hours = 1, look_for = "section 3.3: the plan, its batch, the interruptions"},
  },
  sources = {"The Llama 3 Herd of Models, 2024: 15.6 T tokens, batches of 16 M tokens, 419 interruptions",
             "NCCL 2.30, `src/graph/tuning.cc`: the latencies and the model that picks algorithm and protocol",
             "PyTorch, `torch/distributed/fsdp/_fully_shard`: the settings of FSDP2, and what each does",
             "PyTorch, `torch/csrc/distributed/c10d/reducer.hpp`: sizes of DDP's buckets",
             "NVIDIA, TransformerEngine: `fp8_group`, the ranks over which largest values are reduced"},
  ephemeral = {{"NCCL's latencies, algorithms and protocols (2.30)", as_of = "2026-06"},
               {"The settings of FSDP2", as_of = "2026-11"}},
  disputed = {
    {id = "nccl", says = {
      {"a model of latency and bandwidth picks algorithm and protocol: the least predicted time wins",
       source = "NCCL 2.30, src/graph/tuning.cc"},
      {[[trees of medium size do not fit that model and get a table of factors; a step of the tree inside a node was
         28 µs in it once and is 4 now]], source = "the same file at commit 01afd20, and in 2.30"}}},
    {id = "zb", says = {
      {"the bubble is nearly gone, as the step of the optimiser is taken at once and checked afterwards",
       source = "Qi et al., Zero Bubble Pipeline Parallelism, 2024"},
      {"a step that clips by the norm of all gradients, or looks for infinities, ends with a sum over all stages",
       source = "derived; lab w07c-pipe-1f1b builds the schedule ZB-H1, which keeps a third of the bubble"}}},
    {id = "mfu", says = {
      {"163 of 312 TFLOP/s, with the recomputed forward pass among the work",
       source = "Narayanan et al., 2021, table 1"},
      {"model FLOP count what the model needs, hardware FLOP what was run: give both",
       source = "Korthikanti et al., 2022"}}},
  },
  typed = {{"2.30", source = "a release of NCCL"},
           {"25 MiB", source = "reducer.hpp: kDefaultBucketBytesCap; kDefaultFirstBucketBytes is 1 MiB"}},
  class = {"d06-five", "d06-straggler"},
  facts = function(hw)
    local f = {big = BIG, N = params(BIG), layer = layer(BIG), s = 8192, mfu = .4, tokens = 15.6e12, batch = 2048,
               cards = 1024, T = 8, S = 16, D = 8, m = 16, v = 8, nic = hw.ib_ndr.bw_dir, link = hw.h100.nvlink_dir}
    f.rate = f.mfu*hw.h100.bf16
    f.years = 6*f.N*f.tokens/f.rate/(365.25*86400)
    f.full = math.ceil(16*f.N/hw.h100.mem)
    -- the worked example: T ranks a layer, S stages, D replicas, m micro-batches of one sequence
    f.sum = 2*(f.T - 1)/f.T*2*f.s*f.big.d                                -- bytes of one sum that a rank sends
    f.t_sum, f.t_layer = f.sum/f.link, 6*f.layer*f.s/f.T/f.rate          -- one sum; a layer, both passes
    f.share = 4*f.t_sum/f.t_layer
    f.stage = f.big.L/f.S*(f.t_layer + 4*f.t_sum)                        -- F and B of one micro-batch on one stage
    f.msg = 2*f.s*f.big.d/f.T                                            -- an activation between stages, cut by T
    f.bubble = function(p, m, v) return (p - 1)/((v or 1)*m + p - 1) end
    f.own = f.N/(f.T*f.S)
    f.grads = (f.D - 1)/f.D*4*f.own/f.nic                                -- reduce-scatter of fp32 gradients
    f.gather = (f.D - 1)/f.D*2*f.own/f.nic                               -- all-gather of the weights
    f.span = function(m, v) return f.stage*(m + (f.S - 1)/(v or 1)) end
    f.mid = f.batch/f.D
    -- ZeRO-3 over all cards instead: one sequence's arithmetic on a card, two gathers and a sum in fp32, activations
    f.alone, f.wires = 6*f.N*f.s/f.rate, (2*2 + 4)*f.N/f.nic
    f.kept, f.inputs = f.big.L*34*f.s*f.big.d, f.big.L*2*f.s*f.big.d
    f.keep, f.input = 34*f.s*f.big.d/f.T, 2*f.s*f.big.d/f.T              -- what a layer leaves behind; its input alone
    -- chunks: `hops` hops of S bytes
    f.chunks = function(hops, S, alpha, B) return math.sqrt((hops - 1)*S/(alpha*B)) end
    f.line = function(hops, S, alpha, B) return (math.sqrt((hops - 1)*alpha) + math.sqrt(S/B))^2 end
    f.alpha, f.B, f.P = 5e-6, 50e9, 64
    f.rounds = function(k, P) return (FIVE[k](P)) end
    f.five = function(k, P, S)
      local rounds, passes = FIVE[k](P)
      return rounds*f.alpha + passes*S/f.B
    end
    f.small, f.large = 64*KiB, GiB
    f.e4m3 = (2 - 2.0^-2)*2.0^8
    -- NCCL's model: G GPUs a node, N nodes
    f.nccl = {G = 8, N = 64}
    f.nccl.ring = function(G, N)
      local all, far = 2*(G*N - 1), 2*(N - 1)
      return NCCL.ring.base + (all - far)*NCCL.ring.near + far*NCCL.ring.far
    end
    f.nccl.tree = function(G, N)
      return NCCL.tree.base + 2*((G - 1)*NCCL.tree.near + math.log(N, 2)*NCCL.tree.far)
    end
    f.mtbf = function(gpus) return hw.assumed.mtbf/gpus end
    f.save = math.sqrt(2*hw.assumed.ckpt*f.mtbf(f.cards))
    f.waste = hw.assumed.ckpt/f.save + f.save/(2*f.mtbf(f.cards)) + hw.assumed.restart/f.mtbf(f.cards)
    -- d06-straggler: seven ranks, and rank 5; seconds, bytes and clocks
    f.bytes, f.fast, f.slow, f.met, f.clock = 1.6e9, {.1185, .0415}, {.151, .009}, .16, {1980, 1410}
    f.busbw = 2*7/8*f.bytes/f.slow[2]
    -- d06-plan's worked answer: 70B on 512 cards
    local m70 = models.llama3_70b
    f.plan = {N = params(m70), m = m70, T = 8, S = 2, D = 32, seqs = 512, cards = 512}
    f.plan.tokens = f.plan.seqs*f.s
    f.plan.own = f.plan.N/(f.plan.T*f.plan.S)
    f.plan.state = f.plan.own*(6 + 12/f.plan.D)
    f.plan.acts = m70.L*34*f.s*m70.d/f.plan.T
    f.plan.one = f.plan.N/f.plan.T*(6 + 12/(f.plan.D*f.plan.S)) + f.plan.acts -- the same without stages
    f.plan.micros = f.plan.seqs/f.plan.D
    f.plan.t = 6*f.plan.N*f.plan.tokens/(f.plan.cards*f.rate)
    f.plan.sums = f.plan.micros*m70.L/f.plan.S*4*2*7/8*2*f.s*m70.d/f.link
    f.plan.sync = 31/32*4*f.plan.own/f.nic
    return f
  end,

  questions = {
    q.num{id = "d06-fits", unit = "GB", rtol = .01, seed = "S004-C06-EX",
      ask = [[{{= f.big.name}}: {{= n(f.N)}} parameters, {{= f.big.L}} layers, d = {{= n(f.big.d)}}, sequences of {{=
        n(f.s)}} tokens, micro-batches of one sequence. {{= n(f.cards)}} GPUs: tensor 8 with sequence parallelism,
        pipeline {{= p.p}} under 1F1B, the rest data parallel with ZeRO-1. A parameter costs 2 B (bf16), 4 B (gradient
        in fp32) and 12 B (master and Adam, shared by the replicas). A layer keeps 34·s·d/8 B of a micro-batch (the
        scores are recomputed). How much memory does a GPU of the first stage need, embeddings apart?]],
      vary = {p = {8, 16, 32}},
      answer = function(f, p)
        local r = 128//p.p
        return (f.N/(8*p.p)*(6 + 12/r) + f.big.L*f.keep)/1e9
      end,
      wrong = {{value = function(f, p)
                  local r = 128//p.p
                  return (f.N/(8*p.p)*(6 + 12/r) + f.big.L/p.p*f.keep)/1e9
                end,
                hint = "The first stage has {{= f.big.L}}/{{= p.p}} layers, and how many micro-batches under way?"},
               {value = function(f, p) return (f.N/(8*p.p)*18 + f.big.L*f.keep)/1e9 end,
                hint = "ZeRO-1 shares the optimiser's 12 B."},
               {value = function(f, p) return (f.N/(8*p.p)*16 + f.big.L*f.keep)/1e9 end,
                hint = "ZeRO-1 shares the optimiser's 12 B. And gradients are in fp32 here."},
               {value = function(f, p) return f.N/(8*p.p)*(6 + 12/(128//p.p))/1e9 end,
                hint = "That is the state. What do the micro-batches leave behind that are under way?"}},
      hint = "State of this GPU's share, and activations of all micro-batches that have not come back.",
      worked = [[r = 128/{{= p.p}} = {{= 128//p.p}} replicas. State: {{= n(f.N)}}/(8·{{= p.p}})·(6 + 12/{{= 128//p.p}})
        = {{= gb(f.N/(8*p.p)*(6 + 12/(128//p.p)), 2)}}. Under 1F1B the first stage has {{= p.p}} micro-batches under
        way, each of {{= f.big.L}}/{{= p.p}} layers: {{= f.big.L}} layers' worth, for any p, so {{= f.big.L}}·34·{{=
        n(f.s)}}·{{= n(f.big.d)}}/8 = {{= gb(f.big.L*f.keep, 1)}}. Together {{= gb(f.N/(8*p.p)*(6 + 12/(128//p.p)) +
        f.big.L*f.keep, 1)}}, more than a card of {{= gb(hw.h100.mem, 0)}} has. Depth alone does not save memory:
        activations on the first stage do not depend on it. Recomputation or a cut of the tokens must.]]},

    q.table{id = "d06-five", units = {"1", "us", "ms"}, exact = {1}, rtol = .01, seed = "S004-C06-EX",
      ask = [[An all-reduce over {{= p.P}} ranks, {{= n(f.alpha*1e6)}} µs a message, {{= n(f.B/1e9)}} GB/s out of each
        rank. Naive is all to one, one after another, and back; the binomial tree is not pipelined; the
        two trees are, ideally, so that only their rounds and their bytes are left.]],
      vary = {P = {64, 256}},
      rows = {"naive", "binomial tree", "ring", "halving and doubling", "two binary trees"},
      columns = {"rounds", "time for 64 KiB", "time for 1 GiB"},
      answer = function(f, p)
        local out = {}
        for k = 1, 5 do
          out[k] = {f.rounds(k, p.P), f.five(k, p.P, f.small)*1e6, f.five(k, p.P, f.large)*1e3}
        end
        return out
      end,
      wrong = {{cell = {1, 1}, value = function(_, p) return p.P - 1 end, hint = "There, and back again."},
               {cell = {2, 1}, value = function(_, p) return math.log(p.P, 2) end, hint = "Up, and down again."},
               {cell = {2, 3}, value = function(f, p) return f.five(4, p.P, f.large)*1e3 end,
                hint = "Without pipelining every level sends all of it."},
               {cell = {3, 1}, value = function(_, p) return p.P - 1 end, hint = "It has two halves."},
               {cell = {4, 3}, value = function(f, p) return f.five(2, p.P, f.large)*1e3 end,
                hint = "Its messages halve each round."},
               {cell = {5, 3}, value = function(f, p) return f.five(2, p.P, f.large)*1e3 end,
                hint = "In ideal chunks all levels work at once, and a port sends half of the data in each tree."}},
      hint = "Rounds times α, and the bytes that pass the busiest port over its rate.",
      worked = [[With n bytes and log₂ {{= p.P}} = {{= n(math.log(p.P, 2))}}: naive 2({{= p.P}} − 1) rounds of n; tree
        2·{{= n(math.log(p.P, 2))}} rounds of n; ring 2({{= p.P}} − 1) rounds of n/{{= p.P}}; halving and doubling
        2·{{= n(math.log(p.P, 2))}} rounds, together 2({{= p.P}} − 1)/{{= p.P}}·n; two trees as many rounds, 2n.
        At 64 KiB: {{= us(f.five(1, p.P, f.small), 0)}}, {{= us(f.five(2, p.P, f.small))}}, {{= us(f.five(3, p.P,
        f.small))}}, {{= us(f.five(4, p.P, f.small))}}, {{= us(f.five(5, p.P, f.small))}}: a ring pays for its rounds.
        At 1 GiB: {{= ms(f.five(1, p.P, f.large), 0)}}, {{= ms(f.five(2, p.P, f.large), 1)}}, {{= ms(f.five(3, p.P,
        f.large))}}, {{= ms(f.five(4, p.P, f.large))}}, {{= ms(f.five(5, p.P, f.large))}}: bytes are all that counts,
        and three are nearly equal. That is why a library has more than one.]]},

    q.expr{id = "d06-hier", unit = "s", seed = "S004-C06-EX",
      ask = [[N nodes of G GPUs all-reduce n bytes: a reduce-scatter in each node at b bytes/s a GPU, then G all-reduces
        of n/G bytes at the same time, each across the nodes at c bytes/s a GPU, then an all-gather in each node. Ring
        algorithms, latencies neglected. How long does it take?]],
      vars = {n = {1e3, 1e11, log = true, unit = "B"}, G = {2, 16, int = true}, N = {2, 64, int = true},
              b = {1e10, 1e12, log = true, unit = "B/s"}, c = {1e9, 1e11, log = true, unit = "B/s"}},
      where = "c <= b",
      answer = "2*(G-1)/G*n/b + 2*(N-1)/N*n/(G*c)",
      wrong = {{expr = "2*(G*N-1)/(G*N)*n/c", hint = "One ring: its slowest link carries everything."},
               {expr = "2*(G-1)/G*n/b + 2*(N-1)/N*n/c", hint = "Each GPU carries n/G across."}},
      hint = "Three phases; what does each GPU send in each of them?",
      worked = [[Reduce-scatter and all-gather in the node: (G − 1)/G·n/b each. Then each GPU has n/G bytes of its
        node's sum, and its ring over N nodes sends 2(N − 1)/N of them. For 1 GB, G = 8, N = 16, 400 and 50 GB/s: {{=
        ms(2*7/8*1e9/400e9 + 2*15/16*1e9/(8*50e9))}}; a flat ring at 50 GB/s takes {{= ms(2*127/128*1e9/50e9, 1)}}. The
        G in the second denominator is why every GPU has a network card of its own: eight rails carry eight parts.]]},

    q.diagnose{id = "d06-straggler", source = "made",
      from = "times that add up to one step, and a ring's bus bandwidth", seed = "S004-C06-EX",
      ask = [[Data parallelism over eight GPUs of one server. The step has become slower than last week, and a profile
        says that a quarter of it is all-reduce. What is it, which lines show it, and what would you do first?]],
      title = "one step, eight ranks, {{= gb(f.bytes, 1)}} of gradients",
      lines = {
        {"forward and backward on seven ranks: {{= ms(f.fast[1], 1) }}", role = "neutral"},
        {"forward and backward on rank 5: {{= ms(f.slow[1], 1) }}", role = "for"},
        {"all-reduce on seven ranks: {{= ms(f.fast[2], 1) }}", role = "neutral"},
        {"all-reduce on rank 5: {{= ms(f.slow[2], 1) }}", role = "for"},
        {"bus bandwidth from rank 5's time: {{= n(f.busbw/1e9, 0) }} GB/s", role = "against",
         hint = "At that rate the links and the algorithm do what they can."},
        {"SM clock: {{= n(f.clock[1]) }} MHz, on rank 5 {{= n(f.clock[2]) }} MHz", role = "for"},
        {"tokens read and bytes sent: equal on all eight", role = "against",
         hint = "Nobody had more to compute or more to send."},
        {"the step: {{= ms(f.met, 0) }} on all eight", role = "neutral"},
        {"rank 5's driver reports a power cap", role = "for"},
      },
      claims = {"a slow link at rank 5", "an all-reduce whose algorithm is badly chosen",
                "rank 5 computes slowly, and the others wait for it inside the collective", "unequal batches"},
      claim = 3,
      fixes = {"replace GPU 5, or lift its cap", "force another algorithm of NCCL", "compress the gradients",
               "make the buckets smaller"},
      fix = 1, need = 2,
      hints = {claim = {[1] = "The slowest link would make its own collective long. Rank 5's is the shortest: line 4.",
                        [2] = "Line 5: {{= n(f.busbw/1e9, 0)}} GB/s once all are there.",
                        [4] = "Line 7: all read as many tokens."},
               fix = {[2] = "{{= n(f.busbw/1e9, 0)}} GB/s once all are there: there is little to be gained.",
                      [3] = "The bytes take {{= ms(f.slow[2], 0)}}. What is waited for is rank 5.",
                      [4] = "Buckets decide what is left over at the end of the backward pass. This one ends late."}},
      worked = [[{{= n(f.fast[1]*1e3, 1)}} + {{= n(f.fast[2]*1e3, 1)}} and {{= n(f.slow[1]*1e3)}} + {{=
        n(f.slow[2]*1e3)}} are both {{= ms(f.met, 0)}}: all leave the collective at the same time, and rank 5 came {{=
        ms(f.slow[1] - f.fast[1], 1)}} late. Its own {{= ms(f.slow[2], 0)}} are what the all-reduce costs, at {{=
        n(f.busbw/1e9, 0)}} GB/s; the rest of the others' {{= ms(f.fast[2], 1)}} is waiting. The clock is lower by {{=
        n(f.clock[1]/f.clock[2], 2)}} and the arithmetic longer by {{= n(f.slow[1]/f.fast[1], 2)}}, since not all of a
        step goes by the SM's clock. Look for the rank whose all-reduce is *short*.]]},

    q.build{id = "d06-nodes", lab = "w07-ddp-overlap", drill = "nodes", seed = "S004-C06-EX",
      ask = [[Build an all-reduce for nodes whose ranks share one port: in two levels, of messages, the same bits on all
        ranks, with no more bytes through a port than a ring of nodes would send, and no rank that sends for its
        neighbours.]],
      worked = [[Reduce-scatter inside the node, all-reduce between nodes, all-gather inside the node. After the first
        phase each rank of a node has the node's sum of a part of its own, and in the second as many rings run at once
        as a node has ranks, each over one part. Together they send 2(N − 1)/N of the buffer through a port. Who gathers
        before the middle phase misses the other nodes' share; who lets one rank talk for its node keeps the port's
        bytes and loses the time.]]},

    q.text{id = "d06-plan", min_words = 130, seed = "S004-C06-EX",
      ask = [[A model of 70 billion parameters, 512 H100s in nodes of eight, sequences of {{= n(f.s)}} tokens, a global
        batch of 4 M tokens. Give the degrees of tensor, pipeline and data parallelism, the stage of ZeRO and what is
        recomputed; for each the two numbers that decided it; and name what you would measure first.]],
      worked = [[Tensor 8, pipeline {{= f.plan.S}}, data {{= f.plan.D}}, ZeRO-1, scores recomputed.
        *Memory.* Tensor 8 without stages: {{= gb(f.plan.one, 0)}} with activations on a card of {{= gb(hw.h100.mem,
        0)}}, no room for anything else. With two stages {{= gb(f.plan.state, 0)}} of state, and still {{=
        gb(f.plan.acts, 0)}} of activations on the first: {{= gb(f.plan.state + f.plan.acts, 0)}}.
        *Tensor.* Eight is the node; {{= gb(4*2*7/8*2*f.s*f.plan.m.d, 2)}} a layer and micro-batch over NVLink, {{=
        pct(f.plan.sums/f.plan.t, 0)}} of the arithmetic; over the network it would be nine times as much.
        *Batch.* 4 M tokens are {{= f.plan.seqs}} sequences, {{= n(f.plan.micros)}} micro-batches for each of {{=
        f.plan.D}} replicas: a bubble of 1/{{= n(f.plan.micros + 1)}}, {{= pct(1/(f.plan.micros + 1), 1)}}. Four stages
        would have {{= pct(3/(2*f.plan.micros + 3), 1)}}.
        *Data.* Gradients in fp32, {{= ms(f.plan.sync, 0)}} over the network against a step of {{= n(f.plan.t, 1)}} s.
        ZeRO-3 would gather weights once for each micro-batch, for memory that is not needed.
        *Measure first* one stage's forward and backward with tensor 8: if the sums show more than that, tensor 4 and
        more stages. A card fails every {{= n(f.mtbf(f.plan.cards)/3600, 0)}} h or so: checkpoints each {{=
        n(math.sqrt(2*60*f.mtbf(f.plan.cards))/60, 0)}} minutes if saving costs one, and a spare node.]],
      rubric = {"adds up memory, with activations",
                "keeps the tensor degree inside a node, and gives its bytes a layer",
                "computes the bubble, or that there is none",
                "holds the data-parallel communication against the time of the arithmetic",
                "divides the global batch consistently: 4 M/8,192 = 512 sequences",
                "names a measurement that could overturn the plan",
                "mentions failures and the restart"}},
  },
}
