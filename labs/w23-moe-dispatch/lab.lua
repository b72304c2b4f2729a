-- w23-moe-dispatch: tokens travel to the ranks of their experts and back, forward and backward; a layer that hides it.

-- The timed layer is DeepSeek-V2's, 4,096 tokens a GPU on eight of them with NVLink; here fewer and smaller ones in
-- fp32. Links and arithmetic are slower by as much, so that all times are those of the real thing; alpha is not scaled.
local REAL = {T = 4096, d = 5120, ff = 1536, k = 6, shared = 2, w = 2}
local P, T, E, K, D, FF, SHARED = 8, 64, 48, 6, 16, 6, 12
local MFU, ALPHA_NS = .4, 5000
local RATE = MFU*hw.h100.bf16*(4*T*D*(K*FF + SHARED))/(6*REAL.T*REAL.d*REAL.ff*(REAL.k + REAL.shared))
local BETA = hw.h100.nvlink_dir*(4*T*D*K)/(REAL.w*REAL.T*REAL.d*REAL.k)
local STAGES = {bronze = .75, silver = .90, gold = .98}
local RANDOM, EVEN, HOT, DROPS, EMPTY, BAD, BELOW, SAME = 0, 1, 2, 3, 4, 5, 6, 7

local function of(call, id, P, more)
  local c = {id = id, P = P, calls = {call}, alpha_ns = ALPHA_NS, beta_Bps = BETA, rate = RATE, uneven = 0, turned = 0,
             twice = 0}
  for k, v in pairs(more or {}) do c[k] = v end
  return c
end
-- P ranks of T tokens, E experts on all of them, k of them for a token, d wide
local function exchange(id, P, T, E, k, d, mode, more)
  local c = of("exchange", id, P, more)
  c.T, c.E, c.k, c.d, c.mode = T, E, k, d, mode
  return c
end
local function layer(id, P, T, E, k, d, ff, shared, mode, more)
  local c = of("layer", id, P, more)
  c.T, c.E, c.k, c.d, c.ff, c.shared, c.mode = T, E, k, d, ff, shared, mode
  return c
end

-- Rank `who` dies at its call number `at`, of whatever kind; the others hear of it 50 µs later.
local function dies(id, P, E, who, at, mode, more)
  local c = of("survive", id, P, more)
  c.T, c.E, c.k, c.d, c.ff, c.mode, c.tags = 5, E, 2, 4, 3, mode, {"edge"}
  c.shared = c.shared or 0
  c.kill_rank = who
  c.kill_call = at
  c.detect_ns = 50000
  return c
end

local EDGE = {"edge"}
local COUNTS = "8*(P - 1)*(E/P)"                            -- bytes: how many rows come to each expert of another rank
local ROWS = "4*d*T*k*(P - 1)/P"                            -- bytes: all choices but those of the own experts
local ROADS = "(3*(P - 1)*alpha_ns + 1e9*(2*" .. ROWS .. " + " .. COUNTS .. ")/beta_Bps)" -- ns, if nothing hides

local GATES = {}
local function gates(call, case, list)
  for _, g in ipairs(list) do
    GATES[#GATES + 1] = gate{id = g[1], call = call, case = case, counter = g[2], op = g[3], value = g[4], why = g[5]}
  end
end
gates("exchange", "even", {
  {"even-bytes", "sent_B_max", "<=", "4*" .. ROWS .. " + " .. COUNTS,
   "a row for each choice that leaves, there and back, forward and backward, and the counts"},
  {"even-messages", "msgs_max", "<=", "5*(P - 1)", "counts and four times rows: one message to each other rank"},
  {"even-counts", "all_to_all", "<=", "1", "one exchange of counts serves all four"},
})
gates("exchange", "hot", {
  {"hot-bytes", "sent_B_total", "<=", "4*4*d*T*(P - 1) + P*" .. COUNTS,
   "all rows go to one rank: no message is as long as the longest"},
})
gates("layer", "timed", {
  {"layer-bytes", "sent_B_max", "<=", "2*" .. ROWS .. " + " .. COUNTS, "rows there, rows back, and the counts"},
  {"layer-counts", "all_to_all", "<=", "1", "one exchange of counts"},
  {"layer-exposed", "exposed_comm_ns", "<=", "0.2*" .. ROADS,
   "rows are under way while others are worked on"},
})

local function race(id, call, case, metric, title, why)
  return bench{id = id, call = call, case = case, metric = "fewer:" .. metric, stages = STAGES, title = title,
               why = why}
end

return lab {
  api = 1, rev = 1, id = "w23-moe-dispatch", title = "Expert-parallel all-to-all", kind = "ranks",
  week = 23, part = 3, domain = {"distributed training", "moe"},
  seeds = {"S003-W23", "S003-W23-C1", "S003-W23-C2", "S003-W23-C3", "S003-W23-C6", "S003-W23-MS",
           "S003-DN-moeTraining"},
  requires = {"w22-moe-router", "w20-ring-allreduce"},
  hours = {read = 6, lab = 4},
  durable = {"Nobody can receive what he does not know the length of: counts travel before rows",
             "Combine is dispatch turned round, and each is the other's backward pass",
             "Work whose rows are there hides the rows that are not; work that needs no rows hides the ends",
             "All experts are in memory, k of them work, and everything else is on every GPU"},
  ephemeral = {{"H100: 989.4 TFLOP/s, NVLink 450 GB/s a direction", as_of = "2026-11"},
               {"Mixtral's and DeepSeek-V2's shapes", as_of = "2026-11"}},
  readings = {
    {"dsmoe", hours = 3, look_for = [[what is counted as equal when experts are cut finer: parameters, FLOP, or
      bytes sent?]]},
    {"moesurvey", hours = 3, look_for = [[the section on communication: which methods send fewer bytes, which fewer
      messages, and which only wait less]]},
  },

  lang = "c", backends = {"ranks"},
  edit = {"dispatch.c"},
  reference = "ref.c", ladder = {"naive.c", "ref.c"},
  limits = {wall_s = 20, mem_MiB = 256, threads = 1},

  buffers = {
    x = {dtype = "f32", shape = {"P", "T*d"}, split = true, dist = gen.normal{}, note = "each rank's tokens"},
    idx = {dtype = "i32", shape = {"P", "T*k"}, split = true, dist = gen.custom"idx", note = "their choices"},
    w = {dtype = "f32", shape = {"P", "T*k"}, split = true, dist = gen.custom"weight"},
    dy = {dtype = "f32", shape = {"P", "T*d"}, split = true, dist = gen.normal{}},
    got = {dtype = "f32", shape = {"P", "P*T*k*d"}, split = true, note = "each rank's rows; 0 behind the last one"},
    counts = {dtype = "i64", shape = {"P", "E"}, split = true, note = "rows of each of its experts"},
    y = {dtype = "f32", shape = {"P", "T*d"}, split = true},
    dout = {dtype = "f32", shape = {"P", "P*T*k*d"}, split = true, note = "drows of moe_combine_bwd()"},
    dw = {dtype = "f32", shape = {"P", "T*k"}, split = true},
    dx = {dtype = "f32", shape = {"P", "T*d"}, split = true},
    done = {dtype = "i32", shape = {1}, note = "1: there was a plan; 0: refused"},
    W1 = {dtype = "f32", shape = {"P", "E//P*d*ff"}, split = true, dist = gen.normal{}, note = "each rank's experts"},
    W2 = {dtype = "f32", shape = {"P", "E//P*d*ff"}, split = true, dist = gen.normal{}},
    S = {dtype = "f32", shape = {"2*d*shared + 1"}, dist = gen.normal{}, note = "the shared expert's two matrices"},
    A1 = {dtype = "f32", shape = {"E*d*ff"}, dist = gen.normal{}, note = "all experts, for the ranks that live"},
    A2 = {dtype = "f32", shape = {"E*d*ff"}, dist = gen.normal{}},
    alive = {dtype = "i32", shape = {"P"}, split = true, note = "1: the layer was answered in the end"},
    models = {dtype = "i64", shape = {"rows", 10}, dist = gen.custom"models",
              note = "L, d, ff, E, k, shared, rest, P, T, w"},
    figures = {dtype = "i64", shape = {"rows", 4}, note = "total, active, held, sent"},
  },
  calls = {
    exchange = call{harness = true, args = {i64"T", i64"E", i64"k", i64"d", i64"uneven", i64"turned", i64"twice",
                    input"x", input"idx", input"w", input"dy", output"got", output"counts", output"y", output"dout",
                    output"dw", output"dx", output"done"}, oracle = "exchange", tol = tol.dot"k + d",
                    title = "dispatch, combine and back"},
    layer = call{harness = true, asks = {fn = "moe_layer"},
                 args = {i64"T", i64"E", i64"k", i64"d", i64"uneven", i64"turned", i64"twice", i64"ff",
                 i64"shared", f64"rate", input"x", input"idx", input"w", input"W1", input"W2", input"S", output"y",
                 output"done"},
                 oracle = "layer", tol = tol.dot"d + ff + k", title = "moe_layer"},
    survive = call{harness = true, asks = {fn = "moe_layer"},
                   args = {i64"T", i64"E", i64"k", i64"d", i64"uneven", i64"ff", i64"shared",
                   f64"rate", input"x", input"idx", input"w", input"A1", input"A2", input"S", output"y",
                   output"alive"},
                   oracle = "survive", tol = tol.dot"d + ff + k", title = "moe_layer, and a rank dies"},
    sizes = call{harness = true, asks = {fn = "moe_sizes"},
                 args = {i64"rows", input"models", output"figures"}, oracle = "sizes",
                 tol = tol.exact, title = "moe_sizes"},
  },
  partial = {by = "case", functions = {exchange = 3, layer = 2, survive = 1}},

  cases = {
    exchange("alone", 1, 5, 4, 2, 3, RANDOM, {tags = EDGE, note = "one rank: no message, only sorting"}),
    exchange("two", 2, 4, 4, 2, 3, RANDOM),
    exchange("three", 3, 5, 6, 2, 4, RANDOM, {orders = 20, note = "left and right are different ranks"}),
    exchange("eight", 8, 6, 16, 4, 5, RANDOM, {orders = 3}),
    exchange("one-token", 4, 1, 4, 1, 2, RANDOM, {tags = EDGE, note = "most ranks get nothing from most others"}),
    exchange("uneven-tokens", 4, 6, 8, 2, 3, RANDOM, {uneven = 2, tags = EDGE, note = "6, 4, 2 and no token"}),
    exchange("dropped", 3, 7, 6, 3, 4, DROPS, {tags = EDGE, note = "a third of the choices; their weights are NaN"}),
    exchange("empty-expert", 2, 6, 4, 2, 3, EMPTY, {tags = EDGE, note = "nobody wants the last one"}),
    exchange("one-hot", 4, 6, 4, 1, 3, HOT, {tags = EDGE, note = "all want expert 0"}),
    exchange("all-chosen", 2, 3, 4, 4, 3, RANDOM, {tags = EDGE, note = "k = E"}),
    exchange("odd-experts", 4, 3, 6, 2, 3, RANDOM, {tags = EDGE, note = "refused: 6 experts for 4 ranks"}),
    exchange("no-such-expert", 3, 4, 6, 2, 3, BAD, {tags = EDGE, note = "refused by all: one choice of one rank"}),
    exchange("less-than-dropped", 3, 4, 6, 2, 3, BELOW, {tags = EDGE, note = "refused by all: -2 is not dropped"}),
    exchange("fewer-experts", 4, 3, 2, 1, 3, RANDOM, {tags = EDGE, note = "refused: 2 experts for 4 ranks"}),
    exchange("same-expert", 3, 6, 6, 3, 3, SAME, {tags = EDGE, note = "a token chooses an expert twice: two rows"}),
    exchange("turned", 4, 5, 8, 2, 3, RANDOM, {turned = 1, uneven = 1, tags = EDGE,
             note = "the communicator has the world's ranks, the last one first"}),
    exchange("two-plans", 3, 5, 6, 2, 4, DROPS, {twice = 1, orders = 5, tags = EDGE,
             note = "another plan lives beside this one; dispatch and combine are called with other rows before"}),
    exchange("slow-one", 4, 5, 8, 2, 4, RANDOM, {slow_rank = 1, slow_factor = 5, orders = 5, note = "a straggler"}),
    exchange("exchange-hidden", gen.pick{2, 3, 4}, gen.pick{5, 8}, 12, gen.pick{1, 2, 3}, gen.pick{3, 7},
             gen.pick{RANDOM, DROPS, EMPTY}, {uneven = gen.pick{0, 1, 2}, turned = gen.pick{0, 1}, twice = 1,
             hidden = true}),
    layer("layer-alone", 1, 4, 4, 2, 5, 3, 0, RANDOM, {tags = EDGE}),
    layer("layer-two", 2, 5, 4, 2, 4, 3, 0, RANDOM),
    layer("layer-three", 3, 5, 6, 2, 4, 5, 3, RANDOM, {orders = 20, note = "with a shared expert"}),
    layer("layer-eight", 8, 3, 16, 3, 4, 3, 2, RANDOM, {orders = 3}),
    layer("layer-uneven", 4, 6, 8, 2, 3, 4, 5, DROPS, {uneven = 2, orders = 3, tags = EDGE,
          note = "6, 4, 2 and no token"}),
    layer("layer-hot", 4, 5, 8, 2, 3, 4, 2, HOT, {orders = 3, tags = EDGE, note = "three ranks get no row"}),
    layer("layer-refused", 2, 4, 5, 2, 3, 4, 0, RANDOM, {tags = EDGE, note = "5 experts for 2 ranks"}),
    layer("layer-no-such-expert", 2, 4, 4, 2, 3, 4, 0, BAD, {tags = EDGE}),
    layer("layer-turned", 4, 5, 8, 2, 3, 4, 2, DROPS, {turned = 1, twice = 1, uneven = 1, orders = 3, tags = EDGE,
          note = "the last rank first, and another layer before"}),
    layer("layer-many", 2, 66000, 2, 1, 1, 1, 0, HOT, {tags = EDGE, note = "more rows than 16 bits count"}),
    layer("layer-slow-one", 4, 5, 8, 2, 4, 3, 2, RANDOM, {slow_rank = 2, slow_factor = 5, orders = 5,
          note = "a straggler"}),
    layer("layer-hidden", gen.pick{2, 4}, gen.pick{4, 7}, 8, gen.pick{1, 2, 3}, gen.pick{3, 6}, gen.pick{4, 5},
          gen.pick{0, 3}, gen.pick{RANDOM, DROPS, HOT}, {uneven = gen.pick{0, 1}, turned = gen.pick{0, 1}, twice = 1,
          hidden = true}),
    dies("dies-at-once", 3, 6, 1, 1, RANDOM, {note = "in the exchange of counts; two ranks go on, three experts each"}),
    dies("dies-in-the-counts", 4, 12, 2, 3, RANDOM, {orders = 5}),
    dies("dies-among-the-rows", 4, 12, 0, 11, DROPS, {orders = 5, shared = 3}),
    dies("dies-later", 3, 6, 2, 19, RANDOM, {orders = 5, uneven = 1}),
    dies("dies-of-two", 2, 4, 0, 9, RANDOM, {shared = 2, note = "one rank has all experts then"}),
    dies("dies-hidden", 4, 12, gen.pick{0, 1, 3}, gen.pick{2, 5, 7, 8, 14, 26, 37}, gen.pick{RANDOM, DROPS},
         {hidden = true, orders = 3, uneven = gen.pick{0, 1}}),
    of("sizes", "models", 1, {rows = 24}),
    of("sizes", "models-hidden", 1, {rows = gen.pick{9, 14}, hidden = true}),

    exchange("even", 8, 12, 24, 4, 6, EVEN, {tags = {"gate"}, note = "each rank sends as many rows to each other one"}),
    exchange("hot", 4, 12, 8, 1, 6, HOT, {tags = {"gate"}}),
    layer("timed", P, T, E, K, D, FF, SHARED, EVEN, {tags = {"gate", "bench"}}),
    layer("timed-hot", 4, 32, 16, 4, D, FF, SHARED, RANDOM, {tags = {"bench"}, note = "as a router would have it"}),
  },

  gates = GATES,
  bench = {
    race("layer", "layer", "timed", "vtime_ns", "a layer on eight ranks, even", "arithmetic alone, if all hides"),
    race("random", "layer", "timed-hot", "vtime_ns", "a layer on four ranks, as a router has it",
         "the rank with most rows, and nothing besides"),
    race("bytes", "layer", "timed", "sent_B_max", "bytes of that layer", "no row twice, no row that nobody asked for"),
  },

  predict = {
    predict{id = "flops", axis = "flops", unit = "GFLOP", answer = "2*f.active/1e9", rtol = .02,
            ask = [[{{= f.m.name}}: {{= n(f.total)}} parameters, {{= n(f.expert)}} in each of {{= f.E}} experts of
              {{= f.L}} layers, {{= f.k}} of which work on a token. FLOP of a token, forward, two a parameter?]],
            worked = "2 · ({{= n(f.rest)}} + {{= f.L}} · {{= f.k}} · {{= n(f.expert)}})."},
    predict{id = "bytes", axis = "bytes", unit = "KiB", answer = "f.token/1024", rtol = .02,
            ask = [[Width {{= n(f.d)}}, bf16, top-{{= f.k}}, {{= f.L}} layers: bytes of dispatch and combine for one
              token in a forward pass, all counted, also what stays on the GPU?]],
            worked = "2 · {{= f.k}} · {{= n(f.d)}} · 2 B · {{= f.L}}."},
    predict{id = "intensity", axis = "intensity", unit = "FLOP/B", rtol = .05, answer = "6*f.d*f.ff/(2*f.d*2)",
            ask = "FLOP of an expert for each byte that travels for its row, there and back?",
            worked = "6·d·ff over 2·2·d: 1.5·ff. Neither k nor d counts: finer experts have less of it."},
    predict{id = "parallelism", axis = "parallelism", unit = "1", answer = "7", rtol = .01,
            ask = "Eight ranks. How many messages has a rank sent at most when its rows are where they have to be?",
            worked = "One to each other rank: 7. (7 more carried the counts.)"},
    predict{id = "failure", axis = "failure",
            choices = {"that rank alone returns an error", "all others wait for ever",
                       "that rank's tokens are dropped"},
            answer = "all others wait for ever",
            ask = [[One rank finds an index that makes no sense, and returns before the exchange of counts. What
              happens?]],
            worked = "A collective needs all ranks. Whoever refuses has to say so inside of one."},
  },

  facts = function(hw, models)
    local m, q, v = models.mixtral_8x7b, models.llama2_13b, models.dsv2
    local f = {m = m, v = v, q = q, d = m.d, L = m.L, ff = m.ff, E = m.E, k = m.k, P = 8, T = 4096,
               link = hw.h100.nvlink_dir + 0.0, nic = hw.ib_ndr.bw_dir + 0.0, rate = MFU*(hw.h100.bf16 + 0.0),
               mfu = MFU, peak = hw.h100.bf16 + 0.0, alpha = ALPHA_NS*1e-9, stages = STAGES}
    f.expert = 3*m.d*m.ff
    f.rest = m.L*(2*m.d*m.d + 2*m.d*m.Hkv*m.hd + m.d*m.E + 2*m.d) + 2*m.V*m.d + m.d
    f.total, f.active = f.rest + f.L*f.E*f.expert, f.rest + f.L*f.k*f.expert
    f.dense = q.L*(4*q.d^2 + 3*q.d*q.ff + 2*q.d) + 2*q.V*q.d + q.d
    f.token = 2*f.k*f.d*2*f.L
    f.held = function(P) return 2*(f.rest + f.L*f.E//P*f.expert) end
    f.sent = function(P, T) return f.token*T*(P - 1)/P end            -- of a GPU with T tokens of its own
    -- one layer, forward, T tokens a GPU: seconds of experts, and of rows in one direction
    f.work = function(T, d, ff, n) return 6*T*d*ff*n/f.rate end
    f.way = function(T, d, k, P, beta) return 2*T*k*d*(P - 1)/P/beta end
    f.floor = function(P) return (P - 1)*f.alpha end
    f.choose = function(n, r)
      local c = 1
      for i = 1, r do c = c*(n - r + i)//i end
      return c
    end
    return f
  end,

  questions = {
    q.num{id = "held", unit = "GB", rtol = .01, seed = "S003-W23-MS",
      ask = [[{{= f.m.name}}, bf16, experts over {{= p.P}} GPUs, everything else ({{= n(f.rest)}} parameters) on each
        of them. An expert has {{= n(f.expert)}}, a layer {{= f.E}} of them, and there are {{= f.L}} layers. Bytes of
        weights on a GPU?]],
      vary = {P = {8, 4, 2}},
      answer = function(f, p) return f.held(p.P)/1e9 end,
      wrong = {{value = function(f, p) return 2*f.total/p.P/1e9 end, hint = "Attention is not cut by this axis."}},
      worked = [[2 · ({{= n(f.rest)}} + {{= f.L}} · {{= n(f.E//p.P)}} · {{= n(f.expert)}}) B =
        {{= n(f.held(p.P)/1e9, 2)}} GB.]]},
    q.num{id = "sent", unit = "MiB", rtol = .01, seed = "S003-W23-MS",
      ask = [[{{= f.m.name}}, bf16, {{= p.P}} GPUs, {{= n(p.T)}} tokens on each, choices fall evenly. What does a GPU
        send in a forward pass of {{= f.L}} layers, width {{= n(f.d)}}, top-{{= f.k}}?]],
      vary = {P = {8, 4}, T = {512, 1024, 4096}},
      answer = function(f, p) return f.sent(p.P, p.T)/2^20 end,
      wrong = {{value = function(f, p) return f.sent(p.P, p.T)/2^21 end, hint = "Dispatch and combine."},
               {value = function(f, p) return f.token*p.T/2^20 end, hint = "A P-th of the choices stays at home."}},
      worked = [[{{= n(f.token/2^20, 2)}} MiB a token, of which {{= p.P - 1}}/{{= p.P}} leave, times {{= n(p.T)}}:
        {{= n(f.sent(p.P, p.T)/2^20)}} MiB.]]},
    q.num{id = "hides", unit = "x", rtol = .02, seed = "S003-W23-C3",
      ask = [[Gated experts of {{= n(p.ff)}} (6·d·ff FLOP a row), bf16, {{= p.P}} GPUs that reach {{= p.F}} TFLOP/s and
        send {{= p.GB}} GB/s each. How many times as long as the dispatch's rows are under way do the routed experts
        work on as many?]],
      vary = {ff = {1536, 14336}, P = {8, 16}, F = {300, 400}, GB = {50, 450}},
      answer = function(_, p) return 6*p.ff/(p.F*1e12)/(2*(p.P - 1)/p.P/(p.GB*1e9)) end,
      wrong = {{value = function(_, p) return 6*p.ff/(p.F*1e12)/(2/(p.GB*1e9)) end,
                hint = "A P-th of the rows stays where it is."},
               {value = function(_, p) return 6*p.ff/(p.F*1e12)/(4*(p.P - 1)/p.P/(p.GB*1e9)) end,
                hint = "Only the way there is asked for."}},
      worked = [[A row: 6·d·{{= n(p.ff)}} FLOP, and 2·d·{{= p.P - 1}}/{{= p.P}} B. d cancels, and so does k:
        {{= n(6*p.ff/(p.F*1e12)/(2*(p.P - 1)/p.P/(p.GB*1e9)), 2)}}.]]},
    q.num{id = "floor", unit = "%", rtol = .02, seed = "S003-W23-C2",
      ask = [[Decoding, {{= p.b}} tokens on each of {{= p.P}} GPUs, top-{{= f.k}}, width {{= n(f.d)}}, bf16, even. A
        message takes {{= n(f.alpha*1e6)}} µs and its bytes at {{= si(f.link, "B/s")}}, one after the other. Which
        share of a dispatch's time are bytes?]],
      vary = {b = {8, 32, 128}, P = {8, 16}},
      answer = function(f, p)
        local way = f.way(p.b, f.d, f.k, p.P, f.link)
        return 100*way/(way + f.floor(p.P))
      end,
      wrong = {{value = function(f, p)
                  local way = f.way(p.b, f.d, f.k, p.P, f.link)
                  return 100*way/(way + f.alpha)
                end, hint = "There is a message to each other GPU, and each costs alpha."}},
      worked = [[{{= p.P - 1}} messages: {{= n(f.floor(p.P)*1e6)}} µs to start them, and
        {{= us(f.way(p.b, f.d, f.k, p.P, f.link), 2)}} for what is in them.]]},
    q.num{id = "padded", unit = "x", rtol = .01, seed = "S003-W23-C1",
      ask = [[{{= p.P}} ranks, {{= n(p.T)}} choices each, all for experts of rank 0. An all-to-all of equal parts has to
        be as long as the longest one. How many times the bytes of an exchange by counts do all ranks send together?]],
      vary = {P = {4, 8, 16}, T = {1024, 4096}},
      answer = function(_, p) return p.P end,
      wrong = {{value = function(_, p) return p.P - 1 end,
                hint = "Who sends something in the exchange by counts? Not rank 0."}},
      worked = [[{{= p.P}}·{{= p.P - 1}} messages of {{= n(p.T)}} rows, and {{= p.P - 1}} of {{= n(p.T)}} that have
        something in them.]]},
    q.num{id = "combinations", unit = "1", rtol = .001, seed = "S003-W23-C3",
      ask = [[Experts are cut into halves: {{= 2*p.k}} of {{= 2*p.E}} in place of {{= p.k}} of {{= p.E}}. How many sets
        of experts can a token have now?]],
      vary = {E = {8, 16}, k = {1, 2}},
      answer = function(f, p) return f.choose(2*p.E, 2*p.k) end,
      wrong = {{value = function(f, p) return f.choose(p.E, p.k) end, hint = "That is before the cut."}},
      worked = [[{{= n(f.choose(2*p.E, 2*p.k))}}; it was {{= n(f.choose(p.E, p.k))}}. And twice the bytes on the
        links.]]},
    q.choice{id = "backward", seed = "S003-W23-C1",
      ask = "Which exchange carries the gradients of the experts' outputs?",
      options = {"combine's: from the experts home", "dispatch's: from home to the experts", "an all-reduce"},
      answer = 2,
      worked = [[y is at home, and so is its gradient; what made it is with the experts. The backward pass of combine is
        a dispatch of w·dy.]]},
    q.choice{id = "gradients", seed = "S003-W23-C1",
      ask = [[64 GPUs, experts over 8 of them each. Over how many ranks is an expert's gradient summed, and
        attention's?]],
      options = {"8 and 64", "64 and 64", "8 and 8"}, answer = 1,
      worked = "There are eight copies of each expert, and 64 of attention."},
    q.choice{id = "death", seed = "S003-W23-C1",
      ask = [[A rank dies while rows are under way. On rank 2 all rows had come before the watchdog spoke, on the others
        not. What may rank 2 do with its layer's output?]],
      options = {"use it: it is right", "nothing, before all that live have agreed",
                 "send it to the others, who lack theirs"},
      answer = 2,
      worked = [[Right it is, and of no use: the others have no output of this layer, and the step can only be taken
        again by all. An agreement costs two trips through a tree; two ranks in different steps cost the run.]]},
    q.multi{id = "collapse", seed = "S003-W23-C6",
      ask = "All tokens want experts of one rank. What happens without a capacity?",
      options = {"that rank runs out of memory first", "the others wait for it", "answers become wrong",
                 "its port is the bottleneck of both exchanges"}, answer = {1, 2, 4},
      worked = "P times the rows, P times the work, and all through one port. The answers are right."},
    q.order{id = "forward", seed = "S003-W23-C1",
      ask = "A layer, in the order in which it takes least time.",
      items = {"Exchange counts", "Post receives and sends of rows", "Work on the own rows",
               "Work on rows as they come, and send them back", "The shared expert", "Wait, and sum with the weights"},
      hint = "What needs nobody's rows can cover the end."},
    q.text{id = "compare", min_words = 60, seed = "S003-W23-MS",
      ask = [[{{= f.m.name}} on eight GPUs, or a dense model with 13 billion parameters on one: weigh them for a service
        that you know. Give memory, FLOP and bytes sent for a token from your own arithmetic, and say at which load you
        would change your mind.]],
      rubric = {"weights a GPU and in all, against the dense model's", "FLOP a token are about the same",
                "bytes of the exchanges, and their floor of latencies with few tokens",
                "a load: few requests favour the dense one, many the mixture"}},
  },

  hints = {
    {on = "build", match = {"defines no", "implicit declaration", "undeclared", "undefined reference", "incomplete"},
     [[dispatch.c defines struct disp and the nine functions of lab.h; expert() and shared_expert() are there.]]},
    {on = "sanitize", [[Rows may be 0 anywhere: a rank without tokens, an expert without rows. moe_free() frees all that
      moe_plan() took.]]},
    {on = "case:alone", "One rank: sort choices by expert, in the order of tokens, and back."},
    {on = "case:odd-experts", "P has to divide E; everybody sees that without a message."},
    {on = "case:no-such-expert", [[The rank that finds it must not leave: the others are in the exchange of counts. A
      count can say it.]]},
    {on = "case:turned", "Rank and size are those of the communicator that you were given."},
    {on = "case:two-plans", "Each plan keeps its own counts, places and answers; nothing is static."},
    {on = "case:dropped", "A dropped choice has no row, and 0 times NaN is NaN: leave it out of every sum."},
    {on = "case:uneven-tokens", "Lengths of what comes are in the counts, not in your own T."},
    {on = "case:one-token", "A message of no rows need not be sent; if you send it, the other end has to receive it."},
    {on = "gate:even-bytes", "A row for each choice that leaves. What else is in your messages?"},
    {on = "gate:even-messages", "Rows for one rank lie side by side once they are sorted by expert."},
    {on = "gate:even-counts", "Counts are in the plan already; rows go by comm_isend() and comm_irecv()."},
    {on = "gate:hot-bytes", "comm_all_to_all() sends parts of equal length. Rows need messages of their own lengths."},
    {on = "call:exchange", [[got: counts and order. y: are the rows that came back those of the choice? dw: the
      expert's output times dy. dout: w times dy. dx: no weight, it was in dout.]]},
    {on = "gate:layer-bytes", "Rows there and back, nothing twice."},
    {on = "gate:layer-counts", "One plan."},
    {on = "gate:layer-exposed", [[Post everything first, then work on what is there: own rows need no message, and
      comm_waitany() says whose came.]]},
    {on = "call:layer", "With one rank first; then without a shared expert; then with rows that come in any order."},
    {on = "call:survive", [[comm_broken() after the exchange of counts, before any of them is used; and again at the
      end. All requests are waited for in between, whatever they bring.]]},
    {on = "call:sizes", "Experts: a P-th of each layer's on a GPU. Shared ones and the rest are on all of them."},
    {on = "bench:layer", "What does the shared expert need, and when are the links idle?"},
    {on = "bench:random", "Which rank has most rows, and what does it wait for?"},
    {after = 3, [[Draw two ranks, two experts each, three tokens: each row as token.choice, before and after each
      step.]]},
  },
}
