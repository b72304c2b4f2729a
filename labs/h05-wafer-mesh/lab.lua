-- h05-wafer-mesh: a matrix-vector product on a mesh of small cores, with routes, a tree in each row, and dead cores.

local ANY, WHOLE, ONE_DEAD, DEAD_ROW, SHIFTED, WORN = 0, 1, 2, 3, 4, 5 -- kernels/h05-wafer-mesh/oracle.c
local PES, SIDE, COLORS, OPS = 1024, 32, 24, 40                        -- lab.h
local WAFER, PLACE, SENDS = 2 + PES, 3 + SIDE + PES, 2*SIDE            -- harness.c
local PLAN = 4*SIDE + 4*SIDE + 2*COLORS*PES + 4*PES + 3*OPS*PES
local RAMP = 2

local function of(call, id, R, dead, more)
  local c = {id = id, calls = {call}, R = R, dead = dead, H = 0, W = 0, P = 0, Q = 0, m = 0, n = 0, root = -1,
             breaks = 0, free = call == "flood" and 1 or 0}
  for k, v in pairs(more or {}) do c[k] = v end
  return c
end

-- The chains of lab.h on a whole wafer, a rows and b columns in each core.
local function chains(P, Q, a, b, root)
  local t, trip = P - 1 + RAMP + a*b, 2*RAMP + 2
  local few, many = math.min(root, Q - 1 - root), math.max(root, Q - 1 - root)
  if many == 0 then return t end
  if few == 0 then return t + trip*many + a end
  return t + math.max(trip*few + a, trip*many) + a
end

local function sized(P, Q, a, b)
  return {H = P, W = Q, P = P, Q = Q, m = a*P, n = b*Q}
end
local function gated(s, tags, note)
  local c = {tags = tags, note = note}
  for k, v in pairs(s) do c[k] = v end
  return c
end

local FLAT, EVEN, DEEP = sized(4, 32, 1, 2), sized(8, 32, 8, 4), sized(4, 32, 24, 1)
local ROW = {H = 9, W = 16, P = 8, Q = 16, m = 64, n = 64}

return lab {
  api = 1, rev = 1, id = "h05-wafer-mesh", title = "GEMV on a two-dimensional mesh", kind = "system",
  part = 2, domain = {"accelerators", "interconnects"},
  seeds = {"S001-06", "S001-25", "S003-W19-C6"},
  requires = {}, suggests = {"w19-systolic"},
  hours = {read = 1.5, lab = 3},
  durable = {"On a mesh distance is time, and a hop is cheap beside a stop in a core",
             "Who adds up whose sums depends on how many words there are: flat trees for few, chains for many",
             "A fault that is mapped away costs hops, and colors, for good"},
  ephemeral = {{"Cores, memory and bandwidth of WSE-2 and WSE-3", as_of = "2025-01"}},
  readings = {
    {"waferreduce", hours = 1, look_for = [[section 2, the machine and its model: energy, distance, depth,
      contention; then which of the five reductions wins for which length, and hold it against your own
      plans]]},
    {"cslgemv", hours = .5, look_for = [[what a route is, why two neighbours need two colors for one chain, and
      what a core does with a color on which nothing comes]]},
  },

  lang = "c", backends = {"cpu"},
  edit = {"wafer.c"},
  reference = "ref.c", ladder = {"naive.c", "ref.c"},
  limits = {wall_s = 30, mem_MiB = 1024, threads = 1},

  buffers = {
    wafers = {dtype = "i32", shape = {"R", tostring(WAFER)}, dist = gen.custom"wafers", note = "H, W, dead cores"},
    routes = {dtype = "u8", shape = {"R", tostring(PES), "2"}, dist = gen.custom"routes", note = "rx, tx"},
    starts = {dtype = "i32", shape = {"R", "2"}, dist = gen.custom"starts", note = "PE, side"},
    floods = {dtype = "i32", shape = {"R", tostring(1 + PES)}, note = "faults, at[]"},
    meshes = {dtype = "i32", shape = {"R", "2"}, dist = gen.custom"meshes", note = "P, Q"},
    placed = {dtype = "i32", shape = {"R", tostring(PLACE)}},
    sends = {dtype = "i32", shape = {"R", tostring(1 + 2*SENDS)}, dist = gen.custom"sends", note = "n; from, to"},
    colored = {dtype = "i32", shape = {"R", tostring(1 + SENDS)}},
    places = {dtype = "i32", shape = {"R", tostring(PLACE)}, dist = gen.custom"places", note = "P, Q, rows, columns"},
    sizes = {dtype = "i32", shape = {"R", "3"}, dist = gen.custom"sizes", note = "m, n, root"},
    clocks = {dtype = "i64", shape = {"R"}},
    plans = {dtype = "u8", shape = {"R", "2", tostring(PLAN)}, note = "two of each, from two runs"},
  },

  calls = {
    flood = call{harness = true, asks = {fn = "wm_flood"}, verify = "flood", title = "where a word goes",
                 args = {input"wafers", input"starts", input"routes", output"floods"}},
    place = call{harness = true, asks = {fn = "wm_place"}, verify = "place", title = "a mesh of living cores",
                 args = {input"wafers", input"meshes", output"placed"}},
    colors = call{harness = true, asks = {fn = "wm_colors"},
                  verify = "colors", title = "colors of a row", args = {input"sends", output"colored"}},
    cycles = call{harness = true, asks = {fn = "wm_cycles"}, verify = "cycles", title = "the cycles of chains",
                  args = {input"wafers", input"places", input"sizes", output"clocks"}},
    program = call{harness = true, asks = {fn = "wm_program"}, verify = "program", title = "a matrix-vector product",
                   args = {input"wafers", input"places", input"sizes", output"plans"}},
  },
  partial = {by = "case", functions = {program = 3, cycles = 2}},

  cases = {
    of("flood", "trees", 20, ANY, {tags = {"edge"}}),
    of("flood", "broken", 120, ANY, {breaks = 3}),
    of("flood", "very-broken", 120, WORN, {breaks = 20}),
    of("flood", "hidden-floods", gen.pick{40, 50}, ANY, {breaks = 6, hidden = true}),
    of("place", "whole", 20, WHOLE, {tags = {"edge"}}),
    of("place", "one-dead", 20, ONE_DEAD),
    of("place", "dead-row", 20, DEAD_ROW),
    of("place", "worn", 60, WORN),
    of("place", "hidden-places", gen.pick{40, 50}, ANY, {hidden = true}),
    of("colors", "sends", 90, WHOLE, {tags = {"edge"}}),
    of("colors", "hidden-sends", gen.pick{40, 50}, WHOLE, {hidden = true}),
    of("cycles", "one-core", 4, WHOLE, {H = 1, W = 1, P = 1, Q = 1, tags = {"edge"}}),
    of("cycles", "huge-blocks", 1, WHOLE, {H = 2, W = 1, P = 2, Q = 1, m = 140000, n = 70000, tags = {"edge"},
                                         note = "more cycles than 32 bits count"}),
    of("cycles", "whole-chains", 30, WHOLE),
    of("cycles", "one-dead-chains", 20, ONE_DEAD),
    of("cycles", "dead-row-chains", 20, DEAD_ROW),
    of("cycles", "shifted-chains", 20, SHIFTED, {note = "every second row has a dead core"}),
    of("cycles", "worn-chains", 20, WORN),
    of("cycles", "dead-before-last", 1, SHIFTED, {H = 6, W = 9, P = 6, Q = 8, m = 12, n = 16, root = 0,
                                               note = "the last row is whole, and the one before it has a hop more"}),
    of("cycles", "ragged-chains", 12, WHOLE, {H = 6, W = 9, P = 3, Q = 9, m = 40, n = 17,
                                            note = "the last core has a column less, and comes early"}),
    of("cycles", "hidden-chains", gen.pick{12, 16}, ANY, {hidden = true}),
    of("program", "one-core-program", 2, WHOLE, {H = 1, W = 1, P = 1, Q = 1, tags = {"edge"}}),
    of("program", "one-row", 3, WHOLE, {H = 1, W = 9, P = 1, Q = 9, tags = {"edge"}}),
    of("program", "one-column", 3, WHOLE, {H = 9, W = 1, P = 9, Q = 1, tags = {"edge"}}),
    of("program", "programs", 8, WHOLE),
    of("program", "one-dead-program", 1, ONE_DEAD, {H = 7, W = 9, P = 7, Q = 8, m = 30, n = 41}),
    of("program", "dead-row-program", 1, DEAD_ROW,
       gated(ROW, {"gate"}, "one row more than is needed, and one is dead")),
    of("program", "shifted-program", 4, SHIFTED),
    of("program", "worn-programs", 6, WORN),
    of("program", "same-size", 4, WORN, {H = 9, W = 9, P = 7, Q = 8,
                                           note = "four wafers of one size, each with dead cores"}),
    of("program", "hidden-programs", gen.pick{4, 5}, ANY, {hidden = true}),
    of("program", "flat", 1, WHOLE, gated(FLAT, {"gate", "bench"}, "one row of A in each core")),
    of("program", "even", 1, WHOLE, gated(EVEN, {"gate", "bench"})),
    of("program", "deep", 1, WHOLE, gated(DEEP, {"gate", "bench"}, "many sums in each core")),
  },
  counters = {clocks = "cycles of the plans", least = "cycles until the last core has multiplied",
              hops = "words over links", work_pct = "share of the plans' cycles until the last core has multiplied, %",
              faults_seen = "faults that the cases have, as a set of bits"},
  gates = {
    gate{id = "dead-row", call = "program", case = "dead-row-program", counter = "clocks", op = "<=",
         value = chains(8, 16, 8, 4, 8) + 1,
         why = "chains from both ends, and a hop more over the dead row: the formula of wm_cycles"},
    gate{id = "even", call = "program", case = "even", counter = "clocks", op = "<=", value = chains(8, 32, 8, 4, 16),
         why = "from both ends to the middle is half the way"},
    gate{id = "deep", call = "program", case = "deep", counter = "clocks", op = "<=", value = chains(4, 32, 24, 1, 16),
         why = "with many sums a core that adds several streams takes longer than a way through all cores"},
    gate{id = "flat", call = "program", case = "flat", counter = "clocks", op = "<=",
         value = .5*chains(4, 32, 1, 2, 16),
         why = "with one sum a stop costs more than a hop: fewer stops between the ends and the root"},
  },
  bench = {
    bench{id = "flat", call = "program", case = "flat", metric = "counter:work_pct", title = "one sum a core",
          stages = {bronze = .8, silver = .95, gold = 1}, why = "cycles of the plan, the same on each machine"},
    bench{id = "even", call = "program", case = "even", metric = "counter:work_pct", title = "eight sums a core",
          stages = {bronze = .8, silver = .95, gold = 1}, why = "neither chain nor star"},
    bench{id = "deep", call = "program", case = "deep", metric = "counter:work_pct", title = "24 sums a core",
          stages = {bronze = .8, silver = .95, gold = 1}, why = "streams are long: few at a core, and few stops"},
  },

  predict = {
    predict{id = "macs", axis = "flops", unit = "1", answer = "f.big.a*f.big.b",
            ask = [[A matrix of {{= n(f.big.n)}} x {{= n(f.big.n)}} lies on {{= f.big.P}} x {{= f.big.P}} cores.
              How many multiply-adds does each of them do for one vector?]],
            worked = "A block of {{= f.big.a}} x {{= f.big.b}}: {{= n(f.big.a*f.big.b)}}."},
    predict{id = "block", axis = "bytes", unit = "B", answer = "2*f.big.a*f.big.b",
            ask = "How many bytes of a core's memory does its block take in bf16?",
            worked = [[2 B each: {{= n(2*f.big.a*f.big.b)}} of {{= n(f.core_mem)}}, and nothing is read from
              elsewhere.]]},
    predict{id = "serves", axis = "intensity", unit = "1", answer = "f.big.a",
            ask = "How many multiply-adds does one word of x serve in each core that it reaches?",
            worked = "One for each row of the block: {{= f.big.a}}."},
    predict{id = "middle", axis = "parallelism", unit = "1", answer = "f.big.clocks", rtol = .005,
            ask = [[Chains from both ends meet at core {{= f.big.P//2}} of each row, by lab.h's rules. How many
              cycles does the whole product take?]],
            worked = [[The last row has x after {{= f.big.P - 1 + f.ramp}} cycles and multiplies for
              {{= n(f.big.a*f.big.b)}}; {{= f.big.P//2 - 1}} stops of {{= f.trip}} cycles lie east of the root,
              whose {{= f.big.a}} sums are added first; the western ones are there by then and take
              {{= f.big.a}} more: {{= n(f.big.clocks)}}.]]},
    predict{id = "failure", axis = "failure",
            choices = {"the wafer is thrown away", "its row's later cores move by one, and words go longer ways",
                       "its work is done twice elsewhere"},
            answer = "its row's later cores move by one, and words go longer ways",
            ask = "One core of a row is dead, and the row has a spare one. What becomes of it?",
            worked = "A hop more for what passes, a way along the row for x, and more colors. No work is lost."},
  },

  facts = function()
    local m = models.llama3_70b
    local layer = 2*m.d*m.d + 2*m.d*m.Hkv*m.hd + 3*m.d*m.ff + 2*m.d
    local trip = 2*RAMP + 2
    local f = {
      trip = trip, ramp = RAMP, chains = chains, N70 = m.L*layer + 2*m.V*m.d + m.d,
      big = {n = 4096, P = 64, a = 64, b = 64, clocks = chains(64, 64, 64, 64, 32)},
      flat = {a = 1, b = 2}, even = {a = 8, b = 4}, deep = {a = 24, b = 1},
      cores = hw.wse3.cores + 0.0, mem = hw.wse3.mem + 0.0, bw = hw.wse3.bw + 0.0, area = hw.wse3.area + 0.0,
      built = hw.wse3.built + 0.0, density = hw.wse3.defects + 0.0, core_mem = hw.wse2.core_mem + 0.0,
      clock2 = hw.wse2.clock + 0.0, cores2 = hw.wse2.cores + 0.0, hbm = hw.h100.bw + 0.0, colors = COLORS,
    }
    f.side = math.floor(math.sqrt(f.cores))
    f.word = f.mem/f.cores -- bytes of a core
    -- L cores beside a root: all send straight to it, or each hands on to the next
    f.star = function(L, a) return trip + L*a end
    f.chain = function(L, a) return trip*L + a end
    f.ideal = function(n, P) return (n/P)^2 + 2*P end
    return f
  end,

  questions = {
    q.num{id = "ideal", unit = "1", rtol = .002,
      ask = [[A mesh of {{= p.P}} x {{= p.P}} cores multiplies a matrix of {{= n(p.n)}} x {{= n(p.n)}} by a
        vector. A core does a multiply-add a cycle. Besides that, count only one cycle for each row that x
        passes and one for each column that sums pass. How many cycles?]],
      vary = {n = {2048, 4096, 8192}, P = {64, 128, 256}},
      answer = function(f, p) return f.ideal(p.n, p.P) end,
      wrong = {{value = function(_, p) return (p.n/p.P)^2 end, hint = "Words have a way to go, down and along."},
               {value = function(_, p) return p.n^2/p.P + 2*p.P end, hint = "There are {{= p.P}} x {{= p.P}} cores."}},
      worked = [[{{= n((p.n/p.P)^2)}} multiply-adds and 2 · {{= p.P}} hops: {{= n(f.ideal(p.n, p.P))}}. The
        lab's machine takes longer, since a sum has to be taken in by each core that it passes.]]},
    q.num{id = "weights", unit = "1", rtol = .005,
      ask = [[A wafer has {{= gb(f.mem, 0)}} of SRAM and no other memory. How many billions of weights of
        {{= p.bits}} bits does it hold, and nothing else?]],
      vary = {bits = {4, 8, 16}},
      answer = function(f, p) return f.mem*8/p.bits/1e9 end,
      wrong = {{value = function(f, p) return f.mem/p.bits/1e9 end, hint = "Eight bits are a byte."}},
      worked = [[{{= gb(f.mem, 0)}} / {{= n(p.bits/8, 1)}} B = {{= n(f.mem*8/p.bits/1e9, 0)}} billion.
        Activations, caches and programs have to be somewhere, too.]]},
    q.num{id = "wafers", unit = "1", rtol = .002,
      ask = [[How many such wafers do {{= n(f.N70/1e9, 2)}} billion weights of {{= p.bits}} bits fill at
        least?]],
      vary = {bits = {8, 16, 32}},
      answer = function(f, p) return math.ceil(f.N70*p.bits/8/f.mem) end,
      worked = [[{{= gb(f.N70*p.bits/8)}} over {{= gb(f.mem, 0)}} is {{= n(f.N70*p.bits/8/f.mem, 2)}}: the links
        between wafers carry activations then.]]},
    q.num{id = "once", unit = "µs", rtol = .01,
      ask = [[Decoding reads each weight once a token. {{= p.gb}} GB of weights lie on one wafer, whose memories
        give {{= n(f.bw/1e15, 0)}} PB/s together. What is the least time of a token, if only this counts?]],
      vary = {gb = {8, 14, 30}},
      answer = function(f, p) return p.gb*1e9/f.bw*1e6 end,
      wrong = {{value = function(f, p) return p.gb*1e9/f.hbm*1e6 end, hint = "That is an H100's HBM."},
               {value = function(f, p) return p.gb*1e9/(f.bw/1e3)*1e6 end, hint = "Peta is 10¹⁵."}},
      worked = [[{{= p.gb}} · 10⁹ / {{= n(f.bw/1e15, 0)}} · 10¹⁵ s = {{= n(p.gb*1e9/f.bw*1e6, 2)}} µs; an H100
        takes {{= n(p.gb*1e9/f.hbm*1e3, 1)}} ms. A layer's words have to cross the wafer meanwhile, and that
        takes about as long.]]},
    q.num{id = "crossing", unit = "µs", rtol = .01,
      ask = [[A mesh has {{= p.side}} PEs a side. A hop takes a cycle, and the clock is {{= p.mhz}} MHz. How
        long is a word on its way from one corner to the opposite one?]],
      vary = {side = {600, 750, 949}, mhz = {850, 1100}},
      answer = function(_, p) return 2*(p.side - 1)/p.mhz end,
      wrong = {{value = function(_, p) return (p.side - 1)/p.mhz end, hint = "Along and down."},
               {value = function(_, p) return 1.4142*(p.side - 1)/p.mhz end, hint = "There are no links across."}},
      worked = "2 · {{= p.side - 1}} hops at {{= p.mhz}} MHz: {{= n(2*(p.side - 1)/p.mhz, 2)}} µs."},
    q.num{id = "saved", unit = "1", rtol = .0001,
      ask = [[A row of {{= p.Q}} cores, {{= p.a}} sums in each, all done multiplying in the same cycle. By
        lab.h's rules, how many cycles earlier is it done if two chains meet in the middle than if one goes from
        end to end?]],
      vary = {Q = {17, 33, 41}, a = {4, 8, 12}},
      answer = function(f, p) return f.chains(1, p.Q, p.a, 1, p.Q - 1) - f.chains(1, p.Q, p.a, 1, p.Q//2) end,
      wrong = {{value = function(f, p) return f.trip*(p.Q//2) end,
                hint = "The middle takes in two streams, one after the other."},
               {value = function(_, p) return p.Q//2 - p.a end,
                hint = "A chain does not only hop: up the ramp, down the ramp, a step in each core."}},
      worked = [[{{= f.trip}} · {{= p.Q - 1}} + {{= p.a}} against {{= f.trip}} · {{= p.Q//2}} + 2 ·
        {{= p.a}}.]]},
    q.num{id = "even-terms", unit = "1", rtol = .0001,
      ask = [[A root has some cores on one side, with the same number of sums each. Either all send straight to
        it, and it adds one stream after the other, or each hands on to the next. On a machine whose ramp takes
        {{= p.ramp}} cycles each way, hops and steps one, with how many sums do both take equally long?]],
      vary = {ramp = {1, 3, 4, 7}},
      answer = function(_, p) return 2*p.ramp + 2 end,
      wrong = {{value = function(_, p) return 2*p.ramp end, hint = "A step and a hop are in each stop, too."},
               {value = function(_, p) return p.ramp + 2 end, hint = "Up and down."}},
      worked = [[With L cores: first word, then L streams, against L stops, then one stream. (L - 1) sums'
        streams on one side, (L - 1) stops of {{= 2*p.ramp + 2}} cycles on the other: L does not matter.]]},
    q.num{id = "defects", unit = "1", rtol = .02,
      ask = [[A process leaves {{= p.d}} defects a mm². How many does a wafer of {{= n(f.area)}} mm² have on the
        average?]],
      vary = {d = {.0005, .001, .002}},
      answer = function(f, p) return f.area*p.d end,
      worked = [[{{= n(f.area)}} · {{= p.d}} = {{= n(f.area*p.d, 0)}}. That none has any is out of the question
        (e to the minus {{= n(f.area*p.d, 0)}}); but each takes one core of {{= n(f.built)}} with it.]]},
    q.choice{id = "two-colors", answer = 3,
      ask = "Sums go along a row from core to core, and each adds its own. Why is one color not enough?",
      options = {"A color carries one word at a time", "Both directions of a link need a color of their own",
                 "A router would have to take the color from the west and from its ramp, and has one rx for it",
                 "A core cannot take and send in one step"},
      worked = [[What comes from the west has to end at this ramp, and what comes up the ramp has to go east.
        Two configurations, so two colors, in turn along the row.]]},
    q.choice{id = "corner", answer = 2,
      ask = "All cores of a row with many sums each send straight to the last one. What is the limit?",
      options = {"The hops of the first core", "The last link and the ramp, over which all streams go",
                 "The colors alone", "The multiplications"},
      worked = [[A word a cycle: so many cores times so many sums. Everywhere else the row is idle, and this one
        link is hot.]]},
    q.choice{id = "x-first", answer = 1,
      ask = "A core gets x's words faster than it can multiply with them. What happens on the lab's machine?",
      options = {"They queue before the core, and nobody else waits", "They are lost", "The column stops"},
      worked = [[The lab's queues have no end. On the real machine they are short and the column would stop for
        a while; programs there take the words into memory first.]]},
    q.choice{id = "gpu", answer = 2,
      ask = [[A model of 200 billion weights is to be served to one user as fast as possible. What speaks
        against wafers?]],
      options = {"Their bandwidth", "Their capacity: weights are spread over many of them, and money with them",
                 "Their hops are slower than a GPU's memory"},
      worked = [[What is fast is what is small: SRAM beside the core. Streaming the weights in from outside
        gives the bandwidth away again.]]},
  },

  hints = {
    {on = "case:trees", [[A word that stands at a router in cycle 0 is at its neighbours' in cycle 1: which side
      does it arrive on? A copy for the core does not end the way of the others.]]},
    {on = "call:flood", [[Take the wafer of the message, and follow the word by hand. A fault ends the copy that
      met it and no other; the first router has an rx, too.]]},
    {on = "case:one-dead", "A row with a dead core is used as long as Q others live: columns move, rows do not."},
    {on = "call:place", "Which rows of the wafer are passed over, and does the next logical row know it?"},
    {on = "call:colors", [[Both ends of a send use their router. Go from west to east, and take the lowest color
      whose last send has ended before.]]},
    {on = "case:one-core", "One core: x's words, and then a multiply-add a cycle. What is there before the first one?"},
    {on = "case:huge-blocks", "How many bits has a product of two ints? And a sum of such?"},
    {on = "case:dead-before-last", "Which rows can be the last to end? Compute all of them."},
    {on = "case:ragged-chains", "A core passes on what has come *and* what it has itself. Which of the two is later?"},
    {on = "case:one-dead-chains", "East of a dead core x has a hop more, and so have the sums that pass it."},
    {on = "case:dead-row-chains", "How many hops does x need to at->row[i]?"},
    {on = "call:cycles", [[Draw one row with three cores and two sums, as in the lesson, and count. The root
      takes one stream, then the other.]]},
    {on = "case:one-row", [[A chain in one row, without dead cores. Why can two neighbours not send with the
      same color?]]},
    {on = "case:one-dead-program", "Two blocks of x meet in the routers east of the dead core. Have they one color?"},
    {on = "case:shifted-program", "Which routers does x's block j use in a row whose cores have moved?"},
    {on = "gate:dead-row", [[Chains from both ends are short enough here. The rows behind the dead one are a hop
      further away, and no more.]]},
    {on = "gate:even", "Where is the root? In the middle both halves stop half as often, at the same time."},
    {on = "gate:deep", "Who adds more than one stream, and how long does that take with so many sums?"},
    {on = "gate:flat", [[With one sum a core a stop costs six times as much as a stream. Let several send to
      one, and that one on.]]},
    {on = "call:program", [[The message says the cycle, the color and the router of the first word that goes
      wrong. Print the color's configuration there and at the neighbour that it came from.]]},
  },
  points = {correct = 45, sanitize = 5, profile = 15, perf = 10, answers = 25},
}
