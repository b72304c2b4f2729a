-- w07b-tp-mlp: a transformer layer in parts: columns, then rows, and one sum for each block.

-- The timed layer is T = 2048, h = 8192, ff = 4h in bf16, with T a 32nd, h and ff a 128th as large, in fp32. Its links
-- and its arithmetic are slower by as much, so that all times are those of the real thing; alpha is not scaled.
local REAL = {T = 2048, h = 8192, ff = 32768, w = 2}
local T, H, FF, P = 64, 64, 256, 8
local MFU, ALPHA_NS = .4, 3000
local BETA = hw.h100.nvlink_dir*(4*T*H)/(REAL.w*REAL.T*REAL.h)
local RATE = MFU*hw.h100.bf16*(T*H*FF)/(REAL.T*REAL.h*REAL.ff)
local STAGES = {bronze = .80, silver = .92, gold = .99}

local function link(c, more)
  c.alpha_ns, c.beta_Bps, c.rate = ALPHA_NS, BETA, RATE
  for k, v in pairs(more or {}) do c[k] = v end
  return c
end

-- P ranks, T tokens, width h, ff hidden units
local function mlp(id, P, T, h, ff, more)
  return link({id = id, P = P, T = T, h = h, ff = ff, calls = {"mlp"}}, more)
end
local function train(id, P, T, h, ff, more)
  return link({id = id, P = P, T = T, h = h, ff = ff, calls = {"train"}}, more)
end
-- P ranks, T tokens, width h, H query heads, Hkv key/value heads, hd wide
local function attn(id, P, T, h, H, Hkv, hd, more)
  return link({id = id, P = P, T = T, h = h, H = H, Hkv = Hkv, hd = hd, calls = {"attn"}}, more)
end

local MOST = "(ff + P - 1)//P"                                        -- hidden units of the first rank
local SENT = "1.01*2*(P - 1)/P*4*T*h"
local SUM_NS = "2*(P - 1)*(alpha_ns + 4e9*T*h/P/beta_Bps)"            -- one all-reduce of T*h floats
local GEMM_NS = "2e9*T*h*ff/P/rate"                                   -- one product of the MLP
local ATTN_NS = "(4e9*T*h*(H + kvs) + 2e9*T*(T + 1)*H)*hd/P/rate"     -- Q, K, V, O and the heads

return lab {
  api = 1, rev = 1, id = "w07b-tp-mlp", title = "Column/row tensor parallelism", kind = "ranks",
  week = 7, part = 1, domain = {"distributed training", "tensor parallelism"},
  seeds = {"S000-P3-T2", "S000-REPO-6", "S002-R-7", "S002-REPO-11", "S003-DN-dist", "S003-DE-05", "S003-DE-11",
           "S003-DE-12", "S003-DE-13", "S003-W07", "S003-W07-C2", "S003-W21-C1", "S003-W21-C2", "S003-W34-C4",
           "S004-MAP-06", "S004-C06-T08", "S004-C06-T09", "S004-C06-EX"},
  requires = {"w07-ddp-overlap"}, suggests = {"w03-txmath"},
  hours = {read = 0, lab = 3},
  durable = {"Cut the first matrix by columns and the second by rows: nothing is sent between them",
             "What is sent are activations: it grows with tokens and not with weights",
             "FLOP for each byte sent are ff/(P-1): neither tokens nor width help, fewer ranks do"},
  ephemeral = {{"NVLink 4: 450 GB/s a direction", as_of = "2026-11"}, {"8 GPUs a node", as_of = "2026-11"}},
  readings = {
    {"megatron", hours = .5, look_for = [[section 3, the two operators f and g: which one sends in the forward pass, and
      which one in the backward pass]]},
    {"jaxscale", hours = .5, look_for = [[chapter 5, tensor parallelism: the bound on the number of chips. Put your
      ff/(P-1) beside it]]},
  },

  lang = "c", backends = {"ranks"},
  edit = {"tp.c"},
  reference = "ref.c", ladder = {"naive.c", "ref.c"},
  limits = {wall_s = 10, mem_MiB = 256, threads = 1},

  buffers = {
    X = {dtype = "f32", shape = {"T", "h"}, dist = gen.normal{}, note = "the same on every rank"},
    W1 = {dtype = "f32", shape = {"h", "ff"}, dist = gen.normal{sd = .3}, note = "whole; gone after the load"},
    b1 = {dtype = "f32", shape = {"ff"}, dist = gen.normal{}},
    W2 = {dtype = "f32", shape = {"ff", "h"}, dist = gen.normal{sd = .3}, note = "whole; gone after the load"},
    b2 = {dtype = "f32", shape = {"h"}, dist = gen.normal{}},
    Y = {dtype = "f32", shape = {"T", "h"}, note = "the same bits on every rank"},
    dY = {dtype = "f32", shape = {"T", "h"}, dist = gen.normal{}, note = "the same on every rank"},
    dX = {dtype = "f32", shape = {"T", "h"}, note = "the same bits on every rank"},
    G = {dtype = "f32", shape = {"P", "2*h*(" .. MOST .. ") + (" .. MOST .. ") + h"}, split = true,
         note = "each rank's gradients: W1, b1, W2, b2, filled up with zeros to the first rank's size"},
    Wq = {dtype = "f32", shape = {"h", "H*hd"}, dist = gen.normal{sd = .2}, note = "whole; gone after the load"},
    Wk = {dtype = "f32", shape = {"h", "Hkv*hd"}, dist = gen.normal{sd = .2}},
    Wv = {dtype = "f32", shape = {"h", "Hkv*hd"}, dist = gen.normal{sd = .3}},
    Wo = {dtype = "f32", shape = {"H*hd", "h"}, dist = gen.normal{sd = .3}},
    bo = {dtype = "f32", shape = {"h"}, dist = gen.normal{}},
  },
  calls = {
    mlp = call{harness = true, args = {i64"T", i64"h", i64"ff", f64"rate", input"X", input"W1", input"b1", input"W2",
               input"b2", output"Y"}, oracle = "layer", tol = tol.dot"h + ff + P", title = "MLP, forward"},
    train = call{harness = true, args = {i64"T", i64"h", i64"ff", f64"rate", i64(MOST), input"X", input"W1",
                 input"b1", input"W2", input"b2", input"dY", output"Y", output"dX", output"G"}, oracle = "layer",
                 tol = tol.dot"h + ff + T + P", title = "MLP, forward and backward"},
    attn = call{harness = true, args = {i64"T", i64"h", i64"H", i64"Hkv", i64"hd", f64"rate", input"X", input"Wq",
                input"Wk", input"Wv", input"Wo", input"bo", output"Y"}, oracle = "attn", tol = tol.rel_l2(1e-5),
                title = "attention, forward"},
  },

  cases = {
    mlp("alone", 1, 3, 5, 7, {tags = {"edge"}, note = "one rank: nothing to send"}),
    mlp("two", 2, 4, 6, 8),
    mlp("four", 4, 5, 12, 16, {orders = 5}),
    mlp("uneven", 3, 4, 6, 10, {tags = {"edge"}, note = "parts of 4, 3 and 3 units"}),
    mlp("fewer-than-ranks", 4, 3, 5, 3, {tags = {"edge"}, note = "the last rank has no unit at all"}),
    mlp("one-token", 4, 1, 8, 8, {tags = {"edge"}}),
    mlp("eight", 8, 16, 24, 96),
    mlp("hidden-mlp", gen.pick{2, 3, 4}, gen.pick{2, 7}, gen.pick{9, 12}, gen.pick{8, 13, 17}, {hidden = true}),
    train("train-alone", 1, 4, 5, 6, {tags = {"edge"}}),
    train("train-two", 2, 6, 6, 8),
    train("train-four", 4, 8, 12, 16, {orders = 8}),
    train("train-uneven", 3, 5, 7, 11, {tags = {"edge"}}),
    train("train-fewer", 4, 3, 4, 2, {tags = {"edge"}, note = "two ranks have no unit at all"}),
    train("straggler", 4, 8, 12, 16, {slow_rank = 1, slow_factor = 6, note = "one rank computes six times as long"}),
    train("hidden-train", gen.pick{2, 3, 4}, gen.pick{3, 6}, gen.pick{6, 10}, gen.pick{9, 16}, {hidden = true}),
    attn("attn-alone", 1, 5, 8, 4, 2, 4, {tags = {"edge"}}),
    attn("attn-two", 2, 6, 8, 4, 4, 4, {note = "as many key/value heads as queries"}),
    attn("grouped", 2, 7, 12, 8, 4, 4, {note = "two key/value heads a rank, four query heads"}),
    attn("one-each", 4, 6, 12, 8, 4, 4, {note = "one key/value head a rank"}),
    attn("copies", 4, 6, 12, 8, 2, 4, {tags = {"edge"}, note = "fewer key/value heads than ranks"}),
    attn("single-kv", 4, 6, 12, 4, 1, 6, {tags = {"edge"}, note = "all ranks share one key/value head"}),
    attn("six", 6, 5, 9, 12, 3, 2, {note = "ranks 0 and 1 share a head, 2 and 3, 4 and 5"}),
    attn("attn-token", 2, 1, 8, 4, 1, 4, {tags = {"edge"}, note = "softmax of one score"}),
    attn("hidden-attn", gen.pick{2, 4, 8}, gen.pick{3, 9}, 16, 8, gen.pick{1, 2, 4, 8}, gen.pick{2, 5},
         {hidden = true}),
    mlp("layer", P, T, H, FF, {tags = {"gate"}}),
    train("step", P, T, H, FF, {tags = {"gate", "bench"}}),
    attn("heads", P, T, H, 16, 4, 4, {kvs = P, tags = {"gate"}, note = "kvs: key/value heads on all ranks together"}),
  },

  gates = {
    gate{id = "one-sum", call = "mlp", case = "layer", counter = "all_reduce", op = "==", value = 1,
         why = "the MLP needs one sum, over what W2 gives"},
    gate{id = "no-gather", call = "mlp", case = "layer", counter = "all_gather", op = "==", value = 0,
         why = "hidden units stay where they were made: W2's rows for them are there"},
    gate{id = "layer-bytes", call = "mlp", case = "layer", counter = "sent_B_max", op = "<=", value = SENT,
         why = "2(P-1)/P of T·h floats, and nothing besides"},
    gate{id = "layer-time", call = "mlp", case = "layer", counter = "vtime_ns", op = "<=",
         value = "1.05*(2*" .. GEMM_NS .. " + " .. SUM_NS .. ")",
         why = "each rank does a P-th of two products, then one sum"},
    gate{id = "two-sums", call = "train", case = "step", counter = "all_reduce", op = "==", value = 2,
         why = "one forward, one backward: weights' gradients stay on their rank"},
    gate{id = "step-bytes", call = "train", case = "step", counter = "sent_B_max", op = "<=", value = "2*" .. SENT,
         why = "twice the forward pass, and nothing besides"},
    gate{id = "memory", call = "train", case = "step", counter = "peak_B_max", op = "<=",
         value = "4*(2*(2*h*ff/P + ff/P + h) + 5*T*ff/P + T*h)",
         why = "a P-th of weights and gradients, and room for a P-th of the hidden units"},
    gate{id = "exposed", call = "train", case = "step", counter = "exposed_comm_ns", op = "<=",
         value = "1.15*" .. SUM_NS, why = "the backward sum runs beside the weights' gradients: only the forward " ..
                                          "one is visible"},
    gate{id = "step-time", call = "train", case = "step", counter = "vtime_ns", op = "<=",
         value = "1.05*(6*" .. GEMM_NS .. " + " .. SUM_NS .. ")", why = "six products and one visible sum"},
    gate{id = "attn-sum", call = "attn", case = "heads", counter = "all_reduce", op = "==", value = 1,
         why = "heads are independent until Wo mixes them"},
    gate{id = "attn-bytes", call = "attn", case = "heads", counter = "sent_B_max", op = "<=", value = SENT,
         why = "no keys and no values are sent"},
    gate{id = "attn-time", call = "attn", case = "heads", counter = "vtime_ns", op = "<=",
         value = "1.05*(" .. ATTN_NS .. " + " .. SUM_NS .. ")",
         why = "a P-th of the query heads, one key/value head, one sum"},
  },
  bench = {
    bench{id = "step", call = "train", case = "step", metric = "fewer:vtime_ns", stages = STAGES,
          title = "MLP, forward and backward, in virtual time", why = "links and arithmetic are the same for both"},
    bench{id = "bytes", call = "attn", case = "heads", metric = "fewer:sent_B_max", stages = STAGES,
          title = "bytes sent for attention", why = "the reference sends what its sum needs"},
  },

  predict = {
    predict{id = "flops", axis = "flops", unit = "GFLOP", answer = "f.mlp/8/1e9", rtol = .05,
            ask = [[An MLP with h = {{= n(f.h)}}, ff = {{= n(f.ff)}} and two matrices, {{= n(f.s)}} tokens, on 8 GPUs:
              FLOP of each in the forward pass?]],
            worked = "2·s·h·ff for each matrix: {{= si(f.mlp, 'FLOP', 4)}}, and an eighth of it."},
    predict{id = "bytes", axis = "bytes", unit = "MB", answer = "f.sent(8)/1e6", rtol = .02,
            ask = "bf16 activations. Bytes that each of them sends for it, with a ring?",
            worked = "The sum is over s·h elements: 1.75 · {{= n(f.msg)}} B."},
    predict{id = "intensity", axis = "intensity", unit = "FLOP/B", rtol = .05, answer = "f.ff/7",
            ask = "FLOP of a GPU for each byte it sends?",
            worked = "4·s·h·ff/P over 4·s·h·(P-1)/P: ff/(P-1). Tokens and width cancel."},
    predict{id = "parallelism", axis = "parallelism", unit = "1", answer = "f.breakeven(f.link)", rtol = .1,
            ask = [[At {{= si(f.rate, "FLOP/s", 3)}} a GPU and {{= si(f.link, "B/s")}} a direction: with how many GPUs
              does the forward pass of this MLP send for as long as it computes?]],
            worked = "Where ff/(P-1) equals {{= n(f.rate/f.link, 0)}} FLOP a byte."},
    predict{id = "failure", axis = "failure",
            choices = {"a hang", "outputs that differ between ranks", "the same wrong output on all ranks"},
            answer = "the same wrong output on all ranks",
            ask = "Each rank adds the whole b2 to its part of Y before the all-reduce. What comes out?",
            worked = "The sum has P times b2, everywhere the same bits. Nothing looks broken."},
  },

  facts = function(hw)
    local m = models.llama3_70b
    local f = {s = REAL.T, h = REAL.h + 0.0, ff = REAL.ff, m = m, link = hw.h100.nvlink_dir + 0.0, nic = 50e9,
               links = {["a network"] = 50e9, NVLink = hw.h100.nvlink_dir + 0.0},
               peak = hw.h100.bf16 + 0.0, bw = hw.h100.bw + 0.0,
               card = hw.h100.mem + 0.0, rate = MFU*(hw.h100.bf16 + 0.0), mfu = MFU,
               alpha = ALPHA_NS*1e-9, stages = STAGES, shrink = {T = REAL.T/T, h = REAL.h/H}}
    f.msg = 2*f.s*f.h
    f.mlp = 4*f.s*f.h*f.ff
    f.sent = function(P, B) return 2*(P - 1)/P*(B or f.msg) end
    -- one all-reduce of B bytes
    f.sum = function(P, B, link, alpha) return 2*(P - 1)*((alpha or f.alpha) + (B or f.msg)/P/(link or f.link)) end
    f.gemm = function(P) return f.mlp/2/P/f.rate end
    f.fwd = function(P, link) return 2*f.gemm(P) + f.sum(P, nil, link) end
    f.breakeven = function(link) return 1 + f.ff*link/f.rate end
    -- the MLP forward and backward, six products: second sum hidden or not
    f.hidden = function(P) return 6*f.gemm(P) + f.sum(P) end
    f.plain = function(P) return 6*f.gemm(P) + 2*f.sum(P) end
    -- one layer of m: its matrices' elements, bytes of keys and values of a token on each of P ranks
    f.elements = 2*m.d*m.H*m.hd + 2*m.d*m.Hkv*m.hd + 3*m.d*m.ff
    f.N = m.L*f.elements + 2*m.V*m.d + (2*m.L + 1)*m.d
    f.layer = function(P, link) -- forward and backward, seconds: arithmetic, communication that nothing hides
      return 3*(2*f.s*f.elements + 2*f.s*f.s*m.H*m.hd)/P/f.rate, 4*f.sum(P, nil, link)
    end
    f.share = function(P, link)
      local a, c = f.layer(P, link)
      return c/(a + c)
    end
    f.kv = function(P) return 2*m.L*math.max(1, m.Hkv/P)*m.hd*2 end
    -- decoding one token: reading the weights, and the sums
    f.read = function(P) return 2*f.N/P/f.bw end
    f.decode = function(P, b) return 2*m.L*f.sum(P, 2*(b or 1)*m.d) end
    return f
  end,

  questions = {
    q.num{id = "message", unit = "B", rtol = 0, seed = "S004-C06-T08",
      ask = [[One sequence of {{= n(p.s)}} tokens, h = {{= n(f.h)}}, ff = {{= n(f.ff)}}, bf16. How many bytes does the
        all-reduce after the MLP sum up?]],
      vary = {s = {2048, 4096, 1024}},
      answer = function(f, p) return 2*p.s*f.h end,
      wrong = {{value = function(f, p) return 2*p.s*f.ff end,
                hint = "Hidden units are never sent. What is summed is the output, h wide."},
               {value = function(f, p) return 4*p.s*f.h end, hint = "bf16 is two bytes."}},
      worked = "2 · {{= n(p.s)}} · {{= n(f.h)}} = {{= n(2*p.s*f.h)}} B, however many GPUs there are."},
    q.num{id = "ring", unit = "MB", rtol = .01, seed = "S003-W07-C2",
      ask = [[{{= n(f.msg)}} B are summed by a ring of {{= p.P}} GPUs. How much does each send?]],
      vary = {P = {8, 4, 2}},
      answer = function(f, p) return f.sent(p.P)/1e6 end,
      wrong = {{value = function(f, p) return f.sent(p.P)/2e6 end,
                hint = "That is the reduce-scatter. The sums have to come back."},
               {value = function(f, p) return f.msg/p.P/1e6 end,
                hint = "That is one part; a ring sends 2(P-1) of them."}},
      worked = "2({{= p.P}} - 1)/{{= p.P}} of it: {{= n(f.sent(p.P)/1e6, 1)}} MB."},
    q.num{id = "layer", unit = "MB", rtol = .01, seed = "S004-C06-T09",
      ask = [[Such a message for each sum: how much does each of {{= p.P}} GPUs send in one layer, attention
        and MLP, forward and backward?]],
      vary = {P = {8, 4, 2}},
      answer = function(f, p) return 4*f.sent(p.P)/1e6 end,
      wrong = {{value = function(f, p) return 2*f.sent(p.P)/1e6 end,
                hint = "That is one direction of the pass, or one of the two blocks."},
               {value = function(f, p) return 8*f.sent(p.P)/1e6 end, hint = "One for each block and direction: four."}},
      worked = "Four times {{= n(f.sent(p.P)/1e6, 1)}} MB: {{= n(4*f.sent(p.P)/1e6, 1)}} MB."},
    q.num{id = "breakeven", unit = "1", rtol = .01, seed = "S003-W07-C2",
      ask = [[A GPU reaches {{= si(f.rate, "FLOP/s", 3)}}; ff = {{= n(f.ff)}}, bf16, no latency. GPUs are connected by
        {{= p.link}}, {{= si(f.links[p.link], "B/s")}} for each in one direction. With how many of them does the MLP's
        forward pass send for as long as it computes?]],
      vary = {link = {"a network", "NVLink"}},
      answer = function(f, p) return f.breakeven(f.links[p.link]) end,
      wrong = {{value = function(f, p) return f.breakeven(f.links[p.link]) - 1 end,
                hint = "FLOP a byte are ff/(P-1), not ff/P."},
               {value = function(f, p) return f.breakeven(2*f.links[p.link]) end,
                hint = "The ring sends twice: to sum, and to bring the sums back."}},
      worked = [[ff/(P-1) FLOP a byte against {{= n(f.rate/f.links[p.link], 0)}}: P =
        {{= n(f.breakeven(f.links[p.link]), 1)}}. This is why tensor parallelism stays inside a node.]]},
    q.table{id = "times", unit = "us", rtol = .03, seed = "S003-W34-C4",
      ask = [[{{= p.P}} GPUs, {{= n(f.s)}} tokens, that MLP; {{= si(f.rate, "FLOP/s", 3)}} a GPU,
        {{= si(f.link, "B/s")}} a
        direction, alpha = 3 µs a message.]],
      rows = {"arithmetic of the forward pass", "its all-reduce"}, columns = {"time"},
      vary = {P = {2, 4}},
      answer = function(f, p) return {{2*f.gemm(p.P)*1e6}, {f.sum(p.P)*1e6}} end,
      hint = "4·s·h·ff/P over the rate; 2(P - 1) steps, each of alpha and one part in P of the message.",
      worked = [[{{= n(2*f.gemm(p.P)*1e6, 0)}} µs and {{= n(f.sum(p.P)*1e6, 0)}} µs: nothing hides the latter,
        since the next block needs Y.]]},
    q.num{id = "decode", unit = "ms", rtol = .03, seed = "S003-W34-C4",
      ask = [[{{= f.m.name}} decodes one token for one user on {{= p.P}} GPUs, alpha = 3 µs a message. How long do the
        sums of all {{= f.m.L}} layers take? Leave out the bytes.]],
      vary = {P = {8, 4}},
      answer = function(f, p) return 2*f.m.L*2*(p.P - 1)*f.alpha*1e3 end,
      wrong = {{value = function(f, p) return f.m.L*2*(p.P - 1)*f.alpha*1e3 end,
                hint = "A layer has two blocks, and each has a sum."},
               {value = function(f) return 2*f.m.L*f.alpha*1e3 end,
                hint = "A ring has 2(P-1) steps, each with its alpha."}},
      worked = [[2 · {{= f.m.L}} · {{= 2*(p.P - 1)}} · 3 µs = {{= ms(2*f.m.L*2*(p.P - 1)*f.alpha, 2)}}, beside
        {{= ms(f.read(p.P), 2)}} for reading the weights. Serving systems therefore use other algorithms for short
        messages.]]},
    q.num{id = "kv", unit = "x", rtol = .01, seed = "S004-C06-T09",
      ask = [[{{= f.m.name}} has {{= f.m.Hkv}} key/value heads. On {{= p.P}} GPUs, how many times as much memory do all
        caches together take as one unsharded cache?]],
      vary = {P = {16, 32, 64}},
      answer = function(f, p) return p.P/f.m.Hkv end,
      wrong = {{value = 1, hint = "Each GPU needs the keys that its query heads look at. Can it have half a head?"},
               {value = function(_, p) return p.P end, hint = "Not every GPU holds all heads: each holds one."}},
      worked = [[Each holds one head, so {{= p.P}} of {{= f.m.Hkv}}: {{= p.P/f.m.Hkv}} copies of each. From
        {{= f.m.Hkv}} GPUs on a GPU's cache does not get smaller.]]},
    q.choice{id = "rows-first", seed = "S004-C06-T08",
      ask = "You cut W1 by rows and W2 by columns instead. What is needed between them?",
      options = {"nothing", "an all-reduce, since gelu of a part is not a part of gelu",
                 "an all-gather of the weights"}, answer = 2,
      worked = [[Each rank has a part of every hidden unit's sum. gelu is not linear, so the parts must be added first:
        T·ff elements, four times what the output has.]]},
    q.choice{id = "backward", seed = "S004-C06-T08",
      ask = "Why does the backward pass of the MLP need a sum at all?",
      options = {"each rank knows the gradient of X only through its own hidden units",
                 "each rank has seen other tokens", "gradients of W1 have to agree on all ranks"}, answer = 1,
      worked = [[X fed all units, so its gradient is a sum over all of them. The gradients of weights are those of parts
        that nobody else has.]]},
    q.multi{id = "whole", seed = "S003-W21-C2",
      ask = "What does every rank still hold in full, with the tensor parallelism of this lab?",
      options = {"the residual stream, T x h", "LayerNorm's gain and its output", "hidden units, T x ff", "the bias b2",
                 "keys and values of all heads"}, answer = {1, 2, 4},
      worked = [[Everything between two blocks is whole and computed P times. Sequence parallelism cuts that by tokens:
        it splits each all-reduce into its two halves and puts LayerNorm between them.]]},
    q.order{id = "forward", seed = "S004-C06-T09",
      ask = "One layer, forward, on each rank.",
      items = {"LayerNorm of the whole X", "Q, K and V of its own heads", "Scores and values of its own heads",
               "Its rows of Wo", "The sum over ranks", "The bias bo, once"},
      hint = "What needs a whole sum before it can go on?"},
    q.text{id = "why", min_words = 50, seed = "S003-W21-C1",
      ask = [[A colleague wants to train with contexts of 128 thousand tokens and proposes tensor parallelism over
        32 GPUs in four nodes. Give three reasons why that does not do what he hopes, and say what each GPU still holds
        in full.]],
      rubric = {"FLOP a byte are ff/(P-1), independent of tokens: across nodes the network is the bound",
                "residual stream, LayerNorm, dropout stay whole on all ranks and grow with the tokens",
                "beyond Hkv ranks keys and values are copied, and beyond H there are no heads left to cut",
                "what helps is to cut tokens: sequence parallelism, ring attention"}},
  },

  hints = {
    {on = "build", match = {"defines no", "redefinition", "undefined reference", "tp_"},
     "tp.c defines the six functions of lab.h; tp_gemm, tp_heads and tp_gelu come from the harness."},
    {on = "sanitize", [[A rank with no units has arrays of zero elements: loops over them must not run once. `whole` is
      freed when the load returns: did you keep a pointer into it?]]},
    {on = "case:alone", "One rank has everything: this is the plain MLP. The stored parts are the whole matrices."},
    {on = "case:fewer-than-ranks", [[A rank without units still takes part in the sum, with zeros. tp_gemm with k = 0
      gives them.]]},
    {on = "case:uneven", "ff = 10 over 3 ranks: 4, 3, 3. They begin at 0, 4 and 7."},
    {on = "case:copies", "H = 8, Hkv = 2, P = 4: query heads 0-1, 2-3, 4-5, 6-7 look at heads 0, 0, 1, 1."},
    {on = "gate:one-sum", "One all-reduce, of Y. Whatever else you sum or send is in the wrong place."},
    {on = "gate:no-gather", "Who uses hidden unit j? Row j of W2. Where is it?"},
    {on = "gate:layer-bytes", "2(P-1)/P of T·h floats is one ring. Did a weight move, or a hidden unit, or did X?"},
    {on = "gate:layer-time", "Two products, each of a P-th of the hidden units. How many does your forward pass do?"},
    {on = "gate:two-sums", "Gradients of a rank's weights belong to that rank. Only dX is a sum over ranks."},
    {on = "gate:step-bytes", "One sum forward, one backward, each of T·h floats. What else is sent?"},
    {on = "gate:memory", "comm_free() what you are done with; U holds all that the backward pass needs."},
    {on = "gate:exposed", [[Which two of the four products does dX need? Do these first, start the sum with
      stream_run(), and do the others meanwhile.]]},
    {on = "gate:step-time", "Two products forward and four backward; the backward sum beside two of them."},
    {on = "gate:attn-sum", "A head needs nobody else's head. Only what Wo gives is a sum."},
    {on = "gate:attn-bytes", "If Hkv < P a key/value head is copied at the load, and not sent later."},
    {on = "gate:attn-time", "A P-th of the query heads, and the key/value heads that these look at: no others."},
    {on = "bench:step", "Six products of a P-th each, and one sum that nothing hides. What else does yours wait for?"},
    {on = "bench:bytes", "The reference sends 2(P-1)/P of T·h floats. What else does yours send?"},
    {on = "call:mlp", [[nan: something points into `whole`, or was never written. Wrong on one rank already: that
      is the plain MLP. Right alone and wrong with two: columns of W1 are not contiguous, rows of W2 are.]]},
    {on = "call:train", [["other bits" in dX: its parts were not summed. "work left on its stream": stream_sync() before
      the function returns. G wrong and dX right: which operand is transposed?]]},
    {on = "call:attn", "Right with Hkv >= P? Then look at which head a rank reads when there are fewer."},
    {after = 3, "Draw W1 and W2 for ff = 4 and P = 2; colour what rank 0 has. Then write Y as a sum over units."},
  },
}
