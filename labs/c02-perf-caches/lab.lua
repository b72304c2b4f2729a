-- c02-perf-caches: two models, a measurement of an unknown machine, and four programs to repair.

local KiB = 2^10
local STAGES = {bronze = .35, silver = .65, gold = .90}
local G, REQUESTS, STEPS, KEPT = 256, 4096, 32, 16384
local RANDOM, LOOP, SORTED, TURNS = 0, 1, 2, 3

local function make(calls, fields, more)
  fields.calls = calls
  for k, v in pairs(more or {}) do fields[k] = v end
  return fields
end

-- stride > 0: laps over `span` addresses; 0: anywhere in `span` KiB; -1: half of them in a hot part.
local function lru(id, line, sets, ways, n, stride, span, more)
  return make({"cache_run"}, {id = id, line = line, sets = sets, ways = ways, n = n, stride = stride, span = span},
              more)
end

local function outcomes(id, history, n, pattern, percent, period, more)
  return make({"branch_run"}, {id = id, history = history, n = n, pattern = pattern, percent = percent,
              period = period}, more)
end

local function ring(id, nodes, seed, more) return make({"chain_build"}, {id = id, nodes = nodes, seed = seed}, more) end
local function walk(id, nodes, steps, more)
  return make({"chain_walk"}, {id = id, nodes = nodes, steps = steps}, more)
end

local function machine(id, line, l1_sets, l1_ways, l2_sets, l2_ways, c1, c2, c3, more)
  return make({"probe"}, {id = id, line = line, l1_sets = l1_sets, l1_ways = l1_ways, l2_sets = l2_sets,
              l2_ways = l2_ways, c1 = c1, c2 = c2, c3 = c3}, more)
end

local function matrix(id, M, N, more) return make({"sum_cols"}, {id = id, M = M, N = N}, more) end
local function server(id, n, steps, more) return make({"table"}, {id = id, n = n, steps = steps}, more) end
local function steps(id, n, s, tag) return make({"steps"}, {id = id, n = n, steps = s, tags = {tag}}) end

-- nan > 0: one value in so many is NaN or the threshold itself.
local function values(id, n, t, nan, more) return make({"filter_ge"}, {id = id, n = n, t = t, nan = nan}, more) end
local function threads(id, T, n, shift, nan, more)
  return make({"count_ge"}, {id = id, threads = T, n = n, shift = shift, t = .25, nan = nan}, more)
end

local function EDGE(note) return {tags = {"edge"}, note = note} end
local GATE = {tags = {"gate"}}

return lab {
  api = 1, rev = 1, id = "c02-perf-caches", title = "What the hardware said: caches, prefetch, branches",
  kind = "system", part = 1, domain = {"memory", "systems"},
  seeds = {"S000-P1-T2", "S000-P1-T3", "S000-P1-L2", "S002-B-2", "S002-7-1"},
  requires = {}, suggests = {"w01-roofline"},
  hours = {read = 2, lab = 4},
  durable = {"Memory moves in lines: what counts is how much of each one is used",
             "Latency is seen only by who waits: a chain of loads, or a wrong guess",
             "A power of two between addresses is a few sets, whatever the cache's size",
             "Count first, then time: a counter says why, a clock only that"},
  ephemeral = {{"Sizes, ways and cycles of the modelled caches", as_of = "2026-11"},
               {"Nanoseconds of this lab's example machine", as_of = "2026-11"}},
  readings = {
    {"drepper", hours = 1.5, look_for = [[section 3.3.2: the curves of a list walked in order and at
      random: where are the steps, and why are they so much lower in order? Section 6.2: what is
      changed first, layout or code?]]},
    {"hp6", hours = .5, look_for = [[the memory hierarchy (chapter 2 and appendix B): the three C's of
      misses. Which of them does a stride of 4,096 bytes cause?]]},
  },

  lang = "c", backends = {"cpu"},
  edit = {"caches.c"},
  reference = "ref.c", ladder = {"naive.c", "ref.c"},
  limits = {wall_s = 10, mem_MiB = 1024, threads = 8},

  buffers = {
    address = {dtype = "u64", shape = {"n"}, dist = gen.custom"address"},
    missed = {dtype = "u8", shape = {"n"}, note = "1: access k missed"},
    taken = {dtype = "u8", shape = {"n"}, dist = gen.custom"taken"},
    wrong = {dtype = "u8", shape = {"n"}, note = "1: outcome k was mispredicted"},
    count = {dtype = "i64", shape = {"1"}},
    ring = {dtype = "u32", shape = {"nodes", "16"}},
    again = {dtype = "u32", shape = {"nodes", "16"}, note = "the same seed"},
    other = {dtype = "u32", shape = {"nodes", "16"}, note = "the next seed"},
    chain = {dtype = "u32", shape = {"nodes", "16"}, dist = gen.custom"chain"},
    at = {dtype = "u32", shape = {"1"}},
    found = {dtype = "i32", shape = {"7"}, note = "struct found"},
    loads = {dtype = "i64", shape = {"1"}},
    A = {dtype = "i32", shape = {"M", "N"}, dist = gen.custom"matrix"},
    sums = {dtype = "i64", shape = {"N"}},
    requests = {dtype = "u32", shape = {"n", "16"}, dist = gen.custom"requests"},
    store = {dtype = "u8", shape = {"n*64 + 4096"}, note = "yours"},
    after = {dtype = "u32", shape = {"n", "16"}},
    tokens = {dtype = "i64", shape = {"steps"}},
    x = {dtype = "f32", shape = {"n"}, dist = gen.custom"values"},
    kept = {dtype = "f32", shape = {"n"}},
    kept_n = {dtype = "i32", shape = {"1"}},
    total = {dtype = "i64", shape = {"1"}},
    slots = {dtype = "i64", shape = {"8"}},
    where = {dtype = "i64", shape = {"8"}, note = "offset of each slot from a line's start; -1: outside"},
  },

  calls = {
    cache_run = call{harness = true, args = {i32"line", i32"sets", i32"ways", input"address", output"missed",
                     output"count"}, verify = "cache", title = "a cache"},
    branch_run = call{harness = true, args = {i32"history", input"taken", output"wrong", output"count"},
                      verify = "branch", title = "a branch predictor"},
    chain_build = call{harness = true, args = {i32"nodes", i32"seed", output"ring", output"again",
                       output"other"}, verify = "build",
                       title = "one random ring"},
    chain_walk = call{harness = true, args = {i32"steps", input"chain", output"at"}, verify = "walk",
                      title = "a chain of loads"},
    probe = call{harness = true, args = {i32"line", i32"l1_sets", i32"l1_ways", i32"l2_sets", i32"l2_ways",
                 i32"c1", i32"c2", i32"c3", output"found", output"loads"}, verify = "probe",
                 title = "what machine is this?"},
    sum_cols = call{args = {i32"M", i32"N", input"A", output"sums"}, verify = "cols", title = "sums of columns"},
    table = call{harness = true, args = {i32"steps", input"requests", output"store", output"after",
                 output"tokens"}, verify = "table", title = "a table of requests"},
    steps = call{harness = true, asks = {fn = "table_step"},
                 args = {i32"steps", input"requests", output"store", output"tokens"},
                 verify = "steps", title = "steps of a server"},
    filter_ge = call{harness = true, args = {f32"t", input"x", output"kept", output"kept_n"},
                     verify = "filter", title = "filter without a branch"},
    count_ge = call{harness = true, args = {i32"threads", i32"shift", f32"t", input"x", output"total",
                    output"slots", output"where"}, verify = "count", title = "counters of threads"},
  },

  cases = {
    lru("one-access", 64, 1, 1, 1, 0, 1, EDGE()),
    lru("one-set", 64, 1, 3, 60, 64, 4, EDGE("four lines in turn, three ways: LRU never hits")),
    lru("stride-4032", 64, 64, 12, 200, 4032, 20, EDGE("20 lines, 4096 - 64 bytes apart")),
    lru("stride-4096", 64, 64, 12, 200, 4096, 20, EDGE("the same 4096 bytes apart: one set")),
    lru("stride-4160", 64, 64, 12, 200, 4160, 20, EDGE()),
    lru("fits-exactly", 64, 64, 12, 1536, 64, 768, EDGE("48 KiB, twice")),
    lru("one-line-more", 64, 64, 12, 1538, 64, 769, EDGE()),
    lru("far-apart", 64, 64, 4, 100, 2^40, 5, EDGE("five lines of one set, 1 TiB apart")),
    lru("one-set-of-700", 16, 1, 700, 1700, -1, 24, EDGE()),
    lru("thousand-sets", 32, 1024, 1, 1500, 0, 48, EDGE()),
    lru("direct", 32, 32, 1, 800, -1, 4),
    lru("anywhere", 128, 16, 5, 1500, -1, 32),
    lru("hidden-lru", gen.pick{32, 64, 128}, gen.pick{4, 16, 64}, gen.pick{1, 2, 7, 12}, 1200, gen.pick{0, -1},
        24, {hidden = true}),
    outcomes("one-branch", 0, 1, TURNS, 0, 1, EDGE()),
    outcomes("turns", 0, 400, TURNS, 0, 1, EDGE("not, taken, not, taken: a counter alone")),
    outcomes("turns-seen", 4, 400, TURNS, 0, 1, EDGE("the same with a history of 4")),
    outcomes("loop-10", 0, 500, LOOP, 0, 10),
    outcomes("loop-10-seen", 12, 1500, LOOP, 0, 10),
    outcomes("sorted", 0, 1000, SORTED, 50, 1),
    outcomes("coin", 8, 2000, RANDOM, 50, 1),
    outcomes("rare", 2, 2000, RANDOM, 5, 1),
    outcomes("hidden-branch", gen.pick{1, 3, 6, 11}, 1500, gen.pick{RANDOM, LOOP}, gen.pick{20, 70},
             gen.pick{3, 7, 11}, {hidden = true}),
    ring("alone", 1, 1, EDGE()),
    ring("pair", 2, 1, EDGE()),
    ring("ring-1000", 1000, 7),
    ring("hidden-ring", gen.pick{65, 512, 777}, gen.pick{2, 3, 4}, {hidden = true}),
    walk("no-step", 5, 0, EDGE()),
    walk("short", 10, 7),
    walk("far", 5001, 12345, EDGE("elements beyond 2^16")),
    walk("hidden-walk", gen.pick{11, 97, 640}, gen.pick{50, 333}, {hidden = true}),
    walk("in-l1", 768, 6144, {tags = {"gate"}, note = "48 KiB, eight laps"}),
    walk("over-l1", 1536, 6144, {tags = {"gate"}, note = "96 KiB"}),
    walk("over-l2", 40960, 81920, {tags = {"gate"}, note = "2.5 MiB, two laps"}),
    machine("like-the-trace", 64, 64, 12, 1024, 8, 4, 14, 200),
    machine("small-lines", 32, 64, 4, 1024, 4, 3, 11, 90),
    machine("one-way", 64, 128, 1, 512, 8, 2, 9, 120, EDGE("direct-mapped")),
    machine("finest", 16, 64, 2, 128, 8, 4, 12, 150, EDGE("L1 of 2 KiB, L2 of 16 KiB")),
    machine("coarsest", 256, 16, 16, 512, 8, 4, 15, 400, EDGE("L1 of 64 KiB in 16 ways, L2 of 1 MiB")),
    machine("far-l2", 64, 64, 2, 1024, 16, 3, 14, 180, EDGE("an L2 of 128 times the L1")),
    machine("odd-ways", 128, 32, 6, 256, 10, 5, 20, 333),
    machine("hidden-machine", gen.pick{32, 64, 128}, gen.pick{32, 64}, gen.pick{2, 3, 8}, 512, gen.pick{8, 16},
            gen.pick{3, 5}, gen.pick{12, 17}, gen.pick{100, 260}, {hidden = true}),
    matrix("no-rows", 0, 5, EDGE("every sum is 0")),
    matrix("no-columns", 5, 0, EDGE()),
    matrix("one-number", 1, 1, EDGE()),
    matrix("one-row", 1, 37, EDGE()),
    matrix("one-column", 131, 1, EDGE()),
    matrix("odd", 61, 83),
    matrix("hidden-matrix", gen.pick{7, 31, 66}, gen.pick{3, 29, 100}, {hidden = true}),
    matrix("square", G, G, GATE),
    matrix("large", 1024, 1024, {tags = {"bench"}, note = "rows 4096 bytes apart"}),
    server("nobody", 0, 3, EDGE()),
    server("one-request", 1, 70, EDGE()),
    server("some", 100, 40),
    server("hidden-server", gen.pick{17, 63, 130}, gen.pick{5, 90}, {hidden = true}),
    steps("server", REQUESTS, STEPS, "gate"),
    make({"steps"}, {id = "hidden-steps", n = gen.pick{24, 60}, steps = gen.pick{5, 11}}, {hidden = true}),
    steps("long-run", 4*REQUESTS, STEPS, "bench"),
    values("no-values", 0, 0, 0, EDGE()),
    values("all", 33, -2, 0, EDGE()),
    values("nans", 400, .5, 4, EDGE("NaN, infinite, and values equal to t")),
    values("signed-zeros", 200, 0, 3, EDGE("-0 >= 0")),
    values("hidden-values", gen.pick{50, 321}, gen.pick{-.5, .75}, gen.pick{0, 5}, {hidden = true}),
    values("none", KEPT, 2, 0, GATE),
    values("half", KEPT, 0, 0, GATE),
    values("coins", 65536, 0, 0, {tags = {"bench"}}),
    threads("alone-counting", 1, 500, 0, 0),
    threads("two", 2, 1001, 0, 6),
    threads("odd-area", 2, 77, 40, 0, EDGE("the area does not begin with a line")),
    threads("eight", 8, 2003, 0, 0, EDGE("each has its share")),
    threads("more-than-work", 8, 3, 8, 0, EDGE("eight threads, three values")),
    threads("hidden-threads", gen.pick{1, 2}, gen.pick{90, 333}, gen.pick{0, 8, 56}, gen.pick{0, 3}, {hidden = true}),
    threads("two-cores", 2, KEPT, 24, 0, GATE),
  },

  counters = {shared_lines = "lines that two cores write to"},
  gates = {
    gate{id = "one-load-a-step", call = "chain_walk", case = "over-l1", counter = "c_loads", op = "<=",
         value = "steps + 16", on = "cpu", why = "a step is one load: anything else is not the latency"},
    gate{id = "columns-by-lines", call = "sum_cols", case = "square", counter = "l1_miss", op = "<=",
         value = "1.05*M*N/16", on = "cpu", why = "16 numbers share a line, and each line is fetched once"},
    gate{id = "hot-fields", call = "steps", case = "server", counter = "l1_miss", op = "<=",
         value = "1.05*(2*n + steps*n/4)", on = "cpu",
         why = "packing reads and writes each line once, a step touches a quarter of them"},
    gate{id = "count-in-registers", call = "count_ge", case = "two-cores", counter = "c_stores", op = "<=",
         value = 256, on = "cpu", why = "a thread stores its count once, not at every element"},
    gate{id = "own-lines", call = "count_ge", case = "two-cores", counter = "shared_lines", op = "==",
         value = 0, on = "cpu", why = "no two threads' counters in one line"},
  },

  checks = {
    check("the filter works the same on all data", function(t)
      local none = t.counter("filter_ge", "none", "c_stores")
      local half = t.counter("filter_ge", "half", "c_stores")
      if none and none == half then return true end
      return false, ("filter_ge makes %s stores when it keeps nothing, %s when it keeps half"):format(
               tostring(none), tostring(half)), "Store always; let the comparison move the index."
    end, {milestone = "profile"}),
  },

  bench = {
    bench{id = "columns", call = "sum_cols", case = "large", clock = "cpu", stages = STAGES, bytes = "4*M*N",
          why = "four megabytes, read once"},
    bench{id = "server", call = "steps", case = "long-run", clock = "cpu", stages = STAGES,
          title = "packing and steps", why = "the packing is timed too: it has to pay"},
    bench{id = "filter", call = "filter_ge", case = "coins", clock = "cpu", stages = STAGES,
          why = "half of the values are kept, in no order that a predictor could learn"},
  },

  predict = {
    predict{id = "flops", axis = "flops", unit = "1", answer = "f.g^2", rtol = .1,
            ask = "sum_cols of {{= f.g}} × {{= f.g}}: how many additions?",
            worked = "One for each number."},
    predict{id = "bytes", axis = "bytes", unit = "KiB", answer = "4*f.g^2/1024",
            ask = "How many KiB must it read at least?", worked = "Four bytes each, once."},
    predict{id = "intensity", axis = "intensity", unit = "FLOP/B", answer = "1/4",
            ask = "So additions for each byte?",
            worked = "1/4: memory decides, not arithmetic. All that can be won is not to fetch twice."},
    predict{id = "parallelism", axis = "parallelism", unit = "1", answer = "1", rtol = .01,
            ask = "How many loads of chain_walk can be under way at a time?",
            worked = "One: the address of the next is the value of this one. That is its purpose."},
    predict{id = "failure", axis = "failure",
            choices = {"walking a large array in order", "rows a power of two bytes apart", "an odd number of rows"},
            answer = "rows a power of two bytes apart",
            ask = "Which makes a walk down the columns much slower than the array's size explains?"},
  },

  facts = function(hw)
    local f = {
      g = G, requests = REQUESTS, steps = STEPS, kept = KEPT, n = 1024,
      bronze = STAGES.bronze, silver = STAGES.silver, gold = STAGES.gold,
      -- The caches of the traces.
      line = 64, l1 = 48*KiB, ways = 12, l2 = 2048*KiB, hot = 16,
    }
    f.sets, f.per_line = f.l1/f.line/f.ways, f.line/4
    f.budget = 2*f.requests + f.steps*f.requests*f.hot/f.line
    local function gcd(a, b) return b == 0 and a or gcd(b, a % b) end
    f.sets_of = function(stride) return f.sets/gcd(stride/f.line, f.sets) end

    -- Counted: `ridge profile c02-perf-caches --impl naive` and `--impl reference`, the same everywhere.
    f.trace = {
      walk = {[48] = 768, [96] = 6144, steps = 6144},
      cols = {naive = 65582, ref = 4128, loads = 65536, line = 65536}, steps = {naive = 139264, ref = 40504},
      half = {naive = 8185, ref = 16384},
    }
    -- Measured 2026-11 on one core of a virtual machine with an AMD EPYC (L1 32 KiB, L2 1 MiB, L3 32 MiB),
    -- gcc 12.2 -O3 -march=x86-64-v3, thread CPU clock, best of 5 to 20, other work on the machine. ns.
    f.random = {[16] = 1.4, [64] = 4.4, [256] = 5.2, [1024] = 13.6, [16384] = 167, [65536] = 203} -- by KiB
    f.order = {[16] = 1.4, [64] = 1.5, [256] = 1.5, [1024] = 1.6, [16384] = 1.6, [65536] = 2.9}
    f.cols = {[1000] = {1.26, .088}, [1024] = {3.33, .092}, [1032] = {1.02, .084}} -- a number: naive, ref
    f.server = {naive = 1.63, ref = .41, pack_naive = 1.4, pack_ref = 2.3} -- a request and step; a request
    -- The filter on 4,000,000 values, by the share that is kept.
    f.filter = {{0, .56, .71}, {.10, 1.73, .63}, {.25, 2.94, .73}, {.5, 4.77, .75}, {.9, 1.62, .67},
                {1, .59, .70}}
    f.sorted = .77 -- half kept, of sorted values
    f.fresh, f.learned = 2.98, .63 -- 75 % kept: 4,000,000 values; the same 65,536 sixty times
    f.guess = (f.filter[4][2] - f.filter[1][2])/.5
    -- cachegrind --branch-sim=yes, five passes over a million values, half kept.
    f.cg = {n = 5e6, naive = 2504339, ref = 3380, i_naive = 49624224, i_ref = 52128771}
    -- The example of the manual page perf-stat(1) (linux, tools/perf/Documentation/perf-stat.txt).
    f.perf = {cycles = 229570665834, instructions = 313163853778, branches = 69704684856, misses = 2078861393}
    f.ipc = f.perf.instructions/f.perf.cycles
    -- Two threads, each ++ on a plain counter of its own, on two cores of a 16-core Intel Xeon (virtual machine,
    -- 2026-11, -O2, best of 7): ns an increment, wall clock, counters 8 and 64 bytes apart.
    f.plain = {[8] = 1.9, [64] = 2.6}
    f.penalty = 15 -- cycles of one misprediction, approximate
    f.latency = 100e-9 -- of a load from memory, approximate
    f.hbm, f.hbm_latency = hw.h200.bw + 0.0, 600e-9 -- the latency is an assumption
    f.in_flight = f.hbm*f.hbm_latency
    return f
  end,

  questions = {
    q.num{id = "line-ratio", unit = "x", rtol = .001, seed = "S000-P1-T2",
      ask = [[A large array of {{= p.b}}-byte elements is read once in order, then once in random order.
        Lines have {{= f.line}} bytes and nothing stays in a cache by chance. By which factor do the misses
        differ?]],
      vary = {b = {2, 16, 32}},
      answer = function(f, p) return f.line/p.b end,
      wrong = {{value = function(f) return f.line end, hint = "An element has more than one byte."},
               {value = function(_, p) return p.b end, hint = "How many elements share a line?"}},
      worked = [[In order one miss serves {{= f.line}}/{{= p.b}} = {{= f.line/p.b}} elements, at random one.
        The time differs by more: in order the prefetcher has the line there before you ask.]]},
    q.num{id = "thrash", unit = "1", rtol = .001, seed = "S000-P1-T2",
      ask = [[A loop reads k addresses {{= n(p.s)}} bytes apart, over and over, in a cache of {{= f.sets}}
        sets and {{= f.ways}} ways, LRU. What is the largest k for which it does not miss (after the
        first time)?]],
      vary = {s = {2048, 1024, 512}},
      answer = function(f, p) return f.sets_of(p.s)*f.ways end,
      wrong = {{value = function(f) return f.sets*f.ways end,
                hint = "That is every line of the cache. Which sets does this stride reach?"},
               {value = function(f, p) return f.sets_of(p.s) end, hint = "A set has more than one way."}},
      worked = [[{{= n(p.s)}} B are {{= p.s/f.line}} lines, so the addresses fall into
        {{= f.sets}}/{{= p.s/f.line}} = {{= f.sets_of(p.s)}} set(s) of {{= f.ways}} ways:
        {{= f.sets_of(p.s)*f.ways}}, of {{= n(f.sets*f.ways)}} lines that there are. With one more, LRU
        throws out each line just before it is wanted.]]},
    q.num{id = "ipc", unit = "1", rtol = .01, seed = "S000-P1-L2",
      ask = [[perf stat -- make, from its manual page: {{= n(f.perf.cycles)}} cycles,
        {{= n(f.perf.instructions)}} instructions, {{= n(f.perf.branches)}} branches,
        {{= n(f.perf.misses)}} branch-misses. A better compiler removes {{= p.s}} % of the instructions, and the
        cycles fall by {{= p.c}} %. How many instructions a cycle are left?]],
      vary = {s = {20, 30, 40}, c = {10, 15}},
      answer = function(f, p) return f.ipc*(1 - p.s/100)/(1 - p.c/100) end,
      wrong = {{value = function(f) return f.ipc end, hint = "That is before the change."},
               {value = function(f, p) return (1 - p.c/100)/(1 - p.s/100)/f.ipc end,
                hint = "That is cycles for an instruction."},
               {value = function(f, p) return f.ipc*(1 - p.s/100) end, hint = "The cycles became fewer, too."},
               {value = function(f, p) return f.ipc*(1 - p.s/100)*(1 - p.c/100) end,
                hint = "Fewer cycles for the same instructions make the figure larger."}},
      worked = [[{{= n(f.ipc, 2)}} · {{= n(1 - p.s/100, 2)}}/{{= n(1 - p.c/100, 2)}} =
        {{= n(f.ipc*(1 - p.s/100)/(1 - p.c/100), 2)}}. Fewer a cycle, and yet faster: the figure says how busy the
        core is, not how long you wait. Cores can do four and more, so most of the time something waits.]]},
    q.num{id = "guess-cost", unit = "%", rtol = .02, seed = "S000-P1-L2",
      ask = [[In the same output: if each misprediction costs {{= p.c}} cycles, which share of all cycles
        is that, in per cent?]],
      vary = {c = {12, 18, 25}},
      answer = function(f, p) return 100*f.perf.misses*p.c/f.perf.cycles end,
      wrong = {{value = function(f) return 100*f.perf.misses/f.perf.branches end,
                hint = "That is the share of the branches that were mispredicted."},
               {value = function(f) return 100*f.perf.misses/f.perf.cycles end, hint = "One cycle each?"}},
      worked = [[{{= n(f.perf.misses)}} · {{= p.c}} / {{= n(f.perf.cycles)}} =
        {{= pct(f.perf.misses*p.c/f.perf.cycles, 1)}}: "3 % of all branches" sounded like less.]]},
    q.num{id = "pays-back", unit = "1", rtol = .001, seed = "S000-P1-L2",
      ask = [[Requests lie as records of {{= f.line}} bytes. A step over them misses once for each; over
        arrays of the {{= p.hot}} bytes that it needs, {{= p.hot}}/{{= f.line}} times. Rearranging costs
        two misses for each request, once. After how many whole steps is it ahead, by misses?]],
      vary = {hot = {24, 32, 48}},
      answer = function(f, p) return math.floor(2/(1 - p.hot/f.line)) + 1 end,
      wrong = {{value = function(f, p) return math.floor(1/(1 - p.hot/f.line)) + 1 end,
                hint = "Rearranging reads each record and writes it too."},
               {value = function(f, p) return math.floor(2/(1 - p.hot/f.line)) end,
                hint = "After so many it is even at best. Ahead is one step later."},
               {value = function(f, p) return math.floor(2/(p.hot/f.line)) + 1 end,
                hint = "What a step saves, not what it costs."}},
      worked = [[A step saves 1 - {{= p.hot}}/{{= f.line}} = {{= n(1 - p.hot/f.line, 3)}} misses a request.
        2/{{= n(1 - p.hot/f.line, 3)}} = {{= n(2/(1 - p.hot/f.line), 2)}}, so step
        {{= math.floor(2/(1 - p.hot/f.line)) + 1}} is the first after which it is ahead.]]},
    q.num{id = "one-chain", unit = "GB/s", rtol = .02, seed = "S000-P1-T2",
      ask = [[A load from memory takes {{= n(f.latency*1e9)}} ns (approximately). With {{= p.k}} independent
        chains of such loads, a line of {{= f.line}} bytes each: at what rate do lines arrive?]],
      vary = {k = {2, 4, 10}},
      answer = function(f, p) return p.k*f.line/f.latency/1e9 end,
      wrong = {{value = function(f, p) return p.k*4/f.latency/1e9 end, hint = "A whole line moves."},
               {value = function(f, p) return p.k*f.line/f.latency/2^30 end, hint = "GB, not GiB."}},
      worked = [[{{= p.k}} · {{= f.line}} B / {{= n(f.latency*1e9)}} ns =
        {{= n(p.k*f.line/f.latency/1e9, 2)}} GB/s. Bytes in flight over latency: that is all bandwidth is.]]},
    q.num{id = "loop-branch", unit = "%", rtol = .01, seed = "S000-P1-L2",
      ask = [[A loop of {{= p.n}} turns is run again and again. Its branch is taken {{= p.n - 1}} times,
        then not. One two-bit counter, no history: which share is mispredicted, in per cent, once it has
        settled?]],
      vary = {n = {4, 10, 20}},
      answer = function(_, p) return 100/p.n end,
      wrong = {{value = function(_, p) return 200/p.n end,
                hint = "One not-taken takes the counter from 3 to 2, and 2 still predicts taken."},
               {value = function() return 0 end, hint = "Nothing tells it that this turn is the last."}},
      worked = [[Only the last turn of each round: 1/{{= p.n}}. A one-bit predictor would also miss the first.
        A history of {{= p.n}} outcomes sees the last turn coming.]]},
    q.num{id = "tree", unit = "1", rtol = .01, seed = "S002-7-1",
      ask = [[A decision tree of depth {{= p.d}} is walked with `if` for data that goes either way at every
        node with equal chance. About how many cycles for a sample are lost to mispredictions, at
        {{= f.penalty}} each?]],
      vary = {d = {6, 8, 12}},
      answer = function(f, p) return p.d/2*f.penalty end,
      wrong = {{value = function(f, p) return p.d*f.penalty end, hint = "Half of the guesses are right."},
               {value = function(f, p) return 2^p.d/2*f.penalty end, hint = "A walk meets one node of each level."}},
      worked = [[{{= p.d}}/2 · {{= f.penalty}} = {{= n(p.d/2*f.penalty)}}. As an index, k = 2k + 1 + (x >= t),
        there is nothing to guess: the loads wait for each other instead, and several samples can be
        walked side by side.]]},
    q.choice{id = "report", seed = "S000-P1-L2",
      ask = [[A line of your report says: {{= n(f.trace.cols.loads)}} loads of 4 bytes,
        {{= n(f.trace.cols.line)}} L1 misses. The array has 256 KiB and is read once. What does it say?]],
      options = {"The array does not fit the L1, so this is the best there is",
                 "Of each line that comes, four bytes are used before it leaves",
                 "The prefetcher is switched off"}, answer = 2,
      worked = [[Read in order, {{= f.per_line}} loads would share a miss, whatever the size of the array. A
        miss for each load is an access pattern, not a size.]]},
    q.multi{id = "false-sharing", seed = "S000-P1-T2",
      ask = "Two threads count in counters of their own. Which of these may put them in one line of 64 bytes?",
      options = {"int64_t count[2]", "two int64_t that malloc(8) returned one after the other",
                 "struct { int64_t count; char rest[120]; } c[2]", "local variables, added up at the end"},
      answer = {1, 2},
      worked = [[1 unless a line begins just between them; 2 as often as not: glibc lays such blocks 32 bytes
        apart. 3 puts 128 between them. 4 has nothing in memory to share.]]},
    q.text{id = "own-report", min_words = 40, seed = "S000-P1-L2",
      ask = [[Take the line with the most L1 misses of your own `ridge profile c02-perf-caches`. Say what it
        accesses, how many misses you can derive by counting lines, and why the difference, if any.]],
      rubric = {"names the line and the arrays that it touches",
                "lines touched × times they are fetched again = a number near the counted one",
                "says what the model leaves out: prefetching, and that a miss in order costs less than one at random"}},
  },

  hints = {
    {on = "build", match = {"implicit declaration", "undeclared", "unknown type name", "No such file"},
     "Which include is missing? lab.h has pthread.h, stdint.h and string.h."},
    {on = "sanitize", [[An index past the end: the last row when M is no multiple of your block, or a slot
      outside the area, or more lines than CACHE_MOST.]]},
    {on = "gate:one-load-a-step", "Two loads a step: is the position in memory instead of a register?"},
    {on = "gate:columns-by-lines", [[A miss for each number: the inner loop goes down. Turn the loops round,
      and add to out[].]]},
    {on = "gate:hot-fields", [[{{= n(f.trace.steps.naive)}} is a line for each request and step. More than that:
      too many arrays that begin in one set; how far apart are they, modulo 4096?]]},
    {on = "gate:count-in-registers", "Count in a local variable and store it in the slot at the end."},
    {on = "gate:own-lines", "slot_of: at least 64 bytes from one to the next."},
    {on = "bench:columns", [[Eight rows at a time: out[] is then loaded and stored once for eight numbers.
      Say restrict, or the compiler must assume that out[] is part of A.]]},
    {on = "bench:server", "No `if` in the loop over the arrays, and restrict: then it becomes vectors."},
    {on = "bench:filter", "One load, one store, one comparison, one addition. Nothing else."},
    {on = "case:far-apart", "A line's number has up to 60 bits: what holds it must be a uint64_t."},
    {on = "case:one-set-of-700", "Room for sets*ways <= CACHE_MOST lines, in any shape: not so many sets of 16 ways."},
    {on = "case:signed-zeros", "-0 equals 0, although its bits and its sign differ. A comparison knows that."},
    {on = "case:eight", [[Eight threads, eight shares: none looks at more than ceil(n / threads) values, and each
      counts into its own slot.]]},
    {on = "call:cache_run", [[Three suspects: a hit must count as a use; an empty way is not line 0; the set
      comes from the number of the line.]]},
    {on = "call:branch_run", "Counters begin at 1, which is weakly not taken. They stop at 0 and at 3."},
    {on = "call:chain_build", [[Try four nodes on paper. Swapping with j <= k may leave a node where it is,
      and then the ring is shorter. The order depends on `seed` and on nothing else; only next[k*NODE] is written.]]},
    {on = "call:probe", [[First the line, then ways, then sizes. Walk each ring twice and look at the second
      lap. In random order: two neighbours in a row start the prefetcher.]]},
    {on = "call:sum_cols", "64-bit sums: widen each number before adding. M = 0 stores zeros."},
    {on = "call:table", [[Which field, says the message. A request that reaches its limit counts no tokens
      in that step, and only RUNNING ones move.]]},
    {on = "call:filter_ge", "NaN is not >= anything. Values equal to t stay."},
    {on = "call:count_ge", "Parts n*k/threads to n*(k+1)/threads leave nothing out. A slot holds 0 too."},
  },
}
