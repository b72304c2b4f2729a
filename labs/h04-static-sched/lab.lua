-- h04-static-sched: what a compiler knows of a chip that has no caches, no queues and no arbiters.

local ANY, ODD, CHAIN, FORK_JOIN, LAYER, PRESSURE, NARROW, LATE, WIDE, CROWD, SHARED, SLOW, PAIRS =
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12
local nodes = {
  [CHAIN] = function(n) return n end,
  [FORK_JOIN] = function(n) return 3*n - 1 end,
  [LAYER] = function(n) return n + 2*n*n + n*(n - 1) end,
  [PRESSURE] = function(n) return 3*n end,
  [NARROW] = function(n) return 3*n end,
  [LATE] = function(n) return 2*n + n//5 end,
  [CROWD] = function(n) return n//2 + n end,
  [SHARED] = function(n) return 6*n end,
  [PAIRS] = function(n) return 2*n + n*(n - 1)//2 end,
}

-- size 0: problems of 0, 1, N and drawn numbers of nodes
local function problems(id, call, shape, size, R, more)
  local c = {id = id, shape = shape, size = size, R = R, calls = {call}}
  c.N = nodes[shape] and nodes[shape](size) or size
  for k, v in pairs(more or {}) do c[k] = v end
  return c
end

-- The chip of kernels/h04-static-sched/oracle.c's tsp(): places of the units, and latencies of the kinds.
local CHIP = {slices = 17, memories = 12, streams = 4, vxm = 8, west = 0, mem = 2, vec = 4, sxm = 3, mxm = 12}
local LEAST = {["fork-join"] = 159, layer = 142, chain = 741, late = 108}
local SIDE = 11
local WALL = 30

return lab {
  api = 1, rev = 1, id = "h04-static-sched", title = "A deterministic, compiler-scheduled machine", kind = "system",
  part = 2, domain = {"accelerators", "scheduling"},
  seeds = {"S001-15", "S001-25", "S003-W19-C6"},
  requires = {}, suggests = {"c05-warp-machine"},
  hours = {read = 1.5, lab = 3.5},
  durable = {"Where nothing arbitrates, every cycle is decided in advance, and every plan can be proven",
             "What may wait and where is a part of the machine: here nothing may, but in memory",
             "A lower bound tells a good schedule from a long one"},
  ephemeral = {{"Sizes of Groq's first chip", as_of = "2020-05"}},
  readings = {
    {"groqisca", hours = 1, look_for = [[sections II and III: what a stream is, which of its units stand where, and
      what the compiler has to know of each instruction; then compare with this lab's rules]]},
  },

  lang = "c", backends = {"cpu"},
  edit = {"sched.c"},
  reference = "ref.c", ladder = {"naive.c", "ref.c"},
  limits = {wall_s = WALL, mem_MiB = 1024, threads = 1},

  buffers = {
    problems = {dtype = "i32", shape = {"R", "67 + 5*N"}, dist = gen.custom"problems",
                note = "slices, streams, nodes, kinds, latencies; values and slices of each node"},
    plans = {dtype = "i32", shape = {"R", "N", "2"}, dist = gen.custom"plans", note = "cycle, place"},
    replays = {dtype = "i64", shape = {"R", "4"}, note = "cycles, faults"},
    bounds = {dtype = "i64", shape = {"R"}},
    made = {dtype = "i32", shape = {"R", "2", "N", "2"}, note = "cycle, place of each node, from two runs"},
  },

  calls = {
    replay = call{harness = true, asks = {fn = "ss_replay"}, verify = "replay", title = "what a plan makes the chip do",
                  args = {i32"N", input"problems", input"plans", output"replays"}},
    bound = call{harness = true, asks = {fn = "ss_bound"}, verify = "bound", title = "what no plan can do without",
                 args = {i32"N", input"problems", output"bounds"}},
    schedule = call{harness = true, asks = {fn = "ss_schedule"}, verify = "schedule", title = "a plan without faults",
                    args = {i32"N", input"problems", output"made"}},
  },
  partial = {by = "case", functions = {schedule = 3, replay = 2}},

  cases = {
    problems("few-nodes", "replay", ANY, 0, 40, {N = 12, tags = {"edge"}}),
    problems("plans", "replay", ANY, 0, 60, {N = 40}),
    problems("odd-plans", "replay", ODD, 0, 40, {N = 40}),
    problems("busy", "replay", LAYER, 4, 8),
    problems("wide-plans", "replay", WIDE, 0, 40, {N = 60}),
    problems("same-way", "replay", PRESSURE, 16, 8, {note = "all values flow to the east on two streams"}),
    problems("all-at-once", "replay", CROWD, 340, 2, {tags = {"edge"}, note = "hundreds in one slice and one cycle"}),
    problems("hidden-plans", "replay", ANY, 0, gen.pick{50, 70}, {N = 40, hidden = true}),
    problems("few-bounds", "bound", ANY, 0, 40, {N = 12, tags = {"edge"}}),
    problems("bounds", "bound", ANY, 0, 60, {N = 60}),
    problems("odd-bounds", "bound", ODD, 0, 40, {N = 40}),
    problems("wide-bounds", "bound", WIDE, 0, 60, {N = 90, note = "slices decide, and no way does"}),
    problems("bound-by-the-last", "bound", PRESSURE, 30, 1, {note = "as many slices as lab.h allows"}),
    problems("bound-by-slice", "bound", FORK_JOIN, 20, 1),
    problems("bound-by-memory", "bound", NARROW, 22, 1),
    problems("bound-by-reads", "bound", SHARED, 12, 1, {note = "a value that four nodes take is read four times"}),
    problems("bound-of-512", "bound", FORK_JOIN, 171, 1, {tags = {"edge"}, note = "as many nodes as lab.h allows"}),
    problems("hidden-bounds", "bound", ODD, 0, gen.pick{50, 70}, {N = 50, hidden = true}),
    problems("few", "schedule", ANY, 0, 60, {N = 14, tags = {"edge"}}),
    problems("odd-latencies", "schedule", ODD, 60, 4, {tags = {"gate"}}),
    problems("pressure", "schedule", PRESSURE, 24, 1, {tags = {"edge"}, note = "two streams for three units"}),
    problems("wide", "schedule", WIDE, 0, 12, {N = 40}),
    problems("small-layer", "schedule", LAYER, 3, 1),
    problems("narrow", "schedule", NARROW, 22, 1, {note = "two memory slices for four units"}),
    problems("slow", "schedule", SLOW, 512, 1, {tags = {"edge"}, note = "all nodes that lab.h allows, 49,000 cycles"}),
    problems("one-unit", "schedule", CROWD, 340, 1, {note = "the last of 340 nodes waits for all others"}),
    problems("pairs", "schedule", PAIRS, 29, 1, {tags = {"edge"}, note = "29 values, each beside all others"}),
    problems("shared", "schedule", SHARED, 12, 1, {note = "two memory slices, and each value is read four times"}),
    problems("hidden-graphs", "schedule", ANY, 0, gen.pick{20, 30}, {N = 50, hidden = true}),
    problems("chain", "schedule", CHAIN, 60, 1, {tags = {"gate"}, note = "one value, again and again"}),
    problems("late", "schedule", LATE, 60, 1, {tags = {"gate"}, note = "a chain behind much that nobody waits for"}),
    problems("tangle", "schedule", ANY, 120, 4, {tags = {"gate", "bench"}}),
    problems("fork-join", "schedule", FORK_JOIN, 128, 1, {tags = {"gate", "bench"}}),
    problems("layer", "schedule", LAYER, SIDE, 1, {tags = {"gate", "bench"}, note = "y = relu(W x) in tiles"}),
  },
  counters = {clocks = "cycles of the plans", least = "cycles by the bound",
              short_pct = "the bound's share of the plans' cycles, %"},
  gates = {
    gate{id = "chain", call = "schedule", case = "chain", counter = "clocks", op = "<=", value = 1.1*LEAST.chain,
         why = "a value that is needed next waits in the slice between those that make and take it"},
    gate{id = "odd-latencies", call = "schedule", case = "odd-latencies", counter = "short_pct", op = ">=",
         value = 100/1.1, why = "whatever the latencies are: at most 1.1 of the bound"},
    gate{id = "tangle", call = "schedule", case = "tangle", counter = "short_pct", op = ">=", value = 100/1.1,
         why = "what is free in an early cycle is still free when a later node is placed: at most 1.1 of the bound"},
    gate{id = "late", call = "schedule", case = "late", counter = "clocks", op = "<=", value = 1.1*LEAST.late,
         why = "what has the longest way behind it goes first, wherever it stands: at most 1.1 of the bound"},
    gate{id = "layer", call = "schedule", case = "layer", counter = "clocks", op = "<=", value = 1.35*LEAST.layer,
         why = "the nearest slice has one port like all others: accesses are spread"},
    gate{id = "fork-join-least", call = "schedule", case = "fork-join", counter = "least", op = "==",
         value = LEAST["fork-join"], why = "the bound that the lesson works out"},
    gate{id = "layer-least", call = "schedule", case = "layer", counter = "least", op = "==", value = LEAST.layer,
         why = "the bound that the cost card asks for"},
    gate{id = "chain-least", call = "schedule", case = "chain", counter = "least", op = "==", value = LEAST.chain,
         why = "the bound that the lesson shows"},
  },
  bench = {
    bench{id = "layer", call = "schedule", case = "layer", metric = "counter:short_pct", title = "a layer",
          stages = {bronze = .85, silver = .95, gold = 1}, why = "cycles of the plan, the same on each machine"},
    bench{id = "fork-join", call = "schedule", case = "fork-join", title = "a sum of products",
          metric = "counter:short_pct",
          stages = {bronze = .85, silver = .95, gold = 1}, why = "the vector unit is wanted in every cycle"},
    bench{id = "tangle", call = "schedule", case = "tangle", title = "graphs of any form",
          metric = "counter:short_pct",
          stages = {bronze = .85, silver = .95, gold = 1}, why = "the longest way is wanted in every cycle"},
  },

  predict = {
    predict{id = "adds", axis = "flops", unit = "1", answer = "f.side*(f.side - 1)",
            ask = [[y = relu(W x) in {{= f.side}} x {{= f.side}} tiles: each product of a tile is an instruction of a
              matrix unit. How many additions of products does the vector unit make?]],
            worked = "A row of {{= f.side}} products takes {{= f.side - 1}}, and there are {{= f.side}} rows."},
    predict{id = "accesses", axis = "bytes", unit = "1", answer = "f.accesses",
            ask = "Products and additions read two values and write one. How many reads and writes are there?",
            worked = [[{{= f.side^2}} products and {{= f.side*(f.side - 1)}} additions, three each:
              {{= f.accesses}}.]]},
    predict{id = "per-slice", axis = "intensity", unit = "1", answer = "f.accesses/f.chip.memories", rtol = .02,
            ask = "How many is that for each of {{= f.chip.memories}} memory slices?",
            worked = "{{= f.accesses}} / {{= f.chip.memories}}, if they are spread evenly. Each takes a cycle."},
    predict{id = "least", axis = "parallelism", unit = "1", answer = "f.least.layer", rtol = .03,
            ask = [[The first addition can begin in cycle {{= f.head}}, and {{= f.tail}} cycles remain from the issue
              of the last one on. How many cycles does the layer take at least, if only the vector unit counts?]],
            worked = [[{{= f.head}} + {{= f.side*(f.side - 1)}} - 1 + {{= f.tail}} = {{= f.least.layer}}.]]},
    predict{id = "failure", axis = "failure",
            choices = {"the chip waits until it comes", "the instruction works on whatever is on the stream",
                       "the chip stops with a fault"},
            answer = "the instruction works on whatever is on the stream",
            ask = "A plan has a value come one cycle after the instruction that takes it. What happens on the chip?",
            worked = "Nothing checks. This is why a plan is proven before it runs."},
  },

  facts = function()
    local m = models.llama3_70b
    local layer = 2*m.d*m.d + 2*m.d*m.Hkv*m.hd + 3*m.d*m.ff + 2*m.d
    local c = CHIP
    -- first addition: read two places from the west matrix unit, product, way to the vector unit over a memory
    local product = c.mem + 2
    local head = product + c.mxm + (c.vxm - c.west) + 1 + c.mem
    local tail = c.vec + 1 + 1
    return {
      chip = c, least = LEAST, side = SIDE, wall = WALL, head = head, tail = tail, product = product,
      accesses = 3*(SIDE*SIDE + SIDE*(SIDE - 1)),
      sum = function(n) return head + (n - 1) - 1 + tail end,
      trip = function(lat, d, mem) return lat + d + 1 + mem + d end,
      sram = 230e6, -- Abts et al., 2020
      N70 = m.L*layer + 2*m.V*m.d + m.d,
    }
  end,

  questions = {
    q.num{id = "chips", unit = "1", rtol = .002,
      ask = [[A chip has {{= n(f.sram/1e6)}} MB of SRAM and no other memory. How many of them hold
        {{= n(f.N70/1e9, 2)}} billion weights of {{= p.bits}} bits at least, and nothing else?]],
      vary = {bits = {8, 16, 4}},
      answer = function(f, p) return math.ceil(f.N70*p.bits/8/f.sram) end,
      wrong = {{value = function(f, p) return math.ceil(f.N70*p.bits/8/80e9) end,
                hint = "That is with 80 GB of DRAM beside each chip. Here there is none."},
               {value = function(f, p) return math.ceil(f.N70*p.bits/f.sram) end, hint = "Eight bits are a byte."}},
      worked = [[{{= gb(f.N70*p.bits/8)}} over {{= n(f.sram/1e6)}} MB: {{= n(f.N70*p.bits/8/f.sram, 1)}}, rounded up.
        What a GPU keeps in one or two memories is spread over racks, and the schedule spans all their links.]]},
    q.num{id = "read-cycle", unit = "1", rtol = .0001,
      ask = [[An instruction is issued at place {{= p.q}} in cycle {{= p.t}}. One of its values is in the memory slice
        at place {{= p.m}}, whose latency is {{= p.lat}}. In which cycle must the slice issue its read?]],
      vary = {q = {9, 14}, t = {120, 87}, m = {3, 6}, lat = {2, 5}},
      answer = function(_, p) return p.t - (p.q - p.m) - p.lat end,
      wrong = {{value = function(_, p) return p.t - p.lat end, hint = "How does it get to place {{= p.q}}?"},
               {value = function(_, p) return p.t - (p.q - p.m) end,
                hint = "The read itself takes time until its value is on a stream."}},
      worked = [[{{= p.q - p.m}} places take {{= p.q - p.m}} cycles, the slice {{= p.lat}}: {{= p.t}} -
        {{= p.q - p.m}} - {{= p.lat}}. Not at the latest: exactly then.]]},
    q.num{id = "sum-bound", unit = "1", rtol = .0001,
      ask = [[{{= p.n}} products are summed up by one vector unit on the lab's chip. Its first addition can be issued
        in cycle {{= f.head}}, and from the issue of any addition to the end of its write {{= f.tail}} cycles pass.
        How many cycles does the bound "slice" of that unit say?]],
      vary = {n = {24, 64, 256}},
      answer = function(f, p) return f.sum(p.n) end,
      wrong = {{value = function(f, p) return f.sum(p.n) + 1 end, hint = "A sum of n takes n - 1 additions."},
               {value = function(f, p) return f.sum(p.n) - f.tail + 1 end,
                hint = "The last addition has to get into a memory, too."}},
      worked = [[{{= p.n - 1}} additions, the first in cycle {{= f.head}}, the last not before
        {{= f.head + p.n - 2}}, and {{= f.tail}} cycles more: {{= f.sum(p.n)}}.]]},
    q.num{id = "round-trip", unit = "1", rtol = .0001,
      ask = [[A result is made by a unit of latency {{= p.lat}} and taken by the same unit next. It is kept in a memory
        slice {{= p.d}} places away, whose latency is {{= p.mem}}. From the issue of the one to the issue of the other,
        how many cycles at least?]],
      vary = {lat = {4, 12}, d = {1, 3, 6}, mem = {2, 5}},
      answer = function(f, p) return f.trip(p.lat, p.d, p.mem) end,
      wrong = {{value = function(f, p) return f.trip(p.lat, p.d, p.mem) - 1 end,
                hint = "Can a value be read in the cycle in which it is written?"},
               {value = function(f, p) return f.trip(p.lat, p.d, p.mem) - p.d end, hint = "There and back."}},
      worked = [[{{= p.lat}} to be on a stream, {{= p.d}} there, 1 to be written, {{= p.mem}} to be read, {{= p.d}}
        back: {{= f.trip(p.lat, p.d, p.mem)}}. Each place nearer saves two.]]},
    q.choice{id = "one-slice",
      ask = "Two values of one node are kept in the same memory slice. When can the node be issued?",
      options = {"One cycle later than otherwise: the second read waits", "Never",
                 "Whenever both reads find a free stream", "If the slice is next to the unit"},
      answer = 2,
      worked = [[Both values must be at the unit in one cycle, so both would have to be read in one cycle, and a slice
        issues one instruction. Nothing can wait on the way. Place is decided before time.]]},
    q.choice{id = "registers",
      ask = [[lab.h only counts the values in each place, direction and cycle. Why is it enough that there are never
        more than `streams`?]],
      options = {"It is not: a value might have to change its register on the way",
                 "Values of one direction that can meet move side by side, so each is an interval of one line",
                 "Because values are overwritten when they collide", "Because streams is at least 2"},
      answer = 2,
      worked = [[All values of a direction move at one place a cycle, so two that are ever together stay on the same
        diagonal, where each takes an interval of places. Intervals of which no more than s overlap anywhere can be
        given s registers, from one end to the other.]]},
    q.choice{id = "late",
      ask = "What does such a chip do in the worst case that a GPU does not?",
      options = {"It takes longer than in the mean", "It takes exactly as long as in the best case",
                 "It drops requests", "It throttles its memory"},
      answer = 2,
      worked = [[No cache can miss, no queue can be full. The 99th percentile of a kernel's time is its median. What is
        not known in advance, as the length of a text, has to be padded or planned for each length.]]},
    q.choice{id = "dynamic",
      ask = "Which of these is hardest to compile for it?",
      options = {"A matrix product of fixed shape", "A softmax over a fixed length",
                 "A lookup whose addresses are known when the values come", "A chain of element-wise operations"},
      answer = 3,
      worked = [[Which slice answers, and from how far away, depends on the address: the plan has to hold for all of
        them, so it waits as for the furthest.]]},
  },

  hints = {
    {on = "case:few-nodes", [[Take one node, and write down the cycle and place of its reads, its instructions and its
      write. A read may be in a cycle before 0: a table that begins at 0 loses it.]]},
    {on = "call:replay", [[A value is in a register at its first place and at its last, too. Which direction does it
      have if it goes to a lower place?]]},
    {on = "case:bound-by-slice", "The unit that all need decides: its first issue, one more for each, and the rest."},
    {on = "call:bound", [[Go over the nodes in order. An operand's shortest way is over the memory slice that makes
      the sum of both distances and that slice's latency least, and two operands need not agree.]]},
    {on = "case:pressure", [[Three units stand behind all memories, and what goes to the last of them passes the
      others. Count registers before you decide.]]},
    {on = "gate:chain", [[Where does the value wait? Each place away from the shortest way costs two cycles, there
      and back.]]},
    {on = "gate:odd-latencies", "Are your distances those of this chip, or do you expect one latency everywhere?"},
    {on = "gate:tangle", "Begin the search at the first cycle that the values allow, not behind the node before."},
    {on = "gate:late", "Which node first? The one with the most cycles behind it, not the lowest number."},
    {on = "gate:layer", "Count the accesses of each memory slice. Is the nearest one busy in every cycle?"},
    {on = "call:schedule", [[First a plan that is right: places such that no two values of a node share a slice, and
      each node after the write of all before. Then let each node take the first cycle in which everything is free.]]},
  },

  points = {correct = 45, sanitize = 5, profile = 15, perf = 10, answers = 25},
}
