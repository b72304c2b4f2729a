-- The drill nodes: an all-reduce in two levels, for nodes whose ranks share a port.

local GATE = 40003

local function nodes(id, P, node, n, more)
  local c = {id = id, P = P, node = node, n = n, net = 2, alpha_ns = 2000, beta_Bps = 1e11, alpha2_ns = 10000,
             beta2_Bps = 1e10, N = P//node}
  for k, v in pairs(more or {}) do c[k] = v end
  return c
end

local function gate_at_16(id, counter, op, value, why)
  return gate{id = id, call = "ring_nodes", case = "sixteen", counter = counter, op = op, value = value, why = why}
end

return drill {
  id = "nodes", rev = 1, title = "An all-reduce for nodes", hours = 2, needs = "correct",
  edit = {"nodes.c"}, skeleton = "nodes.c", reference = "ref.c",

  buffers = {
    x = {dtype = "f32", shape = {"P", "n"}, split = true, dist = gen.normal{}, note = "what each rank brings"},
    sum = {dtype = "f32", shape = {"n"}, note = "the same bits on every rank"},
  },

  calls = {
    ring_nodes = call{args = {i32"node", i64"n", input"x", output"sum"}, oracle = "nodes", tol = tol.dot"P"},
  },

  cases = {
    nodes("alone", 1, 1, 5, {tags = {"edge"}}),
    nodes("two-nodes", 2, 1, 7, {tags = {"edge"}, note = "nodes of one rank"}),
    nodes("one-node", 3, 3, 100, {tags = {"edge"}}),
    nodes("six", 6, 3, 1001, {orders = 5}),
    nodes("fewer-than-ranks", 8, 4, 3, {tags = {"edge"}}),
    nodes("nothing", 6, 3, 0, {tags = {"edge"}}),
    nodes("eight", 8, 4, 1003, {orders = 5}),
    nodes("hidden", 12, 4, gen.pick{61, 500, 1021}, {hidden = true}),
    nodes("sixteen", 16, 4, GATE, {tags = {"gate"}}),
  },

  gates = {
    gate_at_16("port", "node_B_max", "<=", "1.02*2*(N - 1)/N*4*n",
               "a node sends no more through its port than a ring of nodes does"),
    gate_at_16("sent", "sent_B_max", "<=", "1.05*(2*(node - 1)/node + 2*(N - 1)/(N*node))*4*n",
               "each rank has its part of what leaves the node"),
    gate_at_16("memory", "peak_B_max", "<=", "2*4*n", "what is needed besides is at most twice the buffer"),
    gate_at_16("own", "all_reduce", "==", 0, "it is made of messages"),
    gate_at_16("own-halves", "reduce_scatter", "==", 0, "and so are its halves"),
  },
}
