-- w20-ring-allreduce: an all-reduce as its two halves, as two trees and in levels, and the figures that are told of it.

-- Links of an H100's NVLink, one direction, and a port of NDR InfiniBand, a thousandth as fast; data a thousandth as
-- large. Every time is then that of the real thing: bytes/beta is the same quotient, and alpha is not scaled.
local SCALE = 1000
local ALPHA_NS, BETA = 3000, hw.h100.nvlink_dir/SCALE
local ALPHA2_NS, BETA2 = 5000, hw.ib_ndr.bw_dir/SCALE
local STAGES = {bronze = .80, silver = .92, gold = .99}
local RSAG, TREE, HIER = 0, 1, 2
local RAILS = 3 -- a net of nodes in which each rank has a port of its own

local function of(call, id, P, more)
  local c = {id = id, P = P, calls = {call}, alpha_ns = ALPHA_NS, beta_Bps = BETA}
  for k, v in pairs(more or {}) do c[k] = v end
  return c
end

local function sums(call, id, P, n, more)
  local c = of(call, id, P, more)
  c.n, c.inplace, c.chunk, c.times, c.groups = n, c.inplace or 0, c.chunk or 16, c.times or 1, c.groups or 1
  return c
end

local function levels(id, P, node, n, more)
  local c = sums("hier", id, P, n, more)
  c.node, c.net, c.alpha2_ns, c.beta2_Bps, c.dealt = node, RAILS, ALPHA2_NS, BETA2, c.dealt or 0
  return c
end

local function around(id, P, from, to, n, more)
  local c = sums("around", id, P, n, more)
  c.from, c.to, c.turned = from, to, c.turned or 0
  return c
end

local EDGE, TIMED = {"edge"}, {"gate", "bench"}
local LARGE, CHUNK = 2^18, 4096 -- elements: 1 MiB stands for nearly 1 GiB
local HALF_B, WAY = "(P - 1)/P*4*n", "(P - 1)*(alpha_ns + 4e9*n/P/beta_Bps)"

local GATES = {}
local function gates(call, case, list)
  for _, g in ipairs(list) do
    GATES[#GATES + 1] = gate{id = g[1], call = call, case = case, counter = g[2], op = g[3], value = g[4], why = g[5]}
  end
end
local MESSAGES = "collectives are made of messages here"

gates("rs", "rs-gate", {
  {"rs-bytes", "sent_B_max", "<=", "1.001*" .. HALF_B, "a rank sends P - 1 parts, and no part twice"},
  {"rs-messages", "msgs_max", "<=", "P - 1", "one message a step"},
  {"rs-own", "reduce_scatter", "==", 0, MESSAGES}, {"rs-own-sum", "all_reduce", "==", 0, MESSAGES},
})
gates("ag", "ag-gate", {
  {"ag-bytes", "sent_B_max", "<=", "1.001*" .. HALF_B, "each part goes once over each link but one"},
  {"ag-messages", "msgs_max", "<=", "P - 1", "one message a step"},
  {"ag-own", "all_gather", "==", 0, MESSAGES}, {"ag-own-copy", "broadcast", "==", 0, MESSAGES},
})
gates("rsag", "rsag-large", {
  {"rsag-bytes", "sent_B_max", "<=", "1.001*2*" .. HALF_B, "no algorithm without help from the switch sends less"},
  {"rsag-messages", "msgs_max", "<=", "2*(P - 1)", "two rings of P - 1 steps"},
  {"rsag-time", "vtime_ns", "<=", "1.01*2*" .. WAY, "all links carry a part in each step, in both halves"},
  {"rsag-own", "all_reduce", "==", 0, MESSAGES},
})
gates("tree", "tree-small", {
  {"tree-own", "all_reduce", "==", 0, MESSAGES}, {"tree-own-copy", "broadcast", "==", 0, MESSAGES},
  {"half-a-tree", "sent_B_max", "<=", "8*n", "half of the data a tree: twice up and twice down it, at most"},
  {"depth", "vtime_ns", "<=", "2*depth*(alpha_ns + 4e9*n/beta_Bps)",
   "up and down a tree, each ceil(log2 P) messages that two children may have to share a port for, both trees at once"},
})
gates("tree", "tree-large", {
  {"tree-messages", "msgs_max", "==", "4*n/2/chunk", "a rank has a parent in each tree and two children in one"},
  {"tree-bytes", "sent_B_max", "<=", "1.001*8*n", "with two children in one tree only, a rank sends twice the buffer"},
  {"tree-received", "recv_B_max", "<=", "1.001*8*n", "and receives no more"},
  {"tree-time", "vtime_ns", "<=", "1.15*(8e9*n/beta_Bps + 2*depth*(alpha_ns + 8e9*chunk/beta_Bps))",
   "each chunk goes on while the next one comes: the depth costs latency and no bandwidth"},
})
gates("hier", "hier-large", {
  {"nic", "node_B_max", "<=", "1.001*2*(nodes - 1)/nodes*4*n/node",
   "a rank takes only its own part of the node's sum to the other nodes"},
  {"hier-time", "vtime_ns", "<=",
   "1.02*2*((node - 1)*(alpha_ns + 4e9*n/node/beta_Bps) + (nodes - 1)*(alpha2_ns + 4e9*n/P/beta2_Bps))",
   "a ring inside, a ring on each rail, a ring inside"},
  {"hier-own", "all_reduce", "==", 0, MESSAGES},
})
gates("around", "around-timed", {
  {"around-time", "vtime_ns", "<=", "1.02*2*" .. WAY, "without the slow link the ring is as fast as a healthy one"},
})

local function race(id, call, case, title, why)
  return bench{id = id, call = call, case = case, metric = "fewer:vtime_ns", stages = STAGES, title = title, why = why}
end

return lab {
  api = 1, rev = 1, id = "w20-ring-allreduce", title = "AllReduce as ReduceScatter and AllGather; trees; topology",
  kind = "ranks", week = 20, part = 2, domain = {"interconnects", "collectives"},
  seeds = {"S000-INTRO", "S000-P3-T1", "S000-P3-L2", "S001-28", "S003-DN-interconnects", "S003-DE-11", "S003-DE-34",
           "S003-W20", "S003-W20-C5", "S003-W20-C6", "S003-W20-HO", "S004-C06-T03", "S004-C06-EX"},
  requires = {"w07-ddp-overlap"}, suggests = {"h01-interconnect", "h02-rdma-verbs"},
  hours = {read = 8.5, lab = 4},
  durable = {"An all-reduce has a latency term and a byte term; rings pay the first, single trees the second",
             "Two trees in which inner ranks and leaves change roles use every port",
             "Between nodes only sums should travel, each part over its own NIC",
             "Bus bandwidth is what a link carried, one way; hold it against nothing else"},
  ephemeral = {{"NVLink 4: 450 GB/s a direction; NDR: 400 Gb/s", as_of = "2026-11"},
               {"NCCL 2.28's bandwidths on two H200", as_of = "2026-11"}},
  readings = {
    {"twotree", hours = 2, look_for = [[section 3: how the second tree is made from the first, and why a step in which
      every rank sends and receives at most once exists at all]]},
    {"demystnccl", hours = 3, look_for = [[the figures of ring and tree all-reduce step by step, and the protocols below
      them: which terms of the model does each protocol change?]]},
    {"ncclsd", hours = 1.5, look_for = [[how rings are laid over NVLink and NICs so that each NIC is entered once]]},
    {"together", hours = 1, look_for = [[which measurement finds one bad link among a thousand]]},
    {"ibroce", hours = 1, look_for = "what a NIC of your node can promise, one way"},
  },

  lang = "c", backends = {"ranks"},
  edit = {"allreduce.c"},
  reference = "ref.c", ladder = {"naive.c", "ref.c"},
  limits = {wall_s = 15, mem_MiB = 256, threads = 1},

  buffers = {
    x = {dtype = "f32", shape = {"P", "n"}, split = true, dist = gen.normal{}, note = "what each rank brings"},
    part = {dtype = "f32", shape = {"P", "(n + P - 1)//P"}, split = true, note = "each rank's part of the sum"},
    own = {dtype = "f32", shape = {"P", "(n + P - 1)//P"}, split = true, dist = gen.normal{},
           note = "each rank's part"},
    all = {dtype = "f32", shape = {"n"}, note = "the same bits on every rank"},
    sum = {dtype = "f32", shape = {"n"}, note = "the same bits on every rank"},
    xl = {dtype = "i64", shape = {"P", "n"}, split = true, dist = gen.custom"whole"},
    xh = {dtype = "u16", shape = {"P", "n"}, split = true, dist = gen.custom"whole", note = "halves"},
    sl = {dtype = "i64", shape = {"n"}},
    sh = {dtype = "u16", shape = {"n"}, note = "halves"},
    links = {dtype = "i32", shape = {"most*(most + 1)", 3}, note = "for each P, rank and tree: up and the two below"},
    place = {dtype = "i32", shape = {"P"}, split = true, note = "each rank's place in the new communicator"},
    runs = {dtype = "f64", shape = {"rows", 3}, dist = gen.custom"runs", note = "ranks, bytes, seconds"},
    bus = {dtype = "f64", shape = {"rows"}},
    sweep = {dtype = "f64", shape = {"rows", "1 + 2*m"}, dist = gen.custom"sweep", note = "ranks, sizes, times"},
    fitted = {dtype = "f64", shape = {"rows", 2}, note = "alpha, beta"},
  },
  calls = {
    rs = call{harness = true, asks = {fn = "rs_ring"},
              args = {i64"n", input"x", output"part"}, oracle = "rs", tol = tol.dot"P",
              title = "rs_ring"},
    ag = call{harness = true, asks = {fn = "ag_ring"},
              args = {i64"n", input"own", output"all"}, oracle = "ag", tol = tol.exact,
              title = "ag_ring"},
    rsag = call{harness = true, asks = {fn = "allreduce_rsag"},
                args = {i64"n", i64"inplace", i64"groups", input"x", output"sum"}, oracle = "rsag",
                tol = tol.dot"P", title = "allreduce_rsag"},
    types = call{harness = true, args = {i64"n", i64"how", i64"node", i64"chunk", input"xl", input"xh", output"sl",
                 output"sh"}, verify = "types", title = "other types"},
    nodes = call{harness = true, asks = {fn = "tree_node"},
                 args = {i64"most", output"links"}, verify = "nodes", title = "tree_node"},
    tree = call{harness = true, asks = {fn = "allreduce_tree"},
                args = {i64"n", i64"chunk", i64"times", i64"groups", input"x", output"sum"},
                oracle = "rsag", tol = tol.dot"P", title = "allreduce_tree"},
    hier = call{harness = true, asks = {fn = "allreduce_hier"},
                args = {i64"n", i64"node", i64"dealt", input"x", output"sum"}, oracle = "rsag",
                tol = tol.dot"P", title = "allreduce_hier"},
    around = call{harness = true, asks = {fn = "ring_around"},
                  args = {i64"n", i64"from", i64"to", i64"turned", input"x", output"sum",
                  output"place"}, verify = "around", title = "ring_around"},
    bus = call{harness = true, asks = {fn = "busbw"},
               args = {i64"rows", input"runs", output"bus"}, oracle = "bus", tol = tol.rel_l2(1e-9),
               title = "busbw"},
    fit = call{harness = true, args = {i64"rows", i64"m", input"sweep", output"fitted"}, verify = "fit",
               title = "alpha and beta from measurements"},
  },
  partial = {by = "case", functions = {tree = 3, rs = 2, hier = 2}},

  cases = {
    sums("rs", "rs-alone", 1, 5, {tags = EDGE}),
    sums("rs", "rs-two", 2, 7),
    sums("rs", "rs-three", 3, 1001, {orders = 20, note = "left and right are different ranks"}),
    sums("rs", "rs-few", 5, 3, {tags = EDGE, note = "some parts are empty"}),
    sums("rs", "rs-nine", 9, 100),
    sums("rs", "rs-hidden", gen.pick{4, 6, 7}, gen.pick{61, 500}, {hidden = true}),
    sums("ag", "ag-alone", 1, 5, {tags = EDGE}),
    sums("ag", "ag-two", 2, 7),
    sums("ag", "ag-three", 3, 1001, {orders = 20}),
    sums("ag", "ag-few", 5, 3, {tags = EDGE}),
    sums("ag", "ag-nine", 9, 100),
    sums("ag", "ag-hidden", gen.pick{4, 6, 7}, gen.pick{61, 500}, {hidden = true}),
    sums("rsag", "nothing", 3, 0, {tags = EDGE}),
    sums("rsag", "one-element", 4, 1, {tags = EDGE}),
    sums("rsag", "pair", 2, 7, {tags = EDGE, note = "left and right are the same rank"}),
    sums("rsag", "in-place", 3, 100, {inplace = 1}),
    sums("rsag", "five", 5, 64, {orders = 10, note = "in and out are different buffers"}),
    sums("rsag", "eight", 8, 1003, {orders = 5}),
    sums("rsag", "rsag-half-each", 6, 77, {groups = 2, note = "in two communicators of half of the ranks at once"}),
    sums("rsag", "rsag-hidden", gen.pick{2, 6, 9}, gen.pick{33, 401}, {hidden = true, inplace = gen.pick{0, 1}}),
    sums("types", "types-rsag", 3, 50, {how = RSAG, node = 1, note = "64-bit integers and halves"}),
    sums("types", "types-two", 2, 21, {how = HIER, node = 1, tags = EDGE}),
    sums("types", "types-tree", 5, 70, {how = TREE, node = 1, chunk = 8}),
    sums("types", "types-hier", 6, 50, {how = HIER, node = 3}),
    sums("types", "types-hidden", 4, gen.pick{31, 62}, {how = gen.pick{RSAG, TREE, HIER}, node = 2, hidden = true}),
    of("nodes", "places", 1, {most = 9, note = "all trees of one to nine ranks"}),
    of("nodes", "many", 1, {most = 64}),
    of("nodes", "nodes-hidden", 1, {most = gen.pick{23, 40, 57}, hidden = true}),
    sums("tree", "tree-alone", 1, 5, {tags = EDGE}),
    sums("tree", "tree-two", 2, 21),
    sums("tree", "tree-three", 3, 200, {orders = 20}),
    sums("tree", "tree-five", 5, 301, {orders = 10, note = "an odd number of ranks, and of elements"}),
    sums("tree", "tree-eight", 8, 500, {orders = 5}),
    sums("tree", "tree-nothing", 4, 0, {tags = EDGE}),
    sums("tree", "tree-one", 4, 1, {tags = EDGE, note = "tree 0 has nothing, or tree 1 has"}),
    sums("tree", "single-elements", 6, 40, {chunk = 1, tags = EDGE}),
    sums("tree", "one-chunk", 7, 40, {chunk = 1000, tags = EDGE}),
    sums("tree", "again", 4, 90, {times = 9, note = "nine times, each larger, on the same communicator and stream"}),
    sums("tree", "tree-half-each", 6, 77, {groups = 2, note = "in two communicators of half of the ranks at once"}),
    sums("tree", "most-chunks", 4, 1000, {chunk = 2, tags = EDGE, note = "n/chunk is 500"}),
    sums("tree", "any-size", 3, 40, {chunk = 0, tags = EDGE, note = "chunk is INT64_MAX: 0 stands for it"}),
    sums("tree", "tree-hidden", gen.pick{6, 7, 9}, gen.pick{61, 250}, {chunk = gen.pick{7, 20}, hidden = true}),
    levels("two-by-two", 4, 2, 100),
    levels("three-nodes", 6, 2, 101, {orders = 10}),
    levels("two-nodes", 6, 3, 101, {orders = 5}),
    levels("dealt", 6, 3, 101, {dealt = 1, note = "ranks are dealt to nodes in turn, each node's in reverse"}),
    levels("one-node", 4, 4, 50, {tags = EDGE}),
    levels("lone-ranks", 3, 1, 50, {tags = EDGE, note = "every rank is a node"}),
    levels("two-lone-ranks", 2, 1, 21, {tags = EDGE}),
    levels("one-pair", 2, 2, 21, {tags = EDGE}),
    levels("fewer-than-ranks", 8, 4, 3, {tags = EDGE}),
    levels("hier-hidden", gen.pick{4, 8}, gen.pick{2, 4}, gen.pick{60, 77}, {hidden = true}),
    around("three-ranks", 3, 1, 2, 60),
    around("to-rank-0", 5, 4, 0, 60),
    around("from-rank-0", 5, 0, 1, 60),
    around("backwards", 6, 3, 2, 60, {note = "the link is not in the ring as it is"}),
    around("across", 6, 1, 4, 60, {note = "nor is this one"}),
    around("turned", 5, 1, 2, 60, {turned = 1, note = "rank r of c is rank P - 1 - r of the world"}),
    around("three-to-0", 3, 2, 0, 60, {tags = EDGE}),
    around("three-from-0", 3, 0, 1, 60, {tags = EDGE}),
    around("around-hidden", 7, gen.pick{2, 3, 4}, gen.pick{3, 4, 5}, 45, {hidden = true}),
    of("bus", "bandwidths", 1, {rows = 20}),
    of("bus", "bus-hidden", 1, {rows = gen.pick{5, 9}, hidden = true}),
    of("fit", "exact", 1, {rows = 6, m = 8, off = 0, note = "the times are those of the model"}),
    of("fit", "two-sizes", 1, {rows = 6, m = 2, off = 0, tags = EDGE}),
    of("fit", "measured", 1, {rows = 20, m = 11, off = .15, note = "the times are up to 15 % off"}),
    of("fit", "fit-hidden", 1, {rows = 8, m = gen.pick{6, 9}, off = .2, hidden = true}),

    sums("rs", "rs-gate", 8, 100003, {tags = {"gate"}}),
    sums("ag", "ag-gate", 8, 100003, {tags = {"gate"}}),
    sums("rsag", "rsag-large", 8, LARGE, {tags = TIMED}),
    sums("tree", "tree-small", 16, 64, {depth = 4, chunk = 32, tags = TIMED}),
    sums("tree", "tree-large", 8, LARGE, {depth = 3, chunk = CHUNK, tags = TIMED}),
    levels("hier-large", 16, 4, LARGE/4, {nodes = 4, tags = TIMED}),
    around("around-timed", 8, 2, 3, LARGE/4, {slow_from = 2, slow_to = 3, slow_link = 8, tags = {"gate"}}),
  },

  gates = GATES,
  bench = {
    race("large", "rsag", "rsag-large", "a large all-reduce by two rings", "bytes rule: every link, in every step"),
    race("small", "tree", "tree-small", "a small all-reduce by two trees", "latency rules: steps, and nothing else"),
    race("pipelined", "tree", "tree-large", "a large all-reduce by two trees", "both ports of all ranks, all the time"),
    race("levels", "hier", "hier-large", "four nodes of four ranks", "the NICs are the slow part, so their bytes rule"),
  },

  predict = {
    predict{id = "flops", axis = "flops", unit = "1", answer = "7*f.n",
            ask = "Eight ranks sum {{= n(f.n)}} elements, in whichever order. How many additions are that in all?",
            worked = "Seven for each element, in a ring and in a tree: only their places differ."},
    predict{id = "bytes", axis = "bytes", unit = "MB", answer = "f.sent(8, 4*f.n)/1e6", rtol = .02,
            ask = "{{= n(f.n)}} floats, eight ranks: how many bytes does each rank send in a ring all-reduce?",
            worked = "2·7/8 of {{= mb(4*f.n, 2)}}."},
    predict{id = "steps", axis = "intensity", unit = "1", answer = "2*15/(2*4)", rtol = .02,
            ask = [[Sixteen ranks, and so little data that only latency counts: how many times as long as two trees does
              a ring take?]],
            worked = "2(P - 1) = 30 steps against 2·log2 P = 8."},
    predict{id = "ports", axis = "parallelism", unit = "1", answer = "8",
            ask = [[In the steady state of two trees over eight ranks: how many of the eight ranks send during the way
              up?]],
            worked = "All: each is inner in one tree and a leaf in the other, but for the roots, which send in one."},
    predict{id = "failure", axis = "failure",
            choices = {"wrong sums", "right sums, at the rate of the slow link", "a hang"},
            answer = "right sums, at the rate of the slow link",
            ask = "One link of a ring falls to an eighth of its rate. What does a training run see?",
            worked = "Each step of the ring waits for its slowest link; nothing fails, and nothing says which it is."},
  },

  facts = function(hw)
    local f = {n = LARGE, link = hw.h100.nvlink_dir + 0.0, both = hw.h100.nvlink + 0.0, nic = hw.ib_ndr.bw_dir + 0.0,
               alpha = ALPHA_NS*1e-9, alpha2 = ALPHA2_NS*1e-9, scale = SCALE, stages = STAGES, chunk = CHUNK}
    f.log2 = function(P) local d = 0; while 2^d < P do d = d + 1 end; return d end
    f.sent = function(P, S) return 2*(P - 1)/P*S end
    f.root = function(P, S) return 2*(P - 1)*(f.alpha + S/f.link) end
    f.ring = function(P, S, a, b) return 2*(P - 1)*((a or f.alpha) + S/P/(b or f.link)) end
    f.halving = function(P, S) return 2*f.log2(P)*f.alpha + 2*(P - 1)/P*S/f.link end
    f.tree = function(P, S) return 2*f.log2(P)*(f.alpha + S/f.link) end -- one tree, no chunks, one child at a time
    -- two trees of S/2 in chunks of B bytes: both children's chunks pass one port, and depth is paid once a way
    f.double = function(P, S, B) B = math.min(B, S/2); return 2*(f.log2(P)*(f.alpha + B/f.link) + S/f.link) end
    f.best_chunk = function(P, S) return math.sqrt(S/2*f.alpha*f.link/f.log2(P)) end
    f.cross = function(P) return f.alpha*P*f.link*(P - 1 - f.log2(P)) end
    f.half = function(P, a, b) return (a or f.alpha)*P*(b or f.link) end
    f.bus = function(P, S, t) return f.sent(P, S)/t end
    f.levels = function(N, L, S)
      return 2*((L - 1)*(f.alpha + S/L/f.link) + (N - 1)*(f.alpha2 + S/(L*N)/f.nic))
    end
    f.flat = function(N, L, S) return 2*(N*L - 1)*(f.alpha2 + S/(N*L)/f.nic) end
    -- two points of a sweep of P ranks give both figures
    f.alpha_of = function(P, S1, t1, S2, t2) return (t1 - (t2 - t1)/(S2 - S1)*S1)/(2*(P - 1)) end
    f.beta_of = function(P, S1, t1, S2, t2) return 2*(P - 1)/P*(S2 - S1)/(t2 - t1) end
    -- virtual times of the case tree-large: the reference, and the mutant ready-for-everything
    f.posted = {one = 5.0832e-3, all = 7.19355e-3}
    -- measured on two H200 of one host with kernels/w20-ring-allreduce/bench.cu, NCCL 2.28.3, sums in the switch off,
    -- 2026-11: KiB -> µs of an all-reduce; then what bench.cu fitted to all sizes from 1 KiB to 1 GiB
    f.ours = {[1] = 8.13, [1024] = 12.81, [16384] = 56.50, [262144] = 748.85, [1048576] = 2961.74}
    f.few = {[1] = 9.32, [1024] = 12.38, [16384] = 59.52, [262144] = 811.03, [1048576] = 3205.14}
    f.nccl = {[1] = 10.03, [1024] = 13.35, [16384] = 77.89, [262144] = 897.22, [1048576] = 3271.12}
    f.fitted = {ours = {alpha = 4.31e-6, beta = 354.6e9}, nccl = {alpha = 5.05e-6, beta = 287.8e9, worst = .242}}
    f.pair = function(t, KiB) return f.bus(2, KiB*1024, t[KiB]*1e-6)/1e9 end
    return f
  end,

  questions = {
    q.num{id = "busbw", unit = "GB/s", rtol = .01, seed = "S003-W20-HO",
      ask = [[{{= p.P}} GPUs all-reduce {{= p.GiB}} GiB in {{= p.t}} ms. What is the bus bandwidth?]],
      vary = {P = {8, 4, 2}, GiB = {1, 2}, t = {9, 11, 14}},
      answer = function(f, p) return f.bus(p.P, p.GiB*2^30, p.t*1e-3)/1e9 end,
      wrong = {{value = function(_, p) return p.P ~= 2 and p.GiB*2^30/(p.t*1e-3)/1e9 or -1 end,
                hint = "That is the algorithm bandwidth. What does a link carry for each byte of the result?"},
               {value = function(f, p) return p.P ~= 2 and f.bus(p.P, p.GiB*2^30, p.t*1e-3)/2e9 or -1 end,
                hint = "That is one half of the all-reduce. The sums have to come back."},
               {value = function(_, p) return p.GiB/(p.t*1e-3)*2*(p.P - 1)/p.P end,
                hint = "GB/s are powers of ten, GiB are not."}},
      worked = [[{{= n(p.GiB*2^30/(p.t*1e-3)/1e9, 1)}} GB/s of result times 2·{{= p.P - 1}}/{{= p.P}}:
        {{= n(f.bus(p.P, p.GiB*2^30, p.t*1e-3)/1e9, 1)}}.]]},
    q.num{id = "algbw", unit = "GB/s", rtol = .01, seed = "S000-P3-L2",
      ask = [[Which algorithm bandwidth can an all-reduce over {{= p.P}} GPUs have at most, if a link carries
        {{= p.link}} GB/s in each direction and switches add nothing up?]],
      vary = {P = {8, 4, 16}, link = {300, 450, 900}},
      answer = function(_, p) return p.link*p.P/(2*(p.P - 1)) end,
      wrong = {{value = function(_, p) return p.link end, hint = "That would be each byte of the result once."},
               {value = function(_, p) return 2*p.link*p.P/(2*(p.P - 1)) end,
                hint = "A rank sends in one direction while it receives in the other. Each carries it once."}},
      worked = [[Each byte of the result is 2·{{= p.P - 1}}/{{= p.P}} bytes on a link:
        {{= n(p.link*p.P/(2*(p.P - 1)), 1)}} GB/s.]]},
    q.num{id = "latency", unit = "us", rtol = .01, seed = "S003-W20-C6",
      ask = [[A step costs {{= p.a}} µs, {{= p.P}} ranks, a few bytes. How much longer does a ring all-reduce take than
        one up and down a tree of ceil(log2 P) levels?]],
      vary = {P = {8, 16, 64, 100}, a = {3, 5}},
      answer = function(f, p) return (2*(p.P - 1) - 2*f.log2(p.P))*p.a end,
      wrong = {{value = function(f, p) return (p.P - 1 - f.log2(p.P))*p.a end,
                hint = "Both have a way back: sums go up, or round, and come back."},
               {value = function(f, p) return (2*(p.P - 1) - f.log2(p.P))*p.a end,
                hint = "The tree is climbed, and descended."}},
      worked = [[{{= 2*(p.P - 1)}} steps against {{= 2*f.log2(p.P)}}:
        {{= n((2*(p.P - 1) - 2*f.log2(p.P))*p.a)}} µs.]]},
    q.expr{id = "crossover-size", unit = "B", seed = "S003-W20-C6",
      ask = [[A ring over P ranks takes 2(P - 1)(a + S/(P·b)) for S bytes, two trees, long since filled, 2·log2(P)·a +
        2S/b; a is the time of a step, b the bandwidth of a link. From which S on is the ring faster?]],
      vars = {P = {4, 1024, int = true, log = true}, a = {1e-6, 1e-4, log = true, unit = "s"},
              b = {1e9, 1e12, log = true, unit = "B/s"}},
      answer = "P*b*a*(P - 1 - log2(P))",
      wrong = {{expr = "P*a*b", hint = "That is where a ring's two terms are equal. Where are the two formulas?"},
               {expr = "b*a*(P - 1 - log2(P))",
                hint = "Per byte the ring saves 2/b - 2(P - 1)/(P·b), which is 2/(P·b)."},
               {expr = "P*b*a*(P - 1)", hint = "The trees pay for their steps, too: 2·log2(P) of them."}},
      hint = "Set the two times equal. What has S goes to one side.",
      worked = [[The ring saves 2S/(P·b) and pays 2(P - 1 - log2(P))·a more: S = P·b·a·(P - 1 - log2(P)). Sixteen ranks,
        3 µs a step and {{= si(f.link,"B/s")}}: {{= n(f.cross(16)/1e6, 1)}} MB.]]},
    q.num{id = "half", unit = "MB", rtol = .02, seed = "S003-W20-C5",
      ask = [[At which size does a ring over {{= p.P}} ranks reach half of its final bus bandwidth, with
        alpha = {{= p.a}} µs and links of {{= p.b}} GB/s one way?]],
      vary = {P = {2, 4, 8}, a = {2, 5}, b = {50, 450}},
      answer = function(_, p) return p.a*p.P*p.b*1e-3 end,
      wrong = {{value = function(_, p) return p.a*p.b*1e-3 end,
                hint = "Each step carries only a P-th of the buffer."}},
      worked = [[Where alpha and S/(P·beta) are equal: {{= p.a}} µs · {{= p.P}} · {{= p.b}} GB/s =
        {{= n(p.a*p.P*p.b*1e-3, 2)}} MB.]]},
    q.table{id = "nics", unit = "MB", rtol = .01, seed = "S003-W20-C6",
      ask = [[{{= p.N}} nodes of {{= p.L}} GPUs with a NIC each, {{= p.MB}} MB to be summed. How many bytes leave a node
        by the NIC that sends most?]],
      rows = {"one flat ring over all GPUs", "in levels"}, columns = {"bytes"},
      vary = {N = {2, 4, 16}, L = {4, 8}, MB = {800, 1600}},
      answer = function(f, p) return {{f.sent(p.N*p.L, p.MB)}, {f.sent(p.N, p.MB)/p.L}} end,
      hint = [[A flat ring leaves each node by one link, which carries what every link of the ring does. In levels a NIC
        carries one of L parts, in a ring of N.]],
      worked = [[2·{{= p.N*p.L - 1}}/{{= p.N*p.L}} of all: {{= n(f.sent(p.N*p.L, p.MB))}} MB; against
        2·{{= p.N - 1}}/{{= p.N}} of an L-th: {{= n(f.sent(p.N, p.MB)/p.L, 1)}} MB.]]},
    q.table{id = "fit", rtol = .02, units = {"us", "GB/s"}, seed = "S003-W20-HO",
      ask = [[A ring over {{= p.P}} GPUs takes {{= p.t1}} µs for 1 MB and {{= p.t2}} µs for 100 MB. What are alpha (of a
        step) and beta (of a link)?]],
      rows = {"this ring"}, columns = {"alpha", "beta"},
      vary = {P = {4, 8}, t1 = {40, 60, 90}, t2 = {500, 900}},
      answer = function(f, p)
        return {{f.alpha_of(p.P, 1e6, p.t1*1e-6, 1e8, p.t2*1e-6)*1e6,
                 f.beta_of(p.P, 1e6, p.t1*1e-6, 1e8, p.t2*1e-6)/1e9}}
      end,
      wrong = {{cell = {1, 2}, value = function(_, p) return 99e6/((p.t2 - p.t1)*1e-6)/1e9 end,
                hint = "A link of a ring carries 2(P - 1)/P of the bytes, not all of them."},
               {cell = {1, 2}, value = function(_, p) return 2*(p.P - 1)/p.P*1e8/(p.t2*1e-6)/1e9 end,
                hint = "The 100 MB took the latencies as well. What do the two times have in common?"},
               {cell = {1, 1}, value = function(f, p) return 2*f.alpha_of(p.P, 1e6, p.t1*1e-6, 1e8, p.t2*1e-6)*1e6 end,
                hint = "There are 2(P - 1) steps: the sums travel back."},
               {cell = {1, 1}, value = function(_, p) return p.t1/(2*(p.P - 1)) end,
                hint = "The 1 MB takes time for its bytes, too."}},
      hint = "The difference of the two has no alpha. A ring has 2(P - 1) of them.",
      worked = [[99 MB more take {{= p.t2 - p.t1}} µs more, 2·{{= p.P - 1}}/{{= p.P}} · 99 MB on each link:
        {{= n(f.beta_of(p.P, 1e6, p.t1*1e-6, 1e8, p.t2*1e-6)/1e9, 1)}} GB/s. What 1 MB does not need for its bytes is
        2·{{= p.P - 1}} latencies of {{= n(f.alpha_of(p.P, 1e6, p.t1*1e-6, 1e8, p.t2*1e-6)*1e6, 2)}} µs.]]},
    q.num{id = "slow", unit = "ms", rtol = .01, seed = "S001-28",
      ask = [[A ring over {{= p.P}} ranks takes {{= p.ms}} ms, nearly all of it for bytes. One of its links falls to
        1/{{= p.k}} of its rate. How long does the ring take now?]],
      vary = {P = {8, 16}, ms = {4, 10}, k = {2, 3, 4}},
      answer = function(_, p) return p.ms*p.k end,
      wrong = {{value = function(_, p) return p.ms*(1 + (p.k - 1)/p.P) end,
                hint = "That would be if only one of the steps used it. Which steps use it?"}},
      worked = [[Each step uses every link, and ends with the slowest: {{= p.ms}} · {{= p.k}} ms, whatever P is.]]},
    q.num{id = "chunks", unit = "kB", rtol = .02, seed = "S004-C06-T03",
      ask = [[A tree of depth {{= p.d}} passes S = {{= p.MB}} MB down in chunks of B. Time:
        (d + S/B - 1)(alpha + B/beta). With alpha = 3 µs and beta = {{= n(f.link/1e9)}} GB/s, which B is best?]],
      vary = {d = {3, 5, 9}, MB = {16, 64}},
      answer = function(f, p) return math.sqrt(f.alpha*f.link*p.MB*1e6/(p.d - 1))/1e3 end,
      wrong = {{value = function(f, p) return f.alpha*f.link/1e3 end,
                hint = "There a chunk's two terms are equal; but (d - 1) chunks are waited for, and S/B are sent."}},
      worked = [[The terms that depend on B are (d - 1)·B/beta and S/B·alpha. They are equal at
        B = sqrt(alpha·beta·S/(d - 1)) = {{= n(math.sqrt(f.alpha*f.link*p.MB*1e6/(p.d - 1))/1e3, 0)}} kB.]]},
    q.choice{id = "two", seed = "S004-C06-T03",
      ask = "Why does one binary tree in chunks not reach the bandwidth of two?",
      options = {"Its messages are twice as large", "Its inner ranks receive two buffers while its leaves receive none",
                 "It has one level more"}, answer = 2,
      worked = [[A port works as long as what passes through it. On the way up an inner rank takes the whole data from
        each child; leaves, half of all ranks, only send. The second tree gives the leaves that other half.]]},
    q.choice{id = "nvls", seed = "S000-P3-L2",
      ask = [[Eight GPUs on NVSwitches report a bus bandwidth of 480 GB/s for a large all-reduce; a link carries 450 one
        way. What has happened?]],
      options = {"The links were overclocked", "The factor 2(P - 1)/P assumed a ring, and the switches added up",
                 "Both directions were counted"}, answer = 2,
      worked = [[A rank then sends its data once and receives the sum once, about S each way in place of 2(P - 1)/P·S.
        The reported figure multiplies as if nothing had helped. Sums in the switch are NCCL's NVLS.]]},
    q.choice{id = "late", seed = "S000-INTRO",
      ask = [[Eight ranks each time the same all-reduce. Seven of them say 9 ms, one says 3 ms. What is likely?]],
      options = {"One rank has a faster link", "One rank came 6 ms late, and the others waited for it",
                 "Seven links are slow"}, answer = 2,
      worked = [[The one that came last did not wait. The collective took 3 ms; what the other seven show is the
        lateness of the eighth, and the place to look is what it did before.]]},
    q.multi{id = "levels", seed = "S003-W20-C6",
      ask = "Two levels in place of a flat ring over 8 nodes of 8 GPUs. What gets less?",
      options = {"bytes that each NIC sends", "steps over the network", "bytes that each NVLink carries",
                 "additions"}, answer = {1, 2},
      worked = [[A NIC carries an eighth of the data in a ring of 8: 14 slow steps in place of 126. NVLinks carry a
        reduce-scatter and an all-gather as before, and each element is still added up 63 times.]]},
    q.order{id = "ladder", seed = "S000-P3-L2",
      ask = "A run is slow and the network is suspected. In which order do you look?",
      items = {"Is the exposed communication long on all ranks, or do all but one wait?",
               "Bus bandwidth of one node alone, large sizes, against one direction of its links",
               "The same over pairs of nodes, to find one that is slow with everybody",
               "That node's links one at a time",
               "Counters of the link that is left"},
      hint = "From what costs a look to what costs the cluster."},
    q.text{id = "plot", min_words = 60, seed = "S003-W20-HO",
      ask = [[Sweep an all-reduce from 1 KiB to 1 GiB: on ranks here, or on GPUs with NCCL. Describe the curve of the
        bus bandwidth: what are alpha and beta of your fit, where is half of the final value, and where does the curve
        leave the model?]],
      rubric = {"a flat region in which time hardly depends on the size, and alpha read from it",
                "the size of half the final value, near alpha·P·beta",
                "a final value held against one direction of the link, not the sum of both",
                "a place where the model fails: a switch of protocol or algorithm, a cache, another tenant"}},
  },

  hints = {
    {on = "build", match = {"defines no", "implicit declaration", "undeclared", "undefined reference", "unknown type"},
     [[allreduce.c defines the nine functions of lab.h; fold() and cut() are there already.]]},
    {on = "sanitize", [[Parts differ by an element: is the place for what you receive as large as the largest? Elements
      have 2, 4 or 8 bytes.]]},
    {on = "case:rs-few", "n = 3 and P = 5: parts of 1, 1, 1, 0 and 0 elements. An empty message is a message."},
    {on = "case:rs-two", "After P - 1 steps a rank has one whole part. Which one? lab.h wants its own."},
    {on = "case:rs-three", "With two ranks left is right. Here it is not: who sends to whom, and which part?"},
    {on = "gate:rs-bytes", "Send parts, not the buffer: a P-th in each step."},
    {on = "gate:rs-messages", "One message a step."},
    {on = "call:rs", [[Rank r receives its own part last. So it receives part r - 1 in the step before that, and what it
      has received it sends on.]]},
    {on = "call:ag", "In step 0 each rank sends its own part; from then on what has just come."},
    {on = "case:five", "`in` is not yours to write. Copy first."},
    {on = "call:rsag", "Two calls, if the first leaves each rank the part with which the second begins."},
    {on = "call:types", "How many bytes has an element? comm_type_size(t) says."},
    {on = "case:places", [[Draw eight ranks: odd ones leaves, 2 and 6 above two of them, 4 above those, 0 above 4. Then
      turn the picture round.]]},
    {on = "call:nodes", "Which P fails? Is the rank that has no second child there the last one?"},
    {on = "gate:half-a-tree", "Each tree carries half of the data. What do you send to a neighbour?"},
    {on = "gate:depth", [[Which tree do you serve first, and does the other one wait meanwhile? A leaf's message should
      leave at once.]]},
    {on = "gate:tree-messages", [[Up once in each tree and down to two children in one, for each chunk. Fewer: messages
      are larger than a chunk, or this is no tree.]]},
    {on = "gate:tree-bytes", "Half of the data a tree. Who has two children in both?"},
    {on = "gate:tree-received", "Half of the data a tree."},
    {on = "gate:tree-time", [[When does the first chunk leave an inner rank? And how many chunks of one child do you
      wait for at once: could they fill a port which the other tree needs?]]},
    {on = "case:tree-one", "cut(1, 2, 1) is 1: tree 0 has the element, tree 1 has none. No chunks, no messages."},
    {on = "case:again", "Everything of the first time has to be over: are all requests waited for, and the stream?"},
    {on = "call:tree", [[One tree, one chunk, blocking calls, until it is right. Then chunks, then requests, then the
      second tree on the stream.]]},
    {on = "gate:nic", "What does a rank take to the other nodes: the sum of its node, or its part of that?"},
    {on = "call:hier", "Three collectives that you have: which part belongs to a rank after the first?"},
    {on = "case:backwards", "Turned round the ring has all links the other way: then this one would be in it."},
    {on = "case:to-rank-0", "Rank 0 stays, so somebody else has to change places."},
    {on = "gate:around-time", "Is the link still in the ring? Print who follows whom."},
    {on = "call:around", "comm_split() orders by key. Two ranks that change their keys change places."},
    {on = "call:bus", "Not 2, not (P - 1)/P: both."},
    {on = "case:measured", [[Divide by what was measured before you square: the times of 1 KiB and 1 GiB differ by
      hundreds, and unweighted squares see the large ones alone.]]},
    {on = "call:fit", "The model is a line in the size. What are its height at zero and its slope, in alpha and beta?"},
    {on = "bench:small", "Eight steps of a message are the bound. Which wait is not one of them?"},
    {on = "bench:pipelined", [[All ports should be busy, for both trees in turn: one receive a child, and wait for sends
      at the end.]]},
    {after = 3, [[Draw P = 3 as a table: rows are steps, columns ranks, each cell what is sent. Then write the
      indices.]]},
  },
}
