-- w21-ring-attention: one sequence over several ranks, by a ring of keys and values and by an exchange of heads.

-- The timed layer has 8,192 tokens a rank, 32 query heads of 128 and 8 key/value heads in bf16, on GPUs of which each
-- has an NDR port; here fewer and smaller ones in fp32. Links and arithmetic are slower by as much, so that all times
-- are those of the real thing; alpha is not scaled.
local REAL = {c = 8192, H = 32, Hkv = 8, d = 128, w = 2}
local C, H, KV, D, P = 64, 8, 2, 16, 8
local MFU, ALPHA_NS = .4, 5000
local NIC = hw.ib_ndr.bw_dir
local RATE = MFU*hw.h100.bf16*(C*C*H*D)/(REAL.c*REAL.c*REAL.H*REAL.d)
local BETA = NIC*(4*C*KV*D)/(REAL.w*REAL.c*REAL.Hkv*REAL.d)
local STAGES = {bronze = .75, silver = .90, gold = .98}

local function of(call, id, P, more)
  local c = {id = id, P = P, calls = {call}, alpha_ns = ALPHA_NS, beta_Bps = BETA, rate = RATE}
  for k, v in pairs(more or {}) do c[k] = v end
  return c
end

-- P ranks of c tokens, H query heads, Hkv key/value heads, d wide
local function ring(id, P, c, H, Hkv, d, causal, zigzag, more)
  local t = of("ring", id, P, more)
  t.c, t.H, t.Hkv, t.d, t.causal, t.zigzag, t.large = c, H, Hkv, d, causal, zigzag, t.large or 0
  t.again = t.again or 0
  return t
end
local function heads(id, P, c, H, Hkv, d, causal, more)
  local t = of("ulysses", id, P, more)
  t.c, t.H, t.Hkv, t.d, t.causal, t.large = c, H, Hkv, d, causal, t.large or 0
  return t
end
local function norm(id, P, T, h, more)
  local t = of("boundary", id, P, more)
  t.T, t.h = T, h
  return t
end
local function merged(id, rows, d, far, more)
  local t = of("merge", id, 1, more)
  t.rows, t.d, t.far = rows, d, far
  return t
end
local function table_of(call, id, ranks, c, zigzag, more)
  local t = of(call, id, 1, more)
  t.ranks, t.c, t.zigzag = ranks, c, zigzag
  return t
end

local EDGE, TIMED = {"edge"}, {"gate", "bench"}
local WORK = "4e9*(P*c)*(P*c + 1)/2/P*H*d/rate" -- a P-th of the pairs under the mask, ns
local GIVEN = "4*(2*c*H*d + 2*kvs*c*d)*(P - 1)/P"  -- bytes: q, the output, and the key/value heads that P ranks need

local GATES = {}
local function gates(call, case, list)
  for _, g in ipairs(list) do
    GATES[#GATES + 1] = gate{id = g[1], call = call, case = case, counter = g[2], op = g[3], value = g[4], why = g[5]}
  end
end
gates("ring", "ring-causal", {
  {"ring-bytes", "sent_B_max", "<=", "(P - 1)*2*4*c*Hkv*d", "a rank passes on each block but one, and nothing besides"},
  {"ring-messages", "msgs_max", "<=", "2*(P - 1)", "keys and values of a block, once a step"},
  {"ring-memory", "peak_B_max", "<=", "4*(4*c*Hkv*d + c*H*d + c*H)",
   "two blocks of keys and values, and one block's answer: no more with more ranks"},
  {"ring-exposed", "exposed_comm_ns", "<=", "0.1*" .. WORK, "the next block comes while this one is worked on"},
  {"ring-time", "vtime_ns", "<=", "1.05*" .. WORK, "in zigzag all ranks have the same pairs in each step"},
})
gates("ring", "own-keys", {
  {"ring-blocks", "peak_B_max", ">=", "4*4*c*Hkv*d", "both blocks come from comm_alloc(), which counts them"},
})
gates("ring", "ring-all", {
  {"all-exposed", "exposed_comm_ns", "<=", "0.1*4e9*P*c*c*H*d/rate", "without a mask it hides all the more"},
  {"all-time", "vtime_ns", "<=", "1.05*4e9*P*c*c*H*d/rate", "P blocks, one after the other, and no waiting"},
})
gates("ulysses", "heads-causal", {
  {"heads-calls", "all_to_all", "<=", "2", "q, k and v travel together"},
  {"heads-bytes", "sent_B_max", "<=", GIVEN, "what another rank's heads need, and its part of the answer back"},
  {"heads-gather", "all_gather", "==", 0, "no rank needs all heads of anything"},
  {"heads-time", "vtime_ns", "<=", "1.05*(" .. WORK .. " + 2*(P - 1)*alpha_ns + 1e9*(" .. GIVEN .. ")/beta_Bps)",
   "a P-th of the heads, and two exchanges"},
})
gates("ulysses", "heads-copies", {
  {"copies-bytes", "sent_B_max", "<=", GIVEN, "one key/value head for each rank, though several get the same one"},
})
gates("ulysses", "odd-keys", {
  {"refused-at-once", "msgs_max", "==", 0, "what cannot be dealt is refused before anything is sent"},
})
gates("boundary", "norm-timed", {
  {"norm-sum", "all_reduce", "==", 0, "no rank needs the sum of all tokens"},
  {"norm-bytes", "sent_B_max", "<=", "2*(P - 1)/P*4*T*h", "an all-reduce's two halves, and no third"},
  {"norm-memory", "peak_B_max", "<=", "2*4*T*h/P", "between the halves there are a P-th of the tokens"},
})

local function race(id, call, case, metric, title, why)
  return bench{id = id, call = call, case = case, metric = "fewer:" .. metric, stages = STAGES, title = title,
               why = why}
end

return lab {
  api = 1, rev = 1, id = "w21-ring-attention", title = "Ring attention and Ulysses", kind = "ranks",
  week = 21, part = 3, domain = {"distributed training", "long context"},
  seeds = {"S003-PIII-GOAL", "S003-DN-seqPar", "S003-DE-12", "S003-DE-17", "S003-W21", "S003-W21-C2", "S003-W21-C3",
           "S003-W21-C4", "S003-W21-HO", "S004-MAP-06", "S004-C06-T12"},
  requires = {"w04-flash-tiles", "w07b-tp-mlp", "w20-ring-allreduce"},
  hours = {read = 9, lab = 4},
  durable = {"Answers from parts of the keys are merged by their log-sum-exp, in any order",
             "A ring's transfer hides from so many tokens a rank on; the longest sequence grows with P",
             "Under a causal mask an early and a late piece make all ranks equal in every step",
             "An all-to-all of heads sends 1/P as much of the sequence; heads are what it runs out of"},
  ephemeral = {{"H100: 989.4 TFLOP/s, NVLink 450 GB/s a direction; NDR: 400 Gb/s", as_of = "2026-11"}},
  readings = {
    {"ringattn", hours = 3, look_for = [[the condition on the block size, and the table of contexts by machine: put the
      heads of a grouped-query model into both]]},
    {"ulysses", hours = 3, look_for = [[where the two all-to-alls stand, and why the volume per link stays constant when
      tokens and GPUs grow together]]},
    {"torchtitan", hours = 2, look_for = "which dimension of the mesh context parallelism is, and what else uses it"},
    {"actrecomp", hours = 1, look_for = "the figure of a layer with g and its conjugate: where is each array whole?"},
  },

  lang = "c", backends = {"ranks"},
  edit = {"ring.c"},
  reference = "ref.c", ladder = {"naive.c", "ref.c"},
  limits = {wall_s = 20, mem_MiB = 256, threads = 1},

  buffers = {
    O1 = {dtype = "f32", shape = {"rows", "d"}, dist = gen.custom"halves", note = "an answer from some keys"},
    L1 = {dtype = "f32", shape = {"rows"}, dist = gen.custom"halves", note = "its log-sum-exp"},
    o2 = {dtype = "f32", shape = {"rows", "d"}, dist = gen.custom"halves", note = "the answer from the others"},
    l2 = {dtype = "f32", shape = {"rows"}, dist = gen.custom"halves"},
    MO = {dtype = "f32", shape = {"rows", "d"}},
    L = {dtype = "f32", shape = {"rows"}},
    at = {dtype = "i64", shape = {"ranks", "c"}, note = "for each rank, the places of its tokens"},
    pairs = {dtype = "i64", shape = {"ranks", "ranks"}, note = "for each rank, pairs with each rank's keys"},
    Q = {dtype = "f32", shape = {"P", "c*H*d"}, split = true, dist = gen.custom"qk", note = "each rank's queries"},
    K = {dtype = "f32", shape = {"P", "c*Hkv*d"}, split = true, dist = gen.custom"qk"},
    V = {dtype = "f32", shape = {"P", "c*Hkv*d"}, split = true, dist = gen.normal{}},
    O = {dtype = "f32", shape = {"P", "c*H*d"}, split = true, note = "each rank's tokens"},
    LSE = {dtype = "f32", shape = {"P", "c*H"}, split = true},
    done = {dtype = "i32", shape = {1}, note = "1: ulysses() gave 0; 0: it refused"},
    part = {dtype = "f32", shape = {"P", "T*h"}, split = true, dist = gen.normal{}, note = "each rank's part of a sum"},
    x0 = {dtype = "f32", shape = {"P", "T//P*h"}, split = true, dist = gen.normal{}, note = "each rank's tokens"},
    gain = {dtype = "f32", shape = {"h"}, dist = gen.uniform{lo = .5, hi = 1.5}},
    x = {dtype = "f32", shape = {"P", "T//P*h"}, split = true},
    y = {dtype = "f32", shape = {"T", "h"}, note = "the same bits on every rank"},
    runs = {dtype = "f64", shape = {"rows", 8}, dist = gen.custom"runs",
            note = "H, Hkv, d, share, w, rate, alpha, beta"},
    tokens = {dtype = "f64", shape = {"rows"}},
    layers = {dtype = "i64", shape = {"rows", 8}, dist = gen.custom"layers", note = "way, P, H, Hkv, d, room, keep, w"},
    lengths = {dtype = "i64", shape = {"rows"}},
  },
  calls = {
    merge = call{harness = true, args = {i64"rows", i64"d", input"O1", input"L1", input"o2", input"l2", output"MO",
                 output"L"}, oracle = "merge", tol = tol.dot"16", title = "merge"},
    place = call{harness = true, args = {i64"c", i64"zigzag", i64"ranks", output"at"}, oracle = "place",
                 tol = tol.exact, title = "place"},
    scores = call{harness = true, args = {i64"c", i64"zigzag", i64"ranks", output"pairs"}, oracle = "scores",
                  tol = tol.exact, title = "scores"},
    ring = call{harness = true, asks = {fn = "ring_attn"},
                args = {i64"c", i64"H", i64"Hkv", i64"d", i64"causal", i64"zigzag", f64"rate",
                i64"again", input"Q", input"K", input"V", output"O", output"LSE"}, oracle = "ring",
                tol = tol.dot"P*c + d", title = "ring_attn"},
    ulysses = call{harness = true, args = {i64"c", i64"H", i64"Hkv", i64"d", i64"causal", f64"rate", input"Q",
                   input"K", input"V", output"O", output"done"}, oracle = "ulysses", tol = tol.dot"P*c + d",
                   title = "ulysses"},
    boundary = call{harness = true, args = {i64"T", i64"h", input"part", input"x0", input"gain", output"x", output"y"},
                    oracle = "boundary", tol = tol.dot"P + h", title = "boundary"},
    hides = call{harness = true, args = {i64"rows", input"runs", output"tokens"}, oracle = "hides",
                 tol = tol.rel_l2(1e-9), title = "hides"},
    longest = call{harness = true, args = {i64"rows", input"layers", output"lengths"}, oracle = "longest",
                   tol = tol.exact, title = "longest"},
  },
  partial = {by = "case", functions = {ring = 3, ulysses = 2}},

  cases = {
    merged("two-answers", 15, 8, 0, {note = "some of them have seen nothing, some both"}),
    merged("far-apart", 30, 4, 200, {tags = EDGE, note = "log-sum-exps of about -200, 0 and 200"}),
    merged("one-far-above", 30, 4, -400, {tags = EDGE, note = "one log-sum-exp is 8 or 800 above the other"}),
    merged("one-row", 1, 1, 3, {tags = EDGE}),
    merged("merge-hidden", gen.pick{20, 25}, gen.pick{3, 16}, gen.pick{0, 300, -300}, {hidden = true}),
    table_of("place", "straight", 4, 6, 0),
    table_of("place", "zigzag", 4, 6, 1),
    table_of("place", "pairs-of-one", 5, 2, 1, {tags = EDGE, note = "pieces of one token"}),
    table_of("place", "alone-zigzag", 1, 8, 1, {tags = EDGE}),
    table_of("place", "place-hidden", gen.pick{3, 6}, gen.pick{10, 14}, gen.pick{0, 1}, {hidden = true}),
    table_of("scores", "mask-straight", 4, 6, 0),
    table_of("scores", "mask-zigzag", 4, 6, 1),
    table_of("scores", "mask-one", 3, 2, 1, {tags = EDGE}),
    table_of("scores", "mask-large", 3, 100002, 1, {tags = EDGE, note = "more pairs than 32 bits hold"}),
    table_of("scores", "mask-hidden", gen.pick{2, 5}, gen.pick{8, 22}, gen.pick{0, 1}, {hidden = true}),
    ring("alone", 1, 6, 2, 1, 4, 1, 0, {tags = EDGE}),
    ring("two", 2, 5, 2, 2, 4, 0, 0, {note = "no mask"}),
    ring("three", 3, 4, 4, 2, 4, 0, 0, {orders = 20, note = "left and right are different ranks"}),
    ring("mask", 3, 5, 2, 1, 4, 1, 0, {orders = 5, note = "whole blocks are masked"}),
    ring("mask-zigzag-3", 3, 6, 4, 2, 4, 1, 1, {orders = 10}),
    ring("one-token", 4, 1, 2, 1, 4, 1, 0, {tags = EDGE}),
    ring("eight", 8, 4, 4, 1, 8, 1, 1, {orders = 3}),
    ring("open-zigzag", 2, 4, 2, 1, 4, 0, 1, {note = "the order changes nothing without a mask"}),
    ring("large-scores", 3, 4, 2, 1, 16, 1, 1, {large = 1, tags = EDGE, note = "scores of 800 and -1,200"}),
    ring("own-keys", 3, 6, 2, 2, 8, 1, 1, {tags = {"edge", "gate"}, note = "a key/value head for each query head"}),
    ring("again", 3, 6, 2, 1, 4, 1, 1, {again = 1, tags = EDGE,
         note = "called before: fewer tokens without a mask, then the other order"}),
    ring("again-straight", 2, 6, 2, 1, 4, 1, 0, {again = 1, hidden = true}),
    ring("straggler", 4, 4, 2, 1, 4, 1, 1, {slow_rank = 1, slow_factor = 5, note = "one rank is five times as slow"}),
    ring("ring-hidden", gen.pick{2, 4, 5}, gen.pick{6, 8}, 6, gen.pick{1, 2, 3}, gen.pick{3, 8}, gen.pick{0, 1},
         gen.pick{0, 1}, {hidden = true}),
    heads("heads-alone", 1, 6, 4, 2, 4, 1, {tags = EDGE}),
    heads("heads-two", 2, 5, 4, 2, 4, 0),
    heads("heads-three", 3, 4, 6, 3, 4, 1, {orders = 20}),
    heads("as-many-as-queries", 4, 3, 4, 4, 4, 1),
    heads("shared", 4, 3, 8, 2, 4, 1, {tags = EDGE, note = "two ranks need the same key/value head"}),
    heads("single", 3, 4, 6, 1, 4, 1, {tags = EDGE, note = "one key/value head for all"}),
    heads("several-each", 2, 3, 8, 4, 4, 1, {note = "two key/value heads a rank"}),
    heads("too-few-heads", 4, 3, 2, 1, 4, 1, {tags = EDGE, note = "refused: two heads for four ranks"}),
    heads("odd-heads", 3, 4, 8, 2, 4, 1, {tags = EDGE, note = "refused"}),
    heads("odd-keys", 6, 2, 12, 4, 4, 1, {tags = {"edge", "gate"},
          note = "refused: four key/value heads for six ranks"}),
    heads("heads-one-token", 2, 1, 4, 2, 4, 1, {tags = EDGE}),
    heads("heads-large", 2, 4, 2, 1, 16, 1, {large = 1, tags = EDGE}),
    heads("heads-hidden", gen.pick{2, 4}, gen.pick{3, 6}, 8, gen.pick{1, 2, 4, 8}, gen.pick{3, 8}, gen.pick{0, 1},
          {hidden = true}),
    norm("norm-alone", 1, 4, 6, {tags = EDGE}),
    norm("norm-two", 2, 6, 8),
    norm("norm-three", 3, 6, 5, {orders = 10}),
    norm("norm-one-each", 4, 4, 12, {tags = EDGE}),
    norm("norm-hidden", gen.pick{2, 4}, gen.pick{8, 12}, gen.pick{7, 10}, {hidden = true}),
    of("hides", "tokens", 1, {rows = 24}),
    of("hides", "hides-hidden", 1, {rows = gen.pick{7, 11}, hidden = true}),
    of("longest", "lengths", 1, {rows = 48}),
    of("longest", "longest-hidden", 1, {rows = gen.pick{21, 30}, hidden = true}),

    ring("ring-causal", P, C, H, KV, D, 1, 1, {tags = TIMED}),
    ring("ring-all", 4, C, H, KV, D, 0, 0, {tags = TIMED}),
    heads("heads-causal", 4, C, H, 4, D, 1, {kvs = 4, tags = TIMED}),
    heads("heads-copies", 8, 16, H, KV, D, 1, {kvs = 8, tags = {"gate"}, note = "kvs: key/value heads on all ranks"}),
    norm("norm-timed", 8, 64, 64, {tags = TIMED}),
  },

  gates = GATES,
  bench = {
    race("ring", "ring", "ring-causal", "vtime_ns", "a causal ring over eight ranks", "arithmetic alone, if all hides"),
    race("memory", "ring", "ring-causal", "peak_B_max", "memory of that ring", "what a longer sequence will need, too"),
    race("all", "ring", "ring-all", "vtime_ns", "a ring without a mask", "four steps of the same length"),
    race("heads", "ulysses", "heads-causal", "vtime_ns", "Ulysses over four ranks", "two exchanges that nothing hides"),
    race("norm", "boundary", "norm-timed", "vtime_ns", "a norm between the halves of a sum", "one all-reduce's bytes"),
  },

  predict = {
    predict{id = "flops", axis = "flops", unit = "TFLOP", answer = "f.pairs(8*f.c)/8*4*f.H*f.d/1e12", rtol = .05,
            ask = [[{{= n(8*f.c)}} tokens over 8 ranks, {{= f.H}} query heads of {{= f.d}}, causal: FLOP of each rank
              for one layer's attention, if all have the same?]],
            worked = "An eighth of S(S + 1)/2 pairs, 4·{{= n(f.H*f.d)}} FLOP each."},
    predict{id = "bytes", axis = "bytes", unit = "MB", answer = "f.ring(8, f.c, f.Hkv)/1e6", rtol = .02,
            ask = "{{= f.Hkv}} key/value heads in bf16: how much does each rank send in the ring?",
            worked = "Seven blocks of keys and values, 2·2·{{= n(f.c)}}·{{= n(f.Hkv*f.d)}} B each."},
    predict{id = "intensity", axis = "intensity", unit = "FLOP/B", rtol = .05,
            answer = "f.work(0.5, f.c)/f.block(f.c, f.Hkv)",
            ask = "In zigzag, FLOP of a rank in one step for each byte that it sends in it?",
            worked = "2·c²·H·d over 4·c·Hkv·d: c·H/(2·Hkv). Only tokens a rank and heads a group count."},
    predict{id = "parallelism", axis = "parallelism", unit = "tok", rtol = .1,
            answer = "f.hides(0.5, f.H, f.Hkv, f.rate, f.alpha, f.nic)",
            ask = [[At {{= si(f.rate, "FLOP/s", 3)}} and {{= si(f.nic, "B/s")}}, alpha = {{= n(f.alpha*1e6)}} µs a
              message: from how many tokens a rank on does the zigzag ring hide its transfers?]],
            worked = "Where 2·c²·H·d over the rate is two messages, each alpha and half of a block."},
    predict{id = "failure", axis = "failure",
            choices = {"a hang", "a wrong answer on all ranks but one", "a right answer, nearly half as fast"},
            answer = "a right answer, nearly half as fast",
            ask = "Causal, and each rank simply keeps its P-th of the sequence, in order. What does the ring do?",
            worked = [[Every block is right. But in each step somebody has a whole block, and all wait for that rank:
              P/(2P - 1) of the time is work.]]},
  },

  facts = function(hw)
    local m = models.llama3_8b
    local f = {c = REAL.c, H = m.H, Hkv = m.Hkv, d = m.hd, w = REAL.w, L = m.L, m = m, nic = hw.ib_ndr.bw_dir + 0.0,
               link = hw.h100.nvlink_dir + 0.0, peak = hw.h100.bf16 + 0.0, rate = MFU*(hw.h100.bf16 + 0.0), mfu = MFU,
               alpha = ALPHA_NS*1e-9, stages = STAGES, card = hw.h100.mem + 0.0}
    f.pairs = function(S) return S*(S + 1)/2 end
    f.work = function(share, c, H) return 4*share*c*c*(H or f.H)*f.d end         -- FLOP of a step
    f.block = function(c, Hkv) return 2*c*Hkv*f.d*f.w end                         -- bytes of a step
    f.ring = function(P, c, Hkv) return (P - 1)*f.block(c, Hkv) end
    f.ulysses = function(P, c, H, Hkv) return (P - 1)/P*f.w*c*f.d*(2*H + 2*math.max(Hkv, P)) end
    f.hides = function(share, H, Hkv, rate, alpha, beta)
      local a, b = 4*share*H*f.d/rate, 2*Hkv*f.d*f.w/beta
      return (b + math.sqrt(b*b + 8*a*alpha))/(2*a)
    end
    f.eff = function(P) return P/(2*P - 1) end
    -- bytes that a token costs at work in one layer's attention
    f.token = function(way, P, keep, H, Hkv)
      H, Hkv = H or f.H, Hkv or f.Hkv
      local own = (keep or 0) + 2*f.w*f.d*(H + Hkv)
      if way == "whole" then return own end
      if way == "ring" then return own + f.w*f.d*(4*Hkv + H) + 8*H end
      return own + 2*f.w*f.d*(H + math.max(Hkv, P))
    end
    f.longest = function(way, P, room, keep)
      return math.floor(room/f.token(way, P, keep))*(way == "whole" and 1 or P)
    end
    -- what a layer keeps of a token for the backward pass if its input alone is kept, for all layers
    f.keep = f.L*m.d*f.w
    f.free = 40e9
    -- merging: two log-sum-exps, two answers
    f.merged = function(a, x, b, y) local p = 1/(1 + math.exp(b - a)); return p*x + (1 - p)*y end
    return f
  end,

  questions = {
    q.num{id = "merge", unit = "1", rtol = .01, seed = "S003-W21-C3",
      ask = [[A query has the answer {{= p.x}} from one block of keys, with a log-sum-exp of {{= p.a}}, and {{= p.y}}
        from another, with {{= p.b}}. What is the answer from both?]],
      vary = {a = {2, 3}, b = {3.5, 4, 1}, x = {10, 6}, y = {2, 1}},
      answer = function(f, p) return f.merged(p.a, p.x, p.b, p.y) end,
      wrong = {{value = function(_, p) return (p.x + p.y)/2 end, hint = "They have not the same share of the softmax."},
               {value = function(_, p) return (p.a*p.x + p.b*p.y)/(p.a + p.b) end,
                hint = "A log-sum-exp is the logarithm of a denominator. The denominators add."}},
      worked = [[Denominators e^{{= p.a}} and e^{{= p.b}}: the first has {{= pct(1/(1 + math.exp(p.b - p.a)), 1)}} of
        both together, so {{= n(f.merged(p.a, p.x, p.b, p.y), 3)}}.]]},
    q.num{id = "hides", unit = "tok", rtol = .02, seed = "S003-W21-C3",
      ask = [[GPUs that reach {{= p.T}} TFLOP/s in attention, {{= p.GB}} GB/s between them, no latency; {{= f.H}} query
        heads and {{= p.kv}} key/value heads in bf16, causal in zigzag. From how many tokens a GPU on does the transfer
        hide?]],
      vary = {T = {400, 600}, GB = {50, 450}, kv = {8, 16, 32}},
      answer = function(f, p) return f.hides(.5, f.H, p.kv, p.T*1e12, 0, p.GB*1e9) end,
      wrong = {{value = function(f, p) return f.hides(1, f.H, p.kv, p.T*1e12, 0, p.GB*1e9) end,
                hint = "A step of the zigzag ring has half of the pairs, and all of the bytes."},
               {value = function(f, p) return p.kv ~= f.H and f.hides(.5, f.H, f.H, p.T*1e12, 0, p.GB*1e9) or -1 end,
                hint = "Only key/value heads travel."}},
      worked = [[2·c²·{{= f.H}}·d FLOP against 4·c·{{= p.kv}}·d bytes: c = 2·{{= p.kv}}/{{= f.H}} ·
        {{= n(p.T*1e3/p.GB, 0)}} FLOP a byte = {{= n(f.hides(.5, f.H, p.kv, p.T*1e12, 0, p.GB*1e9), 0)}}.]]},
    q.table{id = "both-ways", unit = "MB", rtol = .01, seed = "S003-W21-C4",
      ask = [[{{= n(p.S)}} tokens on {{= p.P}} GPUs, {{= f.H}} query heads of {{= f.d}}, {{= p.kv}} key/value heads,
        bf16. What does a GPU send for one layer, forward?]],
      rows = {"ring", "Ulysses"}, columns = {"bytes"},
      vary = {S = {32768, 131072}, P = {4, 8}, kv = {8, 32}},
      answer = function(f, p)
        return {{f.ring(p.P, p.S/p.P, p.kv)/1e6}, {f.ulysses(p.P, p.S/p.P, f.H, p.kv)/1e6}}
      end,
      hint = [[The ring: keys and values of S/P tokens, P - 1 times. Ulysses: q, k, v and the output of S/P tokens, all
        but the own P-th.]],
      worked = [[{{= n(f.ring(p.P, p.S/p.P, p.kv)/1e6, 1)}} MB and
        {{= n(f.ulysses(p.P, p.S/p.P, f.H, p.kv)/1e6, 1)}} MB. The ring's do not get fewer with P, Ulysses' do.]]},
    q.num{id = "efficiency", unit = "%", rtol = .01, seed = "S003-W21-C3",
      ask = [[A causal ring over {{= p.P}} ranks, tokens straight, a block on the diagonal half as much work as a whole
        one. All wait for each other in each step. Which share of the time is work?]],
      vary = {P = {4, 8, 16}},
      answer = function(f, p) return 100*f.eff(p.P) end,
      wrong = {{value = function(_, p) return 100*(p.P + 1)/(2*p.P) end,
                hint = "That counts the diagonal's block as a whole one."}},
      worked = [[The steps last 1/2, then {{= p.P - 1}} times 1; the mean rank has {{= p.P}}/2 blocks of work:
        {{= p.P}}/(2·{{= p.P}} - 1).]]},
    q.num{id = "zigzag", unit = "1", rtol = 0, seed = "S003-W21-C3",
      ask = [[{{= p.P}} ranks, {{= n(p.c)}} tokens each, in zigzag. At which place of the sequence, counted from 0, is
        the first token of the later piece of rank {{= p.r}}?]],
      vary = {P = {4, 8}, c = {1024, 4096}, r = {1, 3}},
      answer = function(_, p) return (2*p.P - 1 - p.r)*p.c/2 end,
      wrong = {{value = function(_, p) return p.r*p.c + p.c/2 end, hint = "That is the straight order."},
               {value = function(_, p) return (2*p.P - p.r)*p.c/2 end, hint = "Pieces are counted from 0."}},
      worked = "Piece 2·{{= p.P}} - 1 - {{= p.r}} of {{= n(p.c/2)}} tokens: {{= n((2*p.P - 1 - p.r)*p.c/2)}}."},
    q.num{id = "length", unit = "tok", rtol = .01, seed = "S003-W21-HO",
      ask = [[{{= p.GB}} GB on each of {{= p.P}} ranks, and a token of {{= f.m.name}} needs
        {{= n(f.token("ring", 1, f.keep))}} B on its rank with ring attention. How long may a sequence be?]],
      vary = {GB = {20, 30, 40}, P = {4, 8, 16}},
      answer = function(f, p) return f.longest("ring", p.P, p.GB*1e9, f.keep) end,
      wrong = {{value = function(f, p) return f.longest("ring", p.P, p.GB*1e9, f.keep)/p.P end,
                hint = "That is one rank's part."}},
      worked = [[{{= n(f.longest("ring", 1, p.GB*1e9, f.keep))}} tokens a rank, times {{= p.P}}. Data parallelism would
        serve {{= p.P}} sequences of {{= n(f.longest("whole", 1, p.GB*1e9, f.keep))}}.]]},
    q.num{id = "backward", unit = "MB", rtol = .01, seed = "S003-W21-C3",
      ask = [[In the backward pass, blocks of k and v go round as before, and gradients of both in fp32 travel with
        them, until they are home: P steps. What does a rank send, with {{= p.P}} ranks of {{= n(p.c)}} tokens and
        {{= f.Hkv}}·{{= f.d}} floats for a token's keys?]],
      vary = {P = {4, 8}, c = {4096, 8192, 16384}},
      answer = function(f, p) return (f.ring(p.P, p.c, f.Hkv) + p.P*4*2*p.c*f.Hkv*f.d)/1e6 end,
      wrong = {{value = function(f, p) return (f.ring(p.P, p.c, f.Hkv) + (p.P - 1)*4*2*p.c*f.Hkv*f.d)/1e6 end,
                hint = "After P - 1 steps the gradients are with the last rank that added to them."},
               {value = function(f, p) return f.ring(p.P, p.c, f.Hkv)/1e6 end, hint = "And the gradients?"}},
      worked = [[{{= n(f.ring(p.P, p.c, f.Hkv)/1e6, 1)}} MB of keys and values, and
        {{= p.P}} · {{= n(4*2*p.c*f.Hkv*f.d/1e6, 1)}} MB of gradients.]]},
    q.num{id = "copies", unit = "x", rtol = .01, seed = "S003-W21-C4",
      ask = [[Ulysses on {{= p.P}} ranks, {{= p.kv}} key/value heads. How many times as many bytes of keys and values
        are exchanged as there are?]],
      vary = {P = {8, 16, 32}, kv = {2, 4}},
      answer = function(_, p) return p.P/p.kv end,
      wrong = {{value = function(_, p) return p.P end, hint = "A rank needs one head, not all of them."}},
      worked = "Each rank needs a head of its own: {{= p.P}} copies of {{= p.kv}} heads."},
    q.choice{id = "no-lse", seed = "S003-W21-C3",
      ask = "Somebody merges by averaging the blocks' answers. On which data does his test pass?",
      options = {"on none", "where all blocks have the same denominator: equal keys, or random ones of tiny scores",
                 "where all values are positive"}, answer = 2,
      worked = [[Weights are then equal. Random inputs scaled by 0.02, as in many tests, come close to that; trained
        keys do not.]]},
    q.choice{id = "tp", seed = "S003-W21-C2",
      ask = [[Tensor parallelism's all-reduce is split into a reduce-scatter and an all-gather with the norm between
        them. What changes?]],
      options = {"bytes: half as many", "memory and work between the blocks: a P-th; bytes stay",
                 "latency: a step less"}, answer = 2,
      worked = "An all-reduce is those two halves. Between them each rank needs only its tokens."},
    q.multi{id = "which", seed = "S003-W21-C4",
      ask = "Eight key/value heads, 64 GPUs in nodes of 8, one sequence of a million tokens. What is sensible?",
      options = {"Ulysses over all 64", "Ulysses inside the node and a ring over the nodes", "a ring over all 64",
                 "tensor parallelism over all 64"}, answer = {2, 3},
      worked = [[16 thousand tokens a GPU hide a ring over the network. Ulysses over 64 ranks needs 64 heads and eight
        copies; inside a node it fits, and its exchange has NVLink. Tensor parallelism leaves every GPU all tokens.]]},
    q.order{id = "step", seed = "S003-W21-C3",
      ask = "One step of a ring, on each rank.",
      items = {"Post the receive of the next block", "Post the send of this one", "Attend to this block",
               "Merge what came out", "Wait for both messages", "The next block is this one"},
      hint = "What may wait, and what must be under way before the long part begins?"},
    q.text{id = "choose", min_words = 60, seed = "S003-W21-HO",
      ask = [[Take a model that you know and a machine. Say how long a sequence one GPU holds and how long one P of them
        hold; which of the two ways you would take, from your own figures of bytes and of the tokens from which a ring
        hides; and what breaks first when P is doubled.]],
      rubric = {"bytes a token at work, and the longest sequence for 1 and for P ranks",
                "the tokens a rank from which the ring hides, beside the tokens that a rank has",
                "bytes of both ways with the model's key/value heads",
                "what ends first: tokens a rank for the ring, heads for Ulysses, the NIC for both"}},
  },

  hints = {
    {on = "build", match = {"defines no", "implicit declaration", "undeclared", "undefined reference", "unknown type"},
     [[ring.c defines the eight functions of lab.h; attend() is there already.]]},
    {on = "sanitize", [[Is the buffer that a block comes into another one than the block that you work on? Sizes are in
      key/value heads for k and v, in query heads for o.]]},
    {on = "case:far-apart", "exp(200) is no float. Take the larger of the two out of both."},
    {on = "case:one-far-above", [[Which of the two is the larger, differs from row to row; a share of e^-8 is seen in
      fp32.]]},
    {on = "case:again", "What do you keep from one call to the next? This one has other sizes and another order."},
    {on = "case:two-answers", "-INFINITY less -INFINITY is nan. Which rows have seen nothing at all?"},
    {on = "call:merge", [[Each answer times its own denominator, over the sum of both. The new LSE is the logarithm of
      that sum.]]},
    {on = "case:zigzag", "Rank 0 has the first piece and the last one."},
    {on = "call:place", "Pieces r and 2P - 1 - r; which is token i in?"},
    {on = "case:mask-large", "100,000 squared needs 64 bits."},
    {on = "call:scores", [[Two pieces of queries and two of keys: four pairs of pieces, each of which is whole, empty or
      on the diagonal. The diagonal itself is seen.]]},
    {on = "case:alone", "One rank: no messages, one block, and the mask."},
    {on = "case:two", "Is what you merge the answer of this block, and is LSE the one of all blocks before it?"},
    {on = "case:three", "After s steps a rank works on the block of rank r - s, modulo P."},
    {on = "case:mask", [[Whose places do you give attend() for the keys? After the first step the block is another
      rank's.]]},
    {on = "case:mask-zigzag-3", "place() of the block's owner, for each of its tokens."},
    {on = "case:large-scores", "exp() of a score of 800 is no float: only differences to a maximum are."},
    {on = "gate:ring-bytes", "The last block is not passed on: P - 1 sends."},
    {on = "gate:ring-messages", "One message of keys and one of values a step."},
    {on = "gate:ring-memory", [[A block may go once the next one is worked on. The first block is K and V themselves: it
      needs no copy.]]},
    {on = "gate:ring-exposed", "Post receive and send before attend(), and wait behind it."},
    {on = "gate:ring-time", "Do you attend to pairs that the mask hides, or in another order than zigzag?"},
    {on = "gate:ring-blocks", "What malloc() gives is not counted as a GPU's memory."},
    {on = "gate:all-exposed", "Post receive and send before attend(), and wait behind it."},
    {on = "gate:all-time", "Four blocks, and nothing between them."},
    {on = "call:ring", [["They wait in a circle": everybody sends first and blocks. Wrong answers, but not with one
      rank: print whose block each step works on.]]},
    {on = "case:too-few-heads", "H < P: say so before anything is sent."},
    {on = "case:odd-keys", "Six ranks and four heads: neither divides the other."},
    {on = "case:shared", "H = 8, Hkv = 2, P = 4: ranks 0 and 1 need head 0, ranks 2 and 3 head 1."},
    {on = "gate:heads-calls", "Pack q, k and v for a rank side by side."},
    {on = "gate:heads-bytes", "q and the output: H/P heads to each rank. Keys, values: only heads that it looks at."},
    {on = "gate:heads-gather", "That is all heads for everybody."},
    {on = "gate:heads-time", "A rank attends to a P-th of the heads. How many does yours?"},
    {on = "gate:copies-bytes", "One head a rank."},
    {on = "gate:refused-at-once", "All ranks know P, H and Hkv: nobody has to be asked."},
    {on = "call:ulysses", [[Part k of what comes is of rank k: its tokens, your heads. Part k of what goes: your tokens,
      its heads. The way back is the same the other way.]]},
    {on = "gate:norm-sum", "Which tokens of the sum does this rank need?"},
    {on = "gate:norm-bytes", "A reduce-scatter and an all-gather: nothing else."},
    {on = "gate:norm-memory", "y has room for what comes out of the reduce-scatter."},
    {on = "call:boundary", "Sum, add to x, norm, gain; in this order. The mean is over h."},
    {on = "call:hides", "share·4·c²·H·d/rate = 2·(alpha + c·Hkv·d·w/beta) is a quadratic equation in c."},
    {on = "call:longest", [[Bytes a token first, then tokens a rank, rounded down, then times P. Key/value heads of
      ULYSSES: Hkv, or P if that is more.]]},
    {on = "bench:ring", "Arithmetic alone is the bound. What does a rank do between two blocks?"},
    {on = "bench:heads", "Two exchanges of the least bytes, and a P-th of the pairs."},
    {after = 3, [[Draw P = 4 as a table: rows are steps, columns ranks, each cell whose keys are there. Colour what the
      mask leaves.]]},
  },
}
