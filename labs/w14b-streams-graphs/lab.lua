-- w14b-streams-graphs: copies and kernels at once, a list of kernels on several streams, a graph, and a time.

-- A machine for the cases: times in ns, about those of a GPU on PCIe; cells stand for so many bytes as make them so.
local BASE = {host_ns = 2000, copy_ns = 1000, h2d_ns = 100, d2h_ns = 100, kernel_ns = 2000, cell_ns = 100, engines = 2,
              lanes = 4, graph_ns = 3000, node_ns = 100, pinned = 1, host_cells = 1, dev_cells = 1}

local function case(id, call, c, more)
  c.id, c.calls = id, {call}
  for _, t in ipairs{BASE, more or {}} do
    for k, v in pairs(t) do
      if t ~= BASE or c[k] == nil then c[k] = v end
    end
  end
  return c
end
local function chunks(id, n, cells, ns, more)
  return case(id, "overlap", {chunks = n, cells = cells, ns = ns, cap = 4096, host_cells = 40000, dev_cells = 4096},
              more)
end
local function dag(id, n, kind, ns, more)
  return case(id, "run_dag", {n = n, kind = kind, ns = ns, cap = 4096, dev_cells = 64*210, cell_ns = 1000}, more)
end
local function steps(id, n, count, more)
  return case(id, "replay", {n = n, kind = 0, steps = count, cap = 4096, dev_cells = 4096, kernel_ns = 500,
                            cell_ns = 10}, more)
end
local function span(id, n, busy, more)
  return case(id, "span_ns", {n = n, kind = 0, busy = busy, cap = 1024, dev_cells = 4096}, more)
end
local EDGE = {tags = {"edge"}}
local function edge(more)
  more.tags = {"edge"}
  return more
end

-- Chunks of three equal stages one after the other, and overlapped.
local function apart(n) return 3*n end
local function piped(n) return n + 2 end
-- The part of the time that a GPU works, with kernels of `us` that each cost the host `call`.
local function busy(us, call) return us/math.max(us, call) end

return lab {
  api = 1, rev = 1, id = "w14b-streams-graphs", title = "Streams, events, graphs, cooperative launch",
  kind = "system", week = 14, part = 2, domain = {"cuda", "runtime"},
  seeds = {"S003-W14", "S003-W14-C2", "S003-W14-C3", "S003-W14-C4", "S003-W14-C5", "S001-09", "S004-C02-T04"},
  requires = {"w01-roofline", "g01-cuda-first"}, suggests = {"w14-cpasync-layernorm"},
  hours = {read = 4.5, lab = 3},
  durable = {"An order is made by a stream, an event or a wait, and by nothing else",
             "An engine takes its work in the order of the calls: issue what can run before what must wait",
             "Launches are paid for by the host: record once, replay for the price of one call",
             "Time work between two events of its own stream"},
  ephemeral = {{"What a launch and a node of a graph cost", as_of = "2026-11"}},
  readings = {
    {"cudagraphs", hours = 2, look_for = [[where the time per kernel stands before and after, and what a graph cannot
      record]]},
    {"streamsync", hours = 1, look_for = [[which calls synchronise without saying so; the two kinds of default
      stream]]},
    {"coopgroups", hours = 1.5, look_for = [[grid-wide barriers: what a cooperative launch has to promise, and what
      it replaces]]},
  },

  lang = "c", backends = {"cpu"},
  edit = {"streams.c"},
  reference = "ref.c", ladder = {"naive.c", "ref.c"},
  limits = {wall_s = 10, mem_MiB = 512, threads = 1},
  partial = "function",
  points = {correct = 45, sanitize = 10, profile = 20, perf = 10, answers = 15},

  buffers = {
    machine = {dtype = "i64", shape = {13}, dist = gen.custom"machine"},
    nodes = {dtype = "i64", shape = {"n", 6}, dist = gen.custom"nodes", note = "out a b cells dep dep"},
    log = {dtype = "i64", shape = {"cap", 8}, note = "the calls, one by one"},
    ["end"] = {dtype = "i64", shape = {2}, note = "how many calls, what was returned"},
  },

  calls = {
    span_ns = call{harness = true, verify = "span", title = "a time between two events",
                args = {i32"n", i32"busy", input"machine", input"nodes", output"log", output"end"}},
    overlap = call{harness = true, verify = "overlap", title = "copies beside kernels",
                   args = {i32"chunks", i64"cells", i32"ns", input"machine", output"log", output"end"}},
    run_dag = call{harness = true, verify = "dag", title = "a list of kernels on several streams",
                   args = {i32"n", i32"ns", input"machine", input"nodes", output"log", output"end"}},
    replay = call{harness = true, verify = "replay", title = "steps from a graph",
                  args = {i32"n", i32"steps", input"machine", input"nodes", output"log", output"end"}},
  },

  cases = {
    span("nothing", 0, 0, EDGE), span("one-kernel", 1, 0, EDGE), span("alone", 6, 0, {kind = 6}),
    span("others-at-work", 6, 20, {kind = 6, note = "two other streams have kernels under way"}),
    span("slow-calls", 3, 10, {host_ns = 9000}),
    span("hidden-span", gen.pick{2, 5, 9}, gen.pick{4, 12}, {kind = 6, hidden = true}),

    chunks("no-chunks", 0, 4, 2, EDGE), chunks("one-chunk", 1, 16, 2, EDGE),
    chunks("one-place", 5, 16, 1, edge{note = "room for one chunk: nothing can overlap"}),
    chunks("two-places", 7, 32, 2), chunks("three-places", 8, 64, 3),
    chunks("more-places", 3, 32, 6, edge{note = "more places than chunks"}),
    chunks("many-chunks", 60, 50, 4),
    chunks("one-engine", 12, 64, 3, {engines = 1, note = "copies in and out share an engine"}),
    chunks("one-engine-two-places", 9, 64, 2, {engines = 1}),
    chunks("slow-copies", 10, 64, 3, {h2d_ns = 400, d2h_ns = 300}),
    chunks("slow-kernels", 10, 64, 3, {cell_ns = 700}),
    chunks("pageable", 6, 64, 3, edge{pinned = 0, note = "copies return when they are done"}),
    chunks("hidden-chunks", gen.pick{11, 23}, gen.pick{20, 48}, gen.pick{2, 3, 5},
           {hidden = true, engines = gen.pick{1, 2}}),

    dag("no-kernels", 0, 3, 2, EDGE), dag("one-node", 1, 3, 3, EDGE),
    dag("chain", 20, 0, 4, edge{note = "each behind the one before: an order that one stream has by itself"}),
    dag("apart", 24, 1, 4, {note = "nothing depends on anything"}),
    dag("fork-and-join", 41, 2, 4), dag("two-chains", 21, 5, 2), dag("neighbours", 40, 4, 4),
    dag("overwritten", 60, 7, 4, {note = "buffers that one kernel reads and the next one overwrites"}),
    dag("one-stream", 30, 3, 1, EDGE), dag("drawn", 120, 3, 4), dag("eight-streams", 150, 3, 8, {lanes = 8}),
    dag("hidden-dag", gen.pick{50, 90}, gen.pick{2, 3, 4}, gen.pick{3, 4}, {hidden = true}),

    steps("no-steps", 5, 0, EDGE), steps("one-step", 5, 1, EDGE), steps("one-kernel-a-step", 1, 9, EDGE),
    steps("full-graph", 64, 3, edge{note = "as many nodes as a graph can have"}),
    steps("training", 24, 40),
    steps("in-turn", 7, 5, {kind = 6, note = "three buffers: the order counts"}),
    steps("long-calls", 16, 20, {host_ns = 7000, graph_ns = 8000}),
    steps("hidden-steps", gen.pick{7, 30}, gen.pick{5, 17}, {kind = 6, hidden = true}),

    chunks("two-engines-gate", 24, 64, 3, {tags = {"gate", "bench"}}),
    chunks("one-engine-gate", 24, 64, 3, {engines = 1, tags = {"gate", "bench"}}),
    chunks("two-places-gate", 24, 64, 2, {engines = 1, tags = {"gate"}}),
    chunks("five-places-gate", 24, 64, 5, {h2d_ns = 50, cell_ns = 300, tags = {"gate"}}),
    dag("two-chains-gate", 61, 5, 2, {tags = {"gate"}}),
    dag("eight-streams-gate", 120, 1, 8, {lanes = 8, tags = {"gate"}}),
    dag("dag-gate", 120, 4, 4, {tags = {"gate", "bench"}}),
    dag("chain-gate", 60, 0, 4, {tags = {"gate"}}),
    dag("forks-gate", 81, 2, 4, {tags = {"gate"}}),
    steps("steps-gate", 32, 50, {tags = {"gate", "bench"}}),
  },
  counters = {calls = "calls that the host made", waits = "waits of a stream for an event",
              vtime_us = "virtual time, µs", speed = "of the best schedule's speed",
              slower = "times the best schedule's time"},
  gates = {
    gate{id = "both-engines", call = "overlap", case = "two-engines-gate", counter = "slower", op = "<=", value = 1.02,
         why = "while one chunk computes, the next comes and the last one goes"},
    gate{id = "shared-engine", call = "overlap", case = "one-engine-gate", counter = "slower", op = "<=", value = 1.02,
         why = "no copy that has to wait stands in front of one that could run"},
    gate{id = "two-places", call = "overlap", case = "two-places-gate", counter = "slower", op = "<=", value = 1.02,
         why = "also with two places one chunk computes while the other is copied"},
    gate{id = "five-places", call = "overlap", case = "five-places-gate", counter = "slower", op = "<=", value = 1.02,
         why = "the slowest stage never waits, however many places there are"},
    gate{id = "both-chains", call = "run_dag", case = "two-chains-gate", counter = "slower", op = "<=", value = 1.1,
         why = "two streams are at work where there are two"},
    gate{id = "eight-streams", call = "run_dag", case = "eight-streams-gate", counter = "slower", op = "<=",
         value = 1.3,
         why = "eight streams are at work where there are eight"},
    gate{id = "lanes-busy", call = "run_dag", case = "dag-gate", counter = "slower", op = "<=", value = 1.1,
         why = "kernels that do not depend on each other run at once"},
    gate{id = "forks", call = "run_dag", case = "forks-gate", counter = "slower", op = "<=", value = 1.25,
         why = "a branch waits for the fork, and not for the branch that was issued before it"},
    gate{id = "no-event-in-a-chain", call = "run_dag", case = "chain-gate", counter = "waits", op = "==", value = 0,
         why = "a stream keeps its own order"},
    gate{id = "one-call-a-step", call = "replay", case = "steps-gate", counter = "calls", op = "<=",
         value = "2*n + steps + 8", why = "the list is recorded once and launched by one call a step"},
    gate{id = "replay-time", call = "replay", case = "steps-gate", counter = "slower", op = "<=", value = 1.05,
         why = "the device does not wait for the host between kernels"},
  },
  bench = {
    bench{id = "overlap", call = "overlap", case = "two-engines-gate", metric = "counter:speed",
          title = "speed of the chunks", stages = {bronze = .6, silver = .9, gold = .98}, why = "virtual time"},
    bench{id = "shared", call = "overlap", case = "one-engine-gate", metric = "counter:speed",
          title = "speed with one copy engine", stages = {bronze = .6, silver = .9, gold = .98}, why = "virtual time"},
    bench{id = "dag", call = "run_dag", case = "dag-gate", metric = "counter:speed",
          title = "speed of the list", stages = {bronze = .5, silver = .8, gold = .95}, why = "virtual time"},
    bench{id = "replay", call = "replay", case = "steps-gate", metric = "counter:speed",
          title = "speed of the steps", stages = {bronze = .6, silver = .9, gold = .98}, why = "virtual time"},
  },

  predict = {
    predict{id = "flops", axis = "flops", unit = "1", answer = "f.apart(8)", rtol = .01,
            ask = [[Eight chunks, three stages of one unit of time each (copy in, compute, copy out), nothing at
              once: how
              many units?]], worked = "8 · 3."},
    predict{id = "bytes", axis = "bytes", unit = "1", answer = "f.piped(8)", rtol = .01,
            ask = "The same, with all three stages at work at once wherever they can?",
            worked = "One chunk leaves each unit, and the first needs three: 8 + 2."},
    predict{id = "intensity", axis = "intensity", unit = "%", answer = "100*f.busy(2, 5)", rtol = .02,
            ask = [[Kernels of 2 µs, launched one by one at 5 µs a launch: for which part of the time does the GPU
              work?]],
            worked = "2 of every 5 µs."},
    predict{id = "parallelism", axis = "parallelism", unit = "1", answer = "3", rtol = .01,
            ask = "How many chunks must have room on the device so that all three stages can be at work?",
            worked = "One that comes, one that computes, one that goes."},
    predict{id = "failure", axis = "failure",
            choices = {"results that are right on most days", "an error at the launch", "a deadlock"},
            answer = "results that are right on most days",
            ask = [[An event is missing between a kernel and the copy of its result in another stream. What do you
              see?]]},
  },

  facts = function()
    local f = {apart = apart, piped = piped, busy = busy, machine = BASE, STAGES = 3}
    f.limit = 3
    -- A straight graph by NVIDIA's figures (2024): the host's cost for n nodes, in µs.
    f.graph_us = function(n) return 2.5 + n/1000 end
    f.one_by_one = function(n, us, call) return n*math.max(us, call) end
    f.as_graph = function(n, us) return math.max(n*us, f.graph_us(n)) end
    -- Chunks whose stages take a, b and c, with two copy engines, and with one that both copies share.
    f.two = function(n, a, b, c) return a + b + c + (n - 1)*math.max(a, b, c) end
    f.one = function(n, a, b, c) return math.max(n*(a + c), a + b + c + (n - 1)*math.max(a + c, b)) end
    -- Four chunks of 32 MiB that are copied by a synchronous call, in ms; the rates are made up, of a usual size.
    local slow = {rate = 10e9, pinned = 25e9, kernel = .8}
    slow.copy, slow.fast = 2^25/slow.rate*1e3, 2^25/slow.pinned*1e3
    slow.chunk = 2*slow.copy + slow.kernel
    f.slow = slow
    f.critical = function(t) local s = 0 for _, x in ipairs(t) do s = s + x end return s end
    return f
  end,

  questions = {
    q.num{id = "pipe", unit = "x", rtol = .01,
      ask = "{{= p.n}} chunks of three equal stages. How many times as fast is the overlapped run?",
      vary = {n = {4, 12, 30}},
      answer = function(f, p) return f.apart(p.n)/f.piped(p.n) end,
      wrong = {{value = function() return 3 end, hint = [[That is the limit for many chunks: the first has to
        come, the last to go.]]}},
      worked = "{{= f.apart(p.n)}} units against {{= f.piped(p.n)}}."},
    q.num{id = "uneven", unit = "ms", rtol = .01,
      ask = [[{{= p.n}} chunks: copy in {{= p.a}} ms, kernel {{= p.b}} ms, copy out 2 ms, two copy engines, room for
        all.
        How long does the overlapped run take?]],
      vary = {n = {10, 20}, a = {3, 6}, b = {4, 5}},
      answer = function(f, p) return f.two(p.n, p.a, p.b, 2) end,
      wrong = {{value = function(_, p) return p.n*math.max(p.a, p.b) end,
                hint = "The first chunk's other stages, and the last one's, have nothing to hide behind."},
               {value = function(_, p) return p.n*(p.a + p.b + 2) end, hint = "That is without overlap."}},
      worked = [[The slowest stage takes {{= math.max(p.a, p.b)}} ms a chunk; the first chunk takes
        {{= p.a + p.b + 2}} ms,
        the others follow {{= math.max(p.a, p.b)}} ms apart.]]},
    q.num{id = "engine", unit = "ms", rtol = .01,
      ask = [[{{= p.n}} chunks: copy in 3 ms, kernel {{= p.b}} ms, copy out 3 ms, and one copy engine for both. What
        is the
        least time that the engine alone needs?]],
      vary = {n = {8, 20}, b = {2, 5}},
      answer = function(_, p) return p.n*6 end,
      wrong = {{value = function(_, p) return p.n*3 end, hint = "In and out share it."}},
      worked = "{{= p.n}} · (3 + 3) ms. Kernels of {{= p.b}} ms hide behind that."},
    q.num{id = "launch", unit = "%", rtol = .01,
      ask = [[A step of {{= p.n}} kernels of {{= p.us}} µs each; a launch costs the host 5 µs. For which part of the
        time
        does the GPU work?]],
      vary = {n = {1000, 300}, us = {1, 2, 4}},
      answer = function(f, p) return 100*f.busy(p.us, 5) end,
      wrong = {{value = function(_, p) return 100*p.us/(p.us + 5) end,
                hint = "The host issues the next launch while the kernel runs: the longer of the two decides."}},
      worked = "One kernel every 5 µs, {{= p.us}} µs of work in each."},
    q.num{id = "graph", unit = "x", rtol = .02,
      ask = [[The same step of {{= p.n}} kernels of {{= p.us}} µs, at 5 µs a launch, against a graph whose launch
        costs the
        host 2.5 µs and a thousandth of a µs for each node (NVIDIA's figure for straight graphs; it depends on the
        version).
        How many times as fast is a step?]],
      vary = {n = {1000, 400}, us = {1, 2}},
      answer = function(f, p) return f.one_by_one(p.n, p.us, 5)/f.as_graph(p.n, p.us) end,
      wrong = {{value = function(f, p) return 5*p.n/f.graph_us(p.n) end,
                hint = "The kernels themselves still have to run."}},
      worked = [[{{= n(f.one_by_one(p.n, p.us, 5))}} µs against {{= n(f.as_graph(p.n, p.us))}} µs: the device is the
        limit
        now.]]},
    q.num{id = "critical", unit = "µs", rtol = .01,
      ask = [[A: {{= p.a}} µs. B (7 µs) and C ({{= p.c}} µs) depend on A, D (3 µs) on both. With enough streams and
        lanes, and
        launches that cost nothing: from the start of A to the end of D?]],
      vary = {a = {4, 6}, c = {5, 9, 12}},
      answer = function(_, p) return p.a + math.max(7, p.c) + 3 end,
      wrong = {{value = function(_, p) return p.a + 7 + p.c + 3 end, hint = "B and C run at once."}},
      worked = "The longest way: A, {{= p.c > 7 and \"C\" or \"B\"}}, D."},
    q.choice{id = "default", answer = 2,
      ask = [[Kernels in streams 1 and 2 overlap nicely. Somebody adds a small cudaMemset in the legacy default stream
        between them. What happens?]],
      options = {"Nothing: it is another stream", "It waits for all before it, and all behind it wait for it",
                 "An error", "It runs first"},
      worked = [[The legacy default stream is ordered with every stream that is not non-blocking. Per-thread default
        streams
        (--default-stream per-thread) are not.]]},
    q.diagnose{id = "in-name-only", source = "made",
      from = "copies through a buffer of the driver's at {{= si(f.slow.rate, 'B/s')}}",
      ask = [[Four chunks of 32 MiB: cudaMemcpyAsync in, a kernel, cudaMemcpyAsync out, a stream for each chunk. Nothing
        overlaps. What is it, which lines show it, and what is changed first?]],
      title = "a profiler's timeline, and what else is known",
      lines = {
        {"chunk 0 in: 0 to {{= n(f.slow.copy, 2)}} ms, {{= si(f.slow.rate, 'B/s')}}", role = "for"},
        {"chunk 0, kernel: {{= n(f.slow.copy, 2)}} to {{= n(f.slow.copy + f.slow.kernel, 2)}} ms", role = "neutral"},
        {"chunk 0 out: {{= n(f.slow.copy + f.slow.kernel, 2)}} to {{= n(f.slow.chunk, 2)}} ms", role = "neutral"},
        {"chunk 1 in begins at {{= n(f.slow.chunk, 2)}} ms", role = "for"},
        {"four streams in use, all made with cudaStreamNonBlocking", role = "against",
         hint = "Such streams do not wait for the legacy default stream, nor for each other."},
        {"the host is inside each cudaMemcpyAsync for {{= n(f.slow.copy - .05, 2)}} ms", role = "for"},
        {"the host's buffers are from malloc", role = "for"},
        {"two copy engines are reported", role = "against",
         hint = "One engine for each direction: copies in and out could run at once."},
        {"the kernel's occupancy is 50 %", role = "neutral"},
        {"all four chunks: {{= n(4*f.slow.chunk, 1)}} ms", role = "neutral"},
      },
      claims = {"The legacy default stream orders all that was launched",
                "The copies are asynchronous in name only: their memory is pageable",
                "There are too few copy engines", "The kernel is too long to be hidden"}, claim = 2,
      fixes = {"Pin the buffers: cudaHostAlloc, cudaHostRegister", "Cut it into more chunks",
               "Use more streams for a chunk", "Give the kernel larger blocks"}, fix = 1,
      hints = {claim = {[1] = "Line 5: which streams are these?",
                        [3] = "Line 8. And one engine alone could serve a copy in.",
                        [4] = "Lines 1 and 2: which of the two is the longer?"},
               fix = {[2] = "Each of them would be copied by a call that does not return before it is done.",
                      [3] = "Streams do not help a call that does not return.",
                      [4] = "The kernel is a tenth of the time."}},
      worked = [[The pages of pageable memory may move, so that the driver copies through a pinned buffer of its own,
        and the call returns when that is done. With pinned buffers at {{= si(f.slow.pinned, "B/s")}}, say, the same
        four chunks take {{= n(f.two(4, f.slow.fast, f.slow.kernel, f.slow.fast), 1)}} ms in place of
        {{= n(4*f.slow.chunk, 1)}} ms. Pinned pages are missed elsewhere: pin what is copied again and again.]]},
    q.choice{id = "event", answer = 4,
      ask = "cudaStreamWaitEvent(s2, e) is called before cudaEventRecord(e, s1). What does s2 wait for?",
      options = {"For the record that comes later", "For all of s1", "For ever", [[For nothing: e has not been
        recorded]]},
      worked = "An event that was never recorded is over. If it had been recorded earlier, s2 would wait for that."},
    q.choice{id = "grid", answer = 1,
      ask = [[A reduction over a grid that ends in a grid-wide barrier needs a cooperative launch. What does that
        promise?]],
      options = {"All blocks are resident at once, or the launch is refused", [[Blocks start in the order of their
        numbers]],
                 "The kernel has the GPU for itself", "Barriers cost nothing"},
      worked = [[A block that waits for one that has not started waits for ever. So the grid may be no larger than
        what
        fits: SMs times blocks an SM.]]},
    q.multi{id = "orders", ask = "Which of these order a kernel in s1 before a kernel in s2?",
      options = {"an event recorded behind it in s1, for which s2 waits", "the calls' order on the host",
                 "cudaStreamSynchronize(s1) between the two launches", [[a copy in the legacy default stream between
                   them]],
                 "a stream priority"},
      answer = {1, 3, 4}, worked = [[The order of the calls orders nothing between streams, and a priority is a
        wish.]]},
    q.text{id = "race", min_words = 40,
      ask = [[A training loop copies the next batch in stream 1 and computes in stream 2. The loss is right in nine
        of ten
        runs. Say which two orders have to be there for two buffers, how you would make each, and what tells you
        that one
        is missing.]],
      rubric = {"the batch is there before the kernel reads it: an event recorded in stream 1 behind the copy",
                "the kernel is done with a buffer before the next copy overwrites it: an event recorded in stream 2",
                "stream 2 waits for the first, stream 1 for the second",
                "a race detector or a clock with adverse times, not a run that happened to be right"}},
  },

  hints = {
    {on = "build", match = {"undefined"}, "All four functions are asked for, each with the name and type of lab.h."},
    {on = "case:nothing", "Without kernels the two events follow each other."},
    {on = "case:others-at-work", "Which stream are your events in? Stream 0 waits for everybody's work."},
    {on = "case:slow-calls", "Time is from event to event, not from call to call."},
    {on = "case:no-chunks", "No chunk: issue nothing."},
    {on = "case:one-place", [[With one place the next copy in has to wait for the copy back of this chunk. How many
      chunks may a
      copy back come later?]]},
    {on = "case:more-places", "Chunk c goes to place c % ns, whether or not there are as many chunks."},
    {on = "case:pageable", [[Nothing overlaps here, and that is the machine's fault; the data have to be right all
      the same.]]},
    {on = "case:chain", "A kernel behind the last one of a stream needs no event there."},
    {on = "case:one-stream", "One stream: its order is enough."},
    {on = "case:no-steps", "Nothing is launched; a capture that is begun has to be ended."},
    {on = "case:full-graph", "64 kernels are 64 nodes: leave none out, and add none."},
    {on = "gate:both-engines", [[Draw three lines: copies in, kernels, copies out. Where does the first copy back
      stand in the
      list of calls?]]},
    {on = "gate:shared-engine", [[The engine takes copies in the order of your calls. Behind a copy back that waits
      for its
      kernel, the next copy in waits, too: issue that one first.]]},
    {on = "gate:two-places", [[With two places a copy back may be issued one chunk later: behind the next copy in, and
      before the one that needs its place.]]},
    {on = "gate:five-places", "Is a place free, and something to copy into it, and nobody does?"},
    {on = "gate:both-chains", "A kernel goes where what it depends on came last."},
    {on = "gate:eight-streams", "ns says how many streams there are. Use them all where there is work for them."},
    {on = "case:overwritten", [[A dependence may also say that a kernel reads what this one overwrites. Nothing is
      passed on, and the order counts all the same.]]},
    {on = "case:in-turn", "A step's kernels run in the order of the list, each time."},
    {on = "gate:lanes-busy", "Spread kernels that do not depend on each other over the streams."},
    {on = "gate:forks", [[An event stands for what was in its stream when it was recorded: record behind the kernel, not
      when somebody asks. And a stream with little work may still wait at a join: take the one that is free first.]]},
    {on = "gate:no-event-in-a-chain", "Put a kernel into the stream in which what it depends on came last."},
    {on = "gate:one-call-a-step", "Capture once, then vGraphLaunch for each step."},
    {on = "gate:replay-time", "A call for each kernel costs the host more than the kernels cost the device."},
    {on = "correct", [[The message names two calls, counted from 0. Write down the list of your calls for the
      smallest case.]]},
    {after = 3, "`ridge hint w14b-streams-graphs` shows the next tier; the third has the order of the calls."},
  },
}
