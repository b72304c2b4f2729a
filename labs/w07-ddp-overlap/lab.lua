-- w07-ddp-overlap: a ring all-reduce from messages, and gradient buckets that leave during the backward pass.

-- Links of an H100's NVLink, one direction, a thousandth as fast; gradients a thousandth as large. Every time is
-- then that of the real thing: bytes/beta is the same quotient, and alpha is not scaled.
local SCALE = 1000
local ALPHA_NS, BETA = 3000, hw.h100.nvlink_dir/SCALE
local STAGES = {bronze = .80, silver = .92, gold = .99}
local ALL_SAME, DRAWN, FEW_LARGE = 0, 1, 2
local NEVER_FULL = 1e12

local function link(c, more)
  c.alpha_ns, c.beta_Bps = ALPHA_NS, BETA
  for k, v in pairs(more or {}) do c[k] = v end
  return c
end

local function ring(id, P, n, more) return link({id = id, P = P, n = n, calls = {"ring"}}, more) end

-- `steps` training steps: np parameters of `total` elements, M micro-steps in all, buckets of bucket_B bytes.
local function step(id, P, np, total, bucket_B, more)
  return link({id = id, P = P, np = np, total = total, bucket_B = bucket_B, M = 1, steps = 1, kind = ALL_SAME,
               shuffle = 0, ns = 26, calls = {"step"}}, more)
end

-- The timed one: 32 parameters of 16 KiB, two in a bucket, and a backward pass a little longer than the transfer.
local NP, EACH, PAIR = 32, 4096, 2
local TIMED = {bucket_n = PAIR*EACH, buckets = NP/PAIR, tags = {"gate", "bench"}}

local RING_B = "2*(P - 1)/P*4"

return lab {
  api = 1, rev = 1, id = "w07-ddp-overlap", title = "DDP: ring all-reduce, buckets, overlap", kind = "ranks",
  week = 7, part = 1, domain = {"distributed training", "collectives"},
  seeds = {"S000-P3-T2", "S000-P3-L3", "S002-5axis-4", "S002-5-4", "S003-DN-dist", "S003-DE-05", "S003-DE-11",
           "S003-DE-12", "S003-DE-13", "S003-W07", "S003-W07-C1", "S003-W07-C6", "S003-W07-HO", "S004-MAP-06",
           "S004-TOP-4", "S004-C06-T05", "S004-C06-T15", "S004-C06-EX", "S004-C11-T13"},
  requires = {"w04-flash-tiles", "c12-five-axis"}, suggests = {"w03-txmath"},
  hours = {read = 8, lab = 3},
  durable = {"An all-reduce sends 2(P-1)/P of the data, whatever P",
             "Communication hides where something else can run meanwhile, and only there",
             "A collective has no name but its place in the order of calls"},
  ephemeral = {{"Default bucket of 25 MiB", as_of = "2026-11"}, {"NVLink 4: 450 GB/s a direction", as_of = "2026-11"}},
  readings = {
    {"megatron", hours = 1.5, look_for = "which all-reduce cannot hide, and why that one stays inside a node"},
    {"megatron3d", hours = 2.5, look_for = "what data parallelism sends for each step, next to the other two axes"},
    {"sumanth", hours = 2, look_for = "what every replica holds a copy of: next week takes those apart"},
    {"jaxscale", hours = 2, look_for = [[chapter 5: tokens for each device below which data parallelism is bound by
      its link. Put your breakeven beside it]]},
  },

  lang = "c", backends = {"ranks"},
  edit = {"ddp.c"},
  reference = "ref.c", ladder = {"naive.c", "ref.c"},
  limits = {wall_s = 10, mem_MiB = 256, threads = 1},

  buffers = {
    x = {dtype = "f32", shape = {"P", "n"}, split = true, dist = gen.normal{}, note = "what each rank brings"},
    sum = {dtype = "f32", shape = {"n"}, note = "the same bits on every rank"},
    g = {dtype = "f32", shape = {"P", "M", "total"}, split = true, dist = gen.normal{sd = .1},
         note = "each rank's gradients, by micro-step"},
    count = {dtype = "i64", shape = {"np"}, dist = gen.custom"shape", note = "elements of each parameter"},
    order = {dtype = "i32", shape = {"P", "np"}, split = true, dist = gen.custom"shape",
             note = "in which each rank's gradients appear"},
    mean = {dtype = "f32", shape = {"total"}, note = "the same bits on every rank"},
  },
  calls = {
    ring = call{harness = true, asks = {fn = "ring_allreduce"},
                args = {i64"n", input"x", output"sum"}, oracle = "ring", tol = tol.dot"P",
                title = "ring_allreduce"},
    step = call{harness = true, args = {i64"np", i64"M", i64"bucket_B", f64"ns", i64"steps", input"g", input"count",
                input"order", output"mean"}, oracle = "step", tol = tol.dot"P*M + 1", title = "a step of DDP"},
  },

  cases = {
    ring("alone", 1, 5, {tags = {"edge"}}),
    ring("two", 2, 7),
    ring("three", 3, 1001, {orders = 20, note = "left and right are different ranks"}),
    ring("fewer-than-ranks", 5, 3, {tags = {"edge"}, note = "some parts are empty"}),
    ring("one-element", 3, 1, {tags = {"edge"}}),
    ring("nothing", 3, 0, {tags = {"edge"}}),
    ring("eight", 8, 1003, {orders = 5}),
    ring("hidden-ring", gen.pick{2, 4, 6, 7}, gen.pick{61, 500, 1021}, {hidden = true}),
    step("step-alone", 1, 4, 400, 800, {tags = {"edge"}}),
    step("two-ranks", 2, 6, 600, 800),
    step("drawn-sizes", 3, 12, 3000, 2000, {kind = DRAWN, orders = 5}),
    step("out-of-order", 3, 12, 2400, 1500, {kind = DRAWN, shuffle = 5, orders = 20,
         note = "not even the same order on all ranks"}),
    step("every-parameter", 3, 9, 900, 1, {kind = FEW_LARGE, tags = {"edge"}, note = "a bucket for each"}),
    step("one-bucket", 2, 9, 900, NEVER_FULL, {tags = {"edge"}}),
    step("accumulate", 3, 8, 1600, 1200, {M = 3, kind = FEW_LARGE, note = "two micro-steps without sending"}),
    step("three-steps", 3, 9, 1800, 1000, {M = 6, steps = 3, kind = DRAWN, shuffle = 2, orders = 5,
         note = "each step begins as the first did"}),
    step("straggler", 3, 8, 1600, 1200, {slow_rank = 2, slow_factor = 5,
         note = "one rank computes five times as long"}),
    step("eight-ranks", 8, 10, 3000, 2400, {kind = DRAWN, shuffle = 2}),
    step("hidden-step", gen.pick{2, 3, 5, 8}, gen.pick{7, 11}, 1999, gen.pick{600, 1800}, {hidden = true,
         kind = DRAWN, shuffle = gen.pick{1, 4}, M = 2, steps = gen.pick{1, 2}}),
    ring("ring-bytes", 8, 100003, {tags = {"gate"}}),
    step("overlap", 8, NP, NP*EACH, 4*PAIR*EACH, TIMED),
  },

  gates = {
    gate{id = "ring-bytes", call = "ring", case = "ring-bytes", counter = "sent_B_max", op = "<=",
         value = "1.01*" .. RING_B .. "*n", why = "no rank sends more than 2(P-1)/P of the buffer"},
    gate{id = "ring-messages", call = "ring", case = "ring-bytes", counter = "msgs_max", op = "<=", value = "2*(P - 1)",
         why = "a ring of P ranks has 2(P-1) steps, and each of them costs alpha"},
    gate{id = "own-ring", call = "ring", case = "ring-bytes", counter = "all_reduce", op = "==", value = 0,
         why = "ring_allreduce is made of messages"},
    gate{id = "own-halves", call = "ring", case = "ring-bytes", counter = "reduce_scatter", op = "==", value = 0,
         why = "and so are its two halves"},
    gate{id = "step-bytes", call = "step", case = "overlap", counter = "sent_B_max", op = "<=",
         value = "1.01*" .. RING_B .. "*total", why = "each gradient is sent once a step"},
    gate{id = "accumulated-bytes", call = "step", case = "accumulate", counter = "sent_B_max", op = "<=",
         value = "1.02*" .. RING_B .. "*total", why = "three micro-steps send as much as one"},
    gate{id = "buckets", call = "step", case = "overlap", counter = "msgs_max", op = "==", value = "2*(P - 1)*buckets",
         why = "one all-reduce a bucket, and a bucket is full at bucket_B bytes, not beyond"},
    gate{id = "brim", call = "step", case = "straggler", counter = "msgs_max", op = "==", value = "2*(P - 1)*np/2",
         why = "800 bytes do not fill a bucket of 1,200, so a second parameter joins: four buckets"},
    gate{id = "exposed", call = "step", case = "overlap", counter = "exposed_comm_ns", op = "<=",
         value = "1.15*2*(P - 1)*(alpha_ns + 4e9*bucket_n/P/beta_Bps)",
         why = "all buckets but the last are sent while the backward pass runs"},
  },
  bench = {
    bench{id = "step", call = "step", case = "overlap", metric = "fewer:vtime_ns", stages = STAGES,
          title = "a step of DDP in virtual time", why = "alpha, beta and the backward pass are the same for both"},
  },

  predict = {
    predict{id = "flops", axis = "flops", unit = "TFLOP", answer = "4*f.N*f.tokens/1e12", rtol = .05,
            ask = [[A backward pass of a model with {{= n(f.N)}} parameters over {{= n(f.tokens)}} tokens: how many
              FLOP, at 4 a parameter and token?]],
            worked = "Twice the forward pass: gradients of the inputs and of the weights."},
    predict{id = "bytes", axis = "bytes", unit = "GB", answer = "f.sent(8, 2)/1e9",
            ask = "Bytes which each of 8 ranks sends to average its bf16 gradients with a ring?",
            worked = "2(P-1)/P = 1.75 times {{= gb(2*f.N, 1)}}."},
    predict{id = "intensity", axis = "intensity", unit = "FLOP/B", rtol = .05,
            answer = "4*f.N*f.tokens/f.sent(8, 2)", ask = "FLOP of that backward pass for each byte that is sent?",
            worked = "4·tokens/(1.75·2): parameters cancel. It is a matter of tokens, not of the model's size."},
    predict{id = "parallelism", axis = "parallelism", unit = "tok", answer = "f.breakeven(8, 2, 0.4)", rtol = .05,
            ask = [[At {{= si(f.link, "B/s")}} a direction and 40 % of {{= si(f.peak, "FLOP/s", 4)}}: from how many
              tokens a rank on does the transfer fit under the backward pass?]],
            worked = "Where 4·N·tokens over the rate equals the {{= ms(f.t_ar(8, 2), 1)}} of the ring."},
    predict{id = "failure", axis = "failure",
            choices = {"wrong gradients", "a hang", "slow, but right"}, answer = "a hang",
            ask = [[Every rank sends its part to the right with a call that returns when the receiver has taken it, and
              then receives from the left. What happens?]],
            worked = "All of them send, none has come to its receive: a circle of ranks that wait."},
  },

  facts = function(hw)
    local m = models.llama2_7b
    local layer = 2*m.d*m.d + 2*m.d*m.Hkv*m.hd + 3*m.d*m.ff + 2*m.d
    local f = {N = m.L*layer + 2*m.V*m.d + m.d, tokens = 4096, link = hw.h100.nvlink_dir + 0.0,
               both = hw.h100.nvlink + 0.0, peak = hw.h100.bf16 + 0.0, mfu = .4, stages = STAGES, alpha = ALPHA_NS*1e-9,
               scale = SCALE}
    -- bytes each rank sends for gradients of w bytes; seconds of the ring over one link's direction
    f.sent = function(P, w) return 2*(P - 1)/P*w*f.N end
    f.t_ar = function(P, w) return f.sent(P, w)/f.link end
    f.t_bwd = function(tokens) return 4*f.N*tokens/(f.mfu*f.peak) end
    f.t_step = function(tokens) return 6*f.N*tokens/(f.mfu*f.peak) end
    f.breakeven = function(P, w, mfu) return f.t_ar(P, w)*mfu*f.peak/(4*f.N) end
    -- one all-reduce of B bytes over P ranks: alpha and all
    f.ring = function(P, B, alpha) return 2*(P - 1)*((alpha or f.alpha) + B/P/f.link) end
    f.root = function(P, B) return 2*(P - 1)*(f.alpha + B/f.link) end
    -- all gradients (w bytes each) in buckets of B bytes: time of all, and what is left after the backward pass
    f.buckets = function(B, w) return math.ceil(f.N*w/B) end
    f.t_buckets = function(P, B, w) return f.buckets(B, w)*f.ring(P, B) end
    f.exposed = function(P, B, w, tokens)
      local b = f.ring(P, B)
      return math.max(b, f.t_buckets(P, B, w) - f.t_bwd(tokens)*(1 - B/(f.N*w)))
    end
    -- the lab's own timed case
    f.lab = {P = 8, np = NP, each = EACH, pair = PAIR, ns = 26}
    f.lab.bwd = NP*EACH*f.lab.ns*1e-9
    f.lab.one = function(k) return 2*7*(f.alpha + 4*k*EACH/8/(f.link/SCALE)) end
    return f
  end,

  questions = {
    q.num{id = "volume", unit = "GB", rtol = .01, seed = "S003-W07-C6",
      ask = [[Gradients of {{= n(f.N)}} parameters in {{= p.what}} are all-reduced by a ring over {{= p.P}} ranks. How
        many bytes does each rank send?]],
      vary = {P = {8, 4, 16}, what = {"bf16", "fp32"}},
      answer = function(f, p) return f.sent(p.P, p.what == "bf16" and 2 or 4)/1e9 end,
      wrong = {{value = function(f, p) return (p.what == "bf16" and 2 or 4)*f.N/1e9 end,
                hint = "That is the buffer. A ring sends nearly all of it twice: once to sum, once to spread."},
               {value = function(f, p) return f.sent(p.P, p.what == "bf16" and 2 or 4)/2e9 end,
                hint = "That is the reduce-scatter alone. The sums have to come back."}},
      worked = "2({{= p.P}} - 1)/{{= p.P}} of the buffer: {{= gb(f.sent(p.P, p.what == 'bf16' and 2 or 4), 1)}}."},
    q.num{id = "time", unit = "ms", rtol = .01, seed = "S003-W07-C1",
      ask = [[Gradients of {{= n(f.N)}} parameters, {{= p.w}} bytes each, {{= p.P}} H100 with {{= si(f.both, "B/s")}}
        of NVLink each, both directions added, and no latency: how long does the ring take at least?]],
      vary = {P = {5, 7, 12}, w = {2, 4}},
      answer = function(f, p) return f.t_ar(p.P, p.w)*1e3 end,
      wrong = {{value = function(f, p) return f.sent(p.P, p.w)/f.both*1e3 end,
                hint = [[A ring sends to the right and receives from the left: each direction carries it once, at
                  half of that. And every sum has to come back.]]},
               {value = function(f, p) return p.w*f.N/f.link*1e3 end,
                hint = "That is the buffer once. A ring sends nearly all of it twice."},
               {value = function(f, p) return p.P*f.t_ar(p.P, p.w)*1e3 end,
                hint = "A step of the ring sends a P-th of the buffer, not all of it."}},
      worked = "{{= gb(f.sent(p.P, p.w), 1)}} at {{= si(f.link, 'B/s')}}: {{= ms(f.t_ar(p.P, p.w), 1)}}."},
    q.table{id = "hides", unit = "ms", rtol = .02, seed = "S003-W07-HO",
      ask = [[The same model, {{= n(p.tokens)}} tokens on each GPU, at 40 % of {{= si(f.peak, "FLOP/s", 4)}}.]],
      rows = {"the step, 6 FLOP a parameter and token", "its backward pass, 4 of them"}, columns = {"time"},
      vary = {tokens = {2048, 8192, 16384}},
      answer = function(f, p) return {{f.t_step(p.tokens)*1e3}, {f.t_bwd(p.tokens)*1e3}} end,
      hint = "6·N·tokens over the rate that is reached, and two thirds of that.",
      worked = [[{{= ms(f.t_step(p.tokens), 0)}} and {{= ms(f.t_bwd(p.tokens), 0)}}: the {{= ms(f.t_ar(8, 2), 1)}} of
        the ring fit under it {{= n(f.t_bwd(p.tokens)/f.t_ar(8, 2), 1)}} times.]]},
    q.num{id = "breakeven", unit = "tok", rtol = .02, seed = "S003-W07-C1",
      ask = [[Gradients are reduced in {{= p.what}}. With how many tokens a GPU is the backward pass just as long as the
        ring, at 40 % of the peak?]],
      vary = {what = {"bf16", "fp32"}},
      answer = function(f, p) return f.breakeven(8, p.what == "bf16" and 2 or 4, .4) end,
      wrong = {{value = function(f, p) return f.breakeven(8, p.what == "bf16" and 2 or 4, .4)*2/3 end,
                hint = "The forward pass hides nothing: there are no gradients yet."},
               {value = function(f, p) return f.breakeven(8, p.what == "bf16" and 2 or 4, 1) end,
                hint = "That is at the peak; 40 % of it is reached."}},
      worked = [[1.75·{{= p.what == 'bf16' and 2 or 4}}·N bytes over the link equal 4·N·tokens over the rate:
        {{= n(f.breakeven(8, p.what == 'bf16' and 2 or 4, .4), 0)}} tokens. N cancels.]]},
    q.num{id = "latency", unit = "ms", rtol = .02, seed = "S004-C06-T05",
      ask = [[alpha is 3 µs. Those gradients (bf16, 8 GPUs) go in buckets of {{= p.KB}} KB. How much of the total is
        latency alone?]],
      vary = {KB = {25, 50, 100}},
      answer = function(f, p) return f.buckets(p.KB*1e3, 2)*14*f.alpha*1e3 end,
      wrong = {{value = function(f, p) return f.buckets(p.KB*1e3, 2)*f.alpha*1e3 end,
                hint = "Each bucket is a ring of its own, with 2(P-1) steps."}},
      worked = [[{{= n(f.buckets(p.KB*1e3, 2))}} buckets of 14 steps each:
        {{= ms(f.buckets(p.KB*1e3, 2)*14*f.alpha, 0)}}, against {{= ms(f.t_ar(8, 2), 1)}} for the bytes. With 25 MB it
        is
        {{= ms(f.buckets(25e6, 2)*14*f.alpha, 1)}}.]]},
    q.num{id = "root", unit = "x", rtol = .02, seed = "S003-W07-C6",
      ask = [[naive.c collects everything at rank 0 and hands it out again. Without latency, how many times as long as
        a ring does that take with {{= p.P}} ranks?]],
      vary = {P = {8, 16, 4}},
      answer = function(_, p) return p.P end,
      wrong = {{value = function(_, p) return 2*(p.P - 1) end,
                hint = "That is how many buffers pass through rank 0. What passes through a rank of the ring?"}},
      worked = "2(P-1) buffers through one port against 2(P-1)/P through each: {{= p.P}} times."},
    q.choice{id = "order", seed = "S004-C06-T05",
      ask = [[On rank 0 bucket 2 is complete before bucket 1, on rank 1 it is the other way round. Each rank starts
        a bucket when it is complete. What follows, if both have the same size?]],
      options = {"nothing: sums do not depend on their order", "the two buckets are added up crosswise",
                 "one of them is sent twice"}, answer = 2,
      worked = [[A collective has no name. The first call on rank 0 meets the first on rank 1, whatever is in them. With
        different sizes it hangs or is refused, which is the better luck.]]},
    q.choice{id = "gradacc", seed = "S003-W07-C1",
      ask = "Eight micro-steps are accumulated before the optimiser. When do the gradients have to be sent?",
      options = {"after each micro-step", "in the last one only", "before the first"}, answer = 2,
      worked = [[Sums of sums can be taken in any order, so one all-reduce of the accumulated gradients does; it has one
        backward pass to hide under instead of eight, and an eighth of the bytes to send.]]},
    q.multi{id = "hide", seed = "S004-C06-T15",
      ask = "What makes less of the all-reduce visible?",
      options = {"more tokens in a micro-step", "parameters in reverse order in the buckets", "one bucket for all",
                 "smaller last buckets", "faster GPUs"}, answer = {1, 2, 4},
      worked = [[One bucket leaves when all is over. A faster GPU shortens what it could hide under, and leaves the
        link as it was.]]},
    q.order{id = "life", seed = "S004-C06-T05",
      ask = "The life of one bucket, in order.",
      items = {"Its last gradient is computed", "It waits until the buckets before it have left",
               "P - 1 steps of reduce-scatter", "P - 1 steps of all-gather", "It is divided by P and handed back",
               "The optimiser reads it"},
      hint = "Who is allowed to wait, and for whom?"},
    q.text{id = "why", min_words = 50, seed = "S004-C06-T15",
      ask = [[A profile of eight GPUs shows an all-reduce of 60 ms at the end of each step and nothing during the
        backward pass. Name three different causes, and what you would look at to tell them apart.]],
      rubric = {"one bucket for all, or buckets in forward order: look at when the first message leaves",
                "a parameter that is used late or not at all keeps the first bucket back: look which bucket is late",
                "a wait or a copy to the host in the backward pass: look for synchronisation between the gradients",
                "one rank is late: its all-reduce is short, the others' are long"}},
  },

  hints = {
    {on = "build", match = {"defines no", "implicit declaration", "undeclared", "undefined reference", "unknown type"},
     [[ddp.c defines ring_allreduce and the five functions of ddp; streams and messages are in
      ridge/ranks.h.]]},
    {on = "sanitize", [[Parts differ by an element: is the place for what you receive as large as the largest of them?
      ddp_delete frees what ddp_init took.]]},
    {on = "case:fewer-than-ranks", [[n = 3 and P = 5: parts of 1, 1, 1, 0 and 0 elements. An empty message is a
      message.]]},
    {on = "case:three", "With two ranks left is right. Here it is not: who sends to whom?"},
    {on = "case:out-of-order", [[Buckets are completed in another order on every rank. They have to leave in the same
      order on all: number them, and let none overtake.]]},
    {on = "case:accumulate", "With sync = 0 nothing may be sent and nothing divided: it only adds up."},
    {on = "gate:ring-bytes", "Send parts, not the buffer: a P-th in each step."},
    {on = "gate:ring-messages", "One message a step. Can two of yours be one?"},
    {on = "gate:accumulated-bytes", "The mean is right, and you paid for it three times. What does sync = 0 promise?"},
    {on = "call:ring", [[Two ranks first, n = 2, on paper. "deadlock": everybody sends first. "sizes differ": part k is
      not the same size on both sides. "other bits": some part was summed on one rank and never handed round.]]},
    {on = "case:three-steps", [[The second step goes wrong, or hangs: what has the first one used up? ddp_begin() puts
      back what counts down, and the place of the next bucket to leave.]]},
    {on = "gate:buckets", [[Count your all-reduces: one for each bucket, however many parameters are in it. Fewer than
      wanted: a bucket that has bucket_B bytes is full.]]},
    {on = "gate:brim", [[A bucket takes parameters until it has at least bucket_B bytes: it may exceed them by its last
      parameter, and is not closed before.]]},
    {on = "gate:exposed", [[When does the first bucket leave? It has to be while the backward pass runs: on a stream, in
      reverse order, and ddp_grad_ready() must not wait.]]},
    {on = "bench:step", [[The reference is at the bound: backward pass plus the last bucket. What do you wait for, and
      where?]]},
    {on = "call:step", [["other bits": a bucket was not reduced on some rank, or not all of it. A factor of P: divided
      twice, or not at all. Off only in places: which parameters share a bucket?]]},
    {after = 3, [[Draw P = 3 as a table: rows are steps, columns ranks, each cell what is sent. Then write the
      indices.]]},
  },
}
