-- w07c-pipe-1f1b: four pipeline schedules, and the loop that runs them on ranks.

local GPIPE, ONE, INTER, ZB = 0, 1, 2, 3
local STAGES = {bronze = .80, silver = .92, gold = .99}
local FREE = {alpha_ns = 0, beta_Bps = 1e18}       -- messages that cost nothing: schedules alone
local REAL = {alpha_ns = 10000, beta_Bps = 2.5e7}  -- the timed ones: a tenth of an F for each message

local function case_of(c, ...)
  for _, more in ipairs{...} do
    for k, v in pairs(more) do c[k] = v end
  end
  return c
end

-- The lists of all stages of one schedule; an F takes cf ticks, an X cx, a W cw.
local function sched(id, kind, stages, m, v, more)
  return case_of({id = id, P = 1, kind = kind, stages = stages, m = m, v = v, cf = 1, cx = 1, cw = 1,
                  calls = {"sched"}}, FREE, more or {})
end

-- One step of a network of P*v pieces, a micro-batch being rows x d; a rank spends 1.2 ms on a micro-batch.
local function run(id, kind, P, m, v, more)
  local ns = 400000/(type(v) == "number" and v or 1)
  return case_of({id = id, P = P, kind = kind, m = m, v = v, rows = 3, d = 5, nf = ns, nx = ns, nw = ns,
                  calls = {"run"}}, FREE, more or {})
end

local GATE, EDGE = {tags = {"gate"}}, {tags = {"edge"}}
local TIMED = case_of({rows = 16, d = 12, tags = {"gate", "bench"}}, REAL)

-- By name: cost of a micro-batch on a chunk, and what the stages' crossing adds to m*v of them.
local function makespan(id, formula, why)
  return gate{id = id, call = "sched", case = id, counter = "makespan", op = "<=", value = formula, why = why}
end local function vtime(id, formula, why)
  return gate{id = id, call = "run", case = id, counter = "vtime_ns", op = "<=", value = "1.0001*" .. formula,
              why = why}
end
local function memory(id, case, pieces, why)
  return gate{id = id, call = "run", case = case, counter = "peak_B_max", op = "<=", value = pieces .. "*8*rows*d",
              why = why}
end

return lab {
  api = 1, rev = 1, id = "w07c-pipe-1f1b", title = "Pipeline schedules", kind = "system",
  week = 7, part = 1, domain = {"distributed training", "pipeline parallelism"},
  seeds = {"S000-P3-T2", "S003-DN-dist", "S003-DE-05", "S003-DE-11", "S003-DE-12", "S003-DE-13", "S003-W07",
           "S003-W07-C3", "S003-W07-C4", "S004-MAP-06", "S004-C06-T10", "S004-C06-EX"},
  requires = {"w07-ddp-overlap"}, suggests = {"w03-txmath"},
  hours = {read = 1, lab = 3},
  durable = {"A pipeline of p stages is p-1 micro-batches long, whatever its schedule; more micro-batches dilute that",
             "1F1B saves memory, not time",
             "A shorter bubble is bought: with messages (interleaving) or with a backward pass in two (zero bubble)"},
  ephemeral = {{"80 GB and 3.35 TB/s of an H100", as_of = "2026-11"}},
  readings = {
    {"zb", hours = 1, look_for = [[figures 2 and 3: which holes of 1F1B a W fills. Then table 1: what ZB-H2 pays for the
      rest of the bubble]]},
  },

  lang = "c", backends = {"ranks"},
  edit = {"pipe.c"},
  reference = "ref.c", ladder = {"naive.c", "ref.c"},
  limits = {wall_s = 10, mem_MiB = 256, threads = 1},

  buffers = {
    op = {dtype = "i32", shape = {"stages", "3*m*v", 3}, note = "each stage's list"},
    number = {dtype = "i32", shape = {"stages"}, note = "what pipe_sched returned"},
    w = {dtype = "f32", shape = {"P", "v", "d", "d"}, split = true, dist = gen.normal{sd = .5},
         note = "each rank's pieces"},
    x = {dtype = "f32", shape = {"m", "rows", "d"}, dist = gen.normal{}, note = "input of the first piece"},
    t = {dtype = "f32", shape = {"m", "rows", "d"}, dist = gen.normal{}, note = "what the last piece should give"},
    gw = {dtype = "f32", shape = {"P", "v", "d", "d"}, split = true, note = "gradients of w"},
  },
  calls = {
    sched = call{harness = true, asks = {fn = "pipe_sched"},
                 args = {i32"kind", i32"stages", i32"m", i32"v", output"op", output"number"},
                 verify = "sched", title = "pipe_sched"},
    run = call{harness = true, asks = {fn = "pipe_run"},
               args = {i32"kind", i32"m", i32"v", i32"rows", i32"d", f64"nf", f64"nx", f64"nw",
               input"w", input"x", input"t", output"gw"}, oracle = "run", tol = tol.rel_l2(2e-5), title = "pipe_run"},
  },

  cases = {
    sched("gpipe-2x2", GPIPE, 2, 2, 1),
    sched("gpipe-4x7", GPIPE, 4, 7, 1),
    sched("one-4x8", ONE, 4, 8, 1),
    sched("one-alone", ONE, 1, 5, 1, EDGE),
    sched("one-micro", ONE, 6, 1, 1, EDGE),
    sched("one-few", ONE, 6, 4, 1, {tags = {"edge"}, note = "fewer micro-batches than stages"}),
    sched("inter-2x4x2", INTER, 2, 4, 2),
    sched("inter-4x12x3", INTER, 4, 12, 3),
    sched("inter-m-is-p", INTER, 4, 4, 2, EDGE),
    sched("inter-v1", INTER, 4, 9, 1, {tags = {"edge"}, note = "is 1F1B, m need not be a multiple of p"}),
    sched("inter-refused", INTER, 4, 6, 2, {tags = {"edge"}, note = "p does not divide m"}),
    sched("chunks-refused", ONE, 4, 8, 2, {tags = {"edge"}, note = "chunks without interleaving"}),
    sched("zb-4x8", ZB, 4, 8, 1),
    sched("zb-few", ZB, 5, 3, 1, EDGE),
    sched("hidden-one", ONE, gen.pick{3, 5, 7}, gen.pick{2, 6, 11}, 1, {hidden = true}),
    sched("hidden-inter", INTER, gen.pick{2, 3, 4}, 12, gen.pick{2, 3, 4}, {hidden = true}),
    sched("hidden-zb", ZB, gen.pick{2, 3, 6}, gen.pick{2, 9}, 1, {hidden = true}),

    run("run-alone", GPIPE, 1, 3, 1, EDGE),
    run("run-gpipe", GPIPE, 2, 3, 1),
    run("run-one-2", ONE, 2, 4, 1, {orders = 5, note = "both ways lead to the same neighbour"}),
    run("run-one-4", ONE, 4, 7, 1, case_of({orders = 5}, REAL)),
    run("run-one-few", ONE, 4, 2, 1, EDGE),
    run("run-inter-2", INTER, 2, 4, 3, {orders = 3}),
    run("run-inter-3", INTER, 3, 6, 2, case_of({orders = 5}, REAL)),
    run("run-zb", ZB, 4, 6, 1, case_of({orders = 3}, REAL)),
    run("run-uneven", ONE, 4, 6, 1, case_of({slow_rank = 1, slow_factor = 2, nf = 300000, nw = 500000}, REAL)),
    run("hidden-run", gen.pick{ONE, ZB, GPIPE}, gen.pick{3, 5}, gen.pick{2, 8}, 1, {hidden = true}),
    run("hidden-run-inter", INTER, gen.pick{2, 4}, 8, gen.pick{2, 3}, {hidden = true}),

    sched("makespan-gpipe", GPIPE, 8, 32, 1, GATE),
    sched("makespan-one", ONE, 8, 32, 1, case_of({cf = 2, cx = 3, cw = 1}, GATE)),
    sched("makespan-inter", INTER, 8, 32, 4, GATE),
    sched("makespan-zb", ZB, 8, 32, 1, GATE),
    run("free-one", ONE, 4, 12, 1, GATE),
    run("free-inter", INTER, 4, 12, 2, GATE),
    run("free-zb", ZB, 4, 12, 1, GATE),
    run("step-one", ONE, 8, 24, 1, TIMED),
    run("step-inter", INTER, 4, 16, 3, TIMED),
  },

  counters = {makespan = "time of the whole schedule"},
  gates = {
    makespan("makespan-gpipe", "(m + stages - 1)*(cf + cx + cw)",
             "the stages' crossing, once forward and once backward"),
    makespan("makespan-one", "(m + stages - 1)*(cf + cx + cw)", "as long as GPipe, with a quarter of the memory"),
    makespan("makespan-inter", "(m*v + stages - 1)*(cf + cx + cw)", "the crossing is one of pieces a v-th as long"),
    makespan("makespan-zb", "m*(cf + cx + cw) + (stages - 1)*(cf + cx - cw)", "W fills what X leaves empty"),
    vtime("free-one", "(m + P - 1)*(nf + nx + nw)",
          "with free messages the run is no longer than its schedule"),
    vtime("free-inter", "(m*v + P - 1)*(nf + nx + nw)",
          "with free messages the run is no longer than its schedule"),
    vtime("free-zb", "(m*(nf + nx + nw) + (P - 1)*(nf + nx - nw))",
          "the input's gradient is sent before the weights' is computed"),
    memory("memory-one", "step-one", "P", "no stage keeps more than P micro-batches"),
    memory("memory-zb", "free-zb", "P", "nor with the weights' gradients put off"),
    gate{id = "messages", call = "run", case = "step-one", counter = "msgs", op = "==", value = "2*m*(P - 1)",
         why = "one activation and one gradient a micro-batch and boundary"},
    gate{id = "messages-inter", call = "run", case = "step-inter", counter = "msgs", op = "==", value = "2*m*(P*v - 1)",
         why = "v times as many boundaries"},
    gate{id = "bytes", call = "run", case = "step-one", counter = "sent_B_max", op = "<=", value = "2*m*4*rows*d",
         why = "and nothing else"},
  },
  bench = {
    bench{id = "one", call = "run", case = "step-one", metric = "fewer:vtime_ns", stages = STAGES,
          title = "1F1B with messages that cost something",
          why = "what is there already can arrive during another operation, and a gradient during a W"},
    bench{id = "inter", call = "run", case = "step-inter", metric = "fewer:vtime_ns", stages = STAGES,
          title = "interleaved, three chunks", why = "three times as many messages to hide"},
  },


  predict = {
    predict{id = "flops", axis = "flops", unit = "TFLOP", answer = "f.flops/1e12", rtol = .05,
            ask = [[Llama 3 70B ({{= n(f.N)}} parameters) in {{= f.p}} stages: how many FLOP does a stage do for a
              micro-batch of {{= n(f.S)}} tokens, forward and backward, at 6 a parameter and token?]],
            worked = "An eighth of 6·N·tokens."},
    predict{id = "bytes", axis = "bytes", unit = "MB", answer = "f.message/1e6",
            ask = [[Bytes of one activation between two stages: {{= n(f.S)}} tokens of {{= n(f.h)}} channels in bf16?]],
            worked = "2·s·h: not the weights, nor what the layers inside keep."},
    predict{id = "intensity", axis = "intensity", unit = "FLOP/B", rtol = .05, answer = "f.flops/(2*f.message)",
            ask = "FLOP of a stage for each byte that it sends, an activation on and a gradient back?",
            worked = [[Some {{= n(f.flops/(2*f.message), 0)}}: that is why pipelines span nodes and tensor
              parallelism does not.]]},
    predict{id = "parallelism", axis = "parallelism", unit = "%", answer = "100*f.bubble(8, 32)", rtol = .02,
            ask = "Eight stages and 32 micro-batches, 1F1B: which share of the makespan does a stage idle?",
            worked = "(p - 1)/(m + p - 1) = {{= pct(f.bubble(8, 32), 1)}}."},
    predict{id = "failure", axis = "failure",
            choices = {"wrong gradients", "a hang", "slow, but right"}, answer = "a hang",
            ask = [[In the steady state of 1F1B a stage sends its activation on with a call that returns when it has
              been taken, and its neighbour its gradient back likewise. What happens?]],
            worked = "Each waits in its send for a receive that comes after the other's send."},
  },

  facts = function(hw)
    local k = models.llama3_70b
    local layer = 2*k.d*k.d + 2*k.d*k.Hkv*k.hd + 3*k.d*k.ff + 2*k.d
    local f = {stages = STAGES, N = k.L*layer + 2*k.V*k.d + k.d, L = k.L, h = k.d, S = 4096, p = 8, m = 32,
               peak = hw.h100.bf16 + 0.0, hbm = 80e9, link = hw.ib_ndr.bw_dir + 0.0, mfu = .4}
    f.flops = 6*f.N/f.p*f.S                  -- of one stage, one micro-batch, F and B
    f.t_FB = f.flops/(f.mfu*f.peak)          -- seconds
    f.message = 2*f.S*f.h
    f.c = f.message/f.link
    -- share of the makespan; and overhead over the work itself
    f.bubble = function(p, m, v) return (p - 1)/(m*(v or 1) + p - 1) end
    f.over = function(p, m, v) return (p - 1)/(m*(v or 1)) end
    f.zb_bubble = function(p, m) return (p - 1)/(3*m + p - 1) end -- F = X = W
    f.zb_over = function(p, m) return (p - 1)/(3*m) end
    f.makespan = function(p, m, v) return (m + (p - 1)/(v or 1))*f.t_FB end
    -- kept by one stage for one micro-batch: 34 B a token and channel and layer (fp16, scores recomputed), or only
    -- the input of each layer
    f.kept = 34*f.S*f.h*f.L/f.p
    f.inputs = 2*f.S*f.h*f.L/f.p
    f.inter_flying = function(p, s, v) return 2*(p - s - 1) + (v - 1)*p + 1 end
    -- the lab's step-one, in units of F = X = W, a message costing a tenth: sent after X; and the bare list
    f.timed = {m = 24, early = 3*24 + 7*(2 + 2*.1), list = 3*(24 + 7)}
    f.micros = function(p, share, v) return math.ceil((p - 1)*(1 - share)/share/(v or 1) - 1e-9) end
    -- what a message costs a micro-batch in 1F1B's steady state, in units of a message
    -- when gradients leave after B: those that leave after X hide behind W
    f.per_micro = function(p) return 2*(p - 1)/p end
    return f
  end,

  questions = {
    q.num{id = "bubble", unit = "%", rtol = .01, seed = "S003-W07-C3",
      ask = [[{{= p.p}} stages, {{= p.m}} micro-batches, 1F1B. What fraction of the makespan does a stage idle?]],
      vary = {p = {8, 4, 16}, m = {32, 24, 48}},
      answer = function(f, p) return 100*f.bubble(p.p, p.m) end,
      wrong = {{value = function(f, p) return 100*f.over(p.p, p.m) end,
                hint = [[That is the overhead over the ideal time, (p-1)/m. The fraction of the makespan was asked
                  for.]]},
               {value = function(_, p) return 100*p.p/(p.m + p.p) end,
                hint = "The first stage crosses nothing: p - 1."}},
      worked = "({{= p.p}} - 1)/({{= p.m}} + {{= p.p}} - 1) = {{= pct(f.bubble(p.p, p.m), 1)}}."},
    q.num{id = "overhead", unit = "%", rtol = .01, seed = "S004-C06-T10",
      ask = [[{{= p.p}} stages and {{= p.m}} micro-batches, 1F1B. How much longer than the ideal time, in which nobody
        ever idles, is the step?]],
      vary = {p = {8, 4, 16}, m = {32, 24, 48}},
      answer = function(f, p) return 100*f.over(p.p, p.m) end,
      wrong = {{value = function(f, p) return 100*f.bubble(p.p, p.m) end,
                hint = "That is the fraction of the makespan. Ideal is m(F + B): put the bubble over that."}},
      worked = "({{= p.p}} - 1)/{{= p.m}} = {{= pct(f.over(p.p, p.m), 1)}}. Papers quote either: ask which."},
    q.num{id = "interleaved", unit = "%", rtol = .01, seed = "S004-C06-T10",
      ask = "{{= f.p}} stages, {{= f.m}} micro-batches, {{= p.v}} chunks on each stage: overhead over the ideal time?",
      vary = {v = {4, 2, 5}},
      answer = function(f, p) return 100*f.over(f.p, f.m, p.v) end,
      wrong = {{value = function(f, p) return 100*f.bubble(f.p, f.m, p.v) end,
                hint = "That is the fraction of the makespan."},
               {value = function(f) return 100*f.over(f.p, f.m) end, hint = "A chunk is a v-th of a stage."}},
      worked = "(p - 1)/(m·v) = {{= pct(f.over(f.p, f.m, p.v), 2)}}, for {{= p.v}} times as many messages."},
    q.table{id = "flying", unit = "1", rtol = .001, seed = "S003-W07-C3",
      ask = "{{= p.p}} stages, {{= p.m}} micro-batches. How many are in flight at most?",
      rows = {"stage 0", "the last stage"}, columns = {"1F1B", "GPipe"},
      vary = {p = {4, 6, 12}, m = {16, 24, 48}},
      answer = function(_, p) return {{p.p, p.m}, {1, p.m}} end,
      hint = "1F1B: p - s. GPipe keeps all until the forwards are over.",
      worked = "1F1B: {{= p.p}} and 1, whatever m is. GPipe: {{= p.m}} on every stage."},
    q.num{id = "micros", unit = "1", rtol = .001, seed = "S003-W07-C4",
      ask = [[{{= p.p}} stages, 1F1B: from how many micro-batches on is the bubble at most {{= p.pc}} % of the
        makespan?]],
      vary = {p = {8, 16, 4}, pc = {10, 5}},
      answer = function(f, p) return f.micros(p.p, p.pc/100) end,
      wrong = {{value = function(_, p) return math.ceil((p.p - 1)*100/p.pc - 1e-9) end,
                hint = "That bounds the overhead, (p-1)/m; the fraction has p - 1 below the line too."}},
      worked = [[(p - 1)/(m + p - 1) <= x gives m >= (p - 1)(1 - x)/x = {{= f.micros(p.p, p.pc/100)}}.]]},
    q.num{id = "memory", unit = "GB", rtol = .02, seed = "S003-W07-C3",
      ask = [[Llama 3 70B in {{= f.p}} stages of {{= n(f.L/f.p)}} layers, micro-batches of {{= n(f.S)}} tokens. A
        layer keeps
        34 B for each token and channel ({{= n(f.h)}} of them). How much does stage {{= p.s}} keep at most with 1F1B?]],
      vary = {s = {0, 2, 5}},
      answer = function(f, p) return (f.p - p.s)*f.kept/1e9 end,
      wrong = {{value = function(f) return f.m*f.kept/1e9 end, hint = "That is GPipe with {{= f.m}} micro-batches."},
               {value = function(f) return f.kept/1e9 end, hint = "That is one micro-batch; how many are in flight?"}},
      worked = [[{{= f.p}} - {{= p.s}} micro-batches of {{= gb(f.kept, 1)}}: {{= gb((f.p - p.s)*f.kept, 1)}}, beside
        weights and optimiser.]]},
    q.num{id = "zb", unit = "%", rtol = .01, seed = "S004-C06-T10",
      ask = [[ZB-H1, {{= p.p}} stages, {{= p.m}} micro-batches, F, X and W equally long: fraction of the makespan
        that a stage idles?]],
      vary = {p = {8, 4}, m = {32, 24}},
      answer = function(f, p) return 100*f.zb_bubble(p.p, p.m) end,
      wrong = {{value = function(f, p) return 100*f.zb_over(p.p, p.m) end, hint = "That is the overhead over 3m."},
               {value = function(f, p) return 100*f.bubble(p.p, p.m)/3 end,
                hint = "A third of the bubble's length; the makespan is shorter, too."}},
      worked = "(p-1)(F + X - W) = p - 1 of 3m + p - 1 units: {{= pct(f.zb_bubble(p.p, p.m), 1)}}."},
    q.choice{id = "claim", seed = "S004-C06-T10",
      ask = "What does 1F1B gain over GPipe, with equal stages and free messages?",
      options = {"a shorter bubble", "less memory, the same bubble", "both", "fewer messages"}, answer = 2,
      worked = [[The makespan is (m + p - 1)(F + B) for both. The memory that 1F1B saves may be spent on more
        micro-batches, and those do shorten the bubble.]]},
    q.choice{id = "wait", seed = "S003-W07-C3",
      ask = "Why can the stage before not have its gradient earlier, when B is one kernel launch after the other?",
      options = {"it needs the gradient of the weights", "only X is needed, but it is sent after X and W",
                 "the network is busy with activations"}, answer = 2,
      worked = "Nothing upstream reads a weight gradient. Sending after X is half of the idea of a zero bubble."},
    q.text{id = "choose", min_words = 50, seed = "S003-W07-C4",
      ask = [[Your 8-stage pipeline idles for a fifth of the step. Name three ways to get that down, and what each
        of them costs.]],
      rubric = {"more, smaller micro-batches: smaller matrix products; or a larger batch, which changes training",
                "chunks: v times the messages, more in flight, m a multiple of p",
                "backward in two: W's inputs are kept longer, kernels are launched apart",
                "fewer stages, with tensor or sharded data parallelism instead: memory or traffic inside the node"}},
  },

  hints = {
    {on = "build", match = {"defines no", "implicit declaration", "undeclared", "undefined reference", "unknown type"},
     [[pipe.c defines pipe_sched and pipe_run; op_t and the net_ functions are in lab.h, messages in
      ridge/ranks.h.]]},
    {on = "sanitize", [[A list has 2mv operations, 3m with ZB-H1, and its room is as long. Every activation that was
      sent has a buffer: who frees it, and when is it certain that it was taken?]]},
    {on = "case:gpipe-2x2", "The first list to write: F 0, F 1, B 0, B 1 on both stages, and 4 is returned."},
    {on = "case:run-alone", [[One stage: nothing is sent or received. Follow the list: B is net_backward(), then
      net_weights().]]},
    {on = "case:one-micro", "m = 1 and p = 6: no stage can warm up with more than one."},
    {on = "case:one-few", "Fewer micro-batches than stages: the warm-up ends when there are none left."},
    {on = "case:inter-refused", [[Groups of p micro-batches take turns on the chunks. If p does not divide m, return
      -1, before anything is written to out.]]},
    {on = "case:inter-v1", "One chunk is plain 1F1B: its shorter warm-up, and any m."},
    {on = "case:run-uneven", "One stage is slow. Does anything in your code believe that neighbours are in step?"},
    {on = "case:run-zb", "Send after net_backward(); net_weights() is an operation of its own there."},
    {on = "gate:makespan-one", [[How many forwards can lie between stage s and the end of the pipeline? So many to
      warm up with.]]},
    {on = "gate:makespan-inter", [[The warm-up is 2(p-s-1) + (v-1)p. Do p micro-batches pass a chunk before the next
      one has its turn?]]},
    {on = "gate:makespan-zb", "Look at the end: X has to wait there for the next stage. Which W could run meanwhile?"},
    {on = "call:sched", [["in flight": the forward before each backward counts. "waits for ever": draw the two stages it
      names side by side. "expected -1": read what lab.h refuses. "and wrote": find that out first.]]},
    {on = "gate:free-zb", "The schedule is right, the run is longer: when does the gradient leave?"},
    {on = "gate:memory-one", [[What is kept goes away with net_weights(). Does pipe_run follow the schedule it was
      asked for?]]},
    {on = "bench:one", [[A transfer begins when both sides have posted. Is the receive of your next operation posted
      before this one computes? And in a B: who waits for the gradient, and who for W?]]},
    {on = "call:run", [["deadlock": are two neighbours both in a send? Or, with chunks, does the last rank send to the
      first? Wrong gradients: is a buffer used again before its send was waited for?]]},
    {after = 3, [[p = 3, m = 4 on squared paper: one row a stage, one square for an F, two for a B. Then read off
      the lists.]]},
  },
}
