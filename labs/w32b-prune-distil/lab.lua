-- w32b-prune-distil: what may go of a trained network, and how what is left learns from what was.

-- kernels/w32b-prune-distil/oracle.c has the same
local RANDOM, TIES, ZEROS, LOUD, FAR, EQUAL, HOLES, NONE, CLOSE = 0, 1, 2, 3, 4, 5, 6, 7, 8
local STAGES = {bronze = .35, silver = .65, gold = .90}
local EDGE, HIDDEN = {tags = {"edge"}}, {hidden = true}
local COUNT, DRAFT = 3082496, 115008            -- weights of microlm and of its draft
local HEADS, WIDTH, DEPTH = 2951424, 2492672, 2328320   -- of what is left with six heads, 576 neurons, three layers

local cases = {}
local function add(call, id, fields, more)
  fields.id, fields.calls = id, {call}
  for k, v in pairs(more or {}) do fields[k] = v end
  cases[#cases + 1] = fields
end
local function edge(note) return {tags = {"edge"}, note = note} end

add("channel_norms", "no-token", {tokens = 0, wide = 5, mode = RANDOM}, EDGE)
add("channel_norms", "one-channel", {tokens = 40, wide = 1, mode = RANDOM}, EDGE)
add("channel_norms", "loud", {tokens = 33, wide = 130, mode = LOUD})
add("channel_norms", "many-tokens", {tokens = 60000, wide = 3, mode = RANDOM}, edge("a float loses count"))
add("channel_norms", "widest", {tokens = 2, wide = 16384, mode = RANDOM}, edge("MAX_IN"))
add("channel_norms", "hidden-norms", {tokens = gen.pick{7, 50}, wide = gen.pick{3, 64, 99}, mode = ZEROS}, HIDDEN)
for _, c in ipairs{{"none-go", 5, 16, 0, RANDOM}, {"all-go", 5, 16, 16, RANDOM}, {"half", 9, 128, 64, RANDOM},
  {"ties", 12, 48, 24, TIES, "of equal scores the later goes"}, {"zeros", 3, 20, 7, ZEROS, "all scores are equal"},
  {"loud-channels", 8, 90, 45, LOUD, "a small weight on a loud channel"}, {"one-column", 4, 1, 1, RANDOM},
  {"rounded", 3, 64, 29, CLOSE, "products that differ, and are the same float"},
  {"wide-row", 1, 16384, 5000, RANDOM, "MAX_IN"}} do
  add("wanda_rows", c[1], {out = c[2], cols = c[3], drop = c[4], mode = c[5]}, edge(c[6]))
end
add("wanda_rows", "hidden-rows", {out = gen.pick{3, 11}, cols = gen.pick{31, 200}, drop = gen.pick{1, 13, 30},
  mode = gen.pick{RANDOM, TIES, LOUD}}, HIDDEN)
for _, c in ipairs{{"two-four", 7, 64, 2, 4, RANDOM}, {"four-eight", 5, 64, 4, 8, LOUD}, {"one-of-one", 3, 6, 1, 1,
  RANDOM},
  {"none-stay", 3, 8, 0, 4, RANDOM}, {"all-stay", 3, 8, 4, 4, RANDOM}, {"equal-four", 6, 32, 2, 4, TIES,
  "of equal scores the earlier stays"}, {"zero-group", 2, 16, 2, 4, ZEROS, "0 and 1 stay"},
  {"rounded-four", 3, 64, 2, 4, CLOSE, "products that differ, and are the same float"},
  {"ragged", 4, 18, 2, 4, RANDOM, "18 is no multiple of 4: refused"}, {"thirty-two", 2, 64, 5, 32, RANDOM}} do
  add("nm", c[1], {out = c[2], cols = c[3], n = c[4], m = c[5], mode = c[6]}, edge(c[7]))
end
add("nm", "hidden-nm", {out = gen.pick{2, 9}, cols = gen.pick{48, 96}, n = gen.pick{1, 2}, m = gen.pick{4, 6},
  mode = gen.pick{RANDOM, TIES, LOUD}}, HIDDEN)
add("head_scores", "one-head", {tokens = 3, H = 1, hd = 4, wide = 4, mode = RANDOM}, EDGE)
add("head_scores", "eight-heads", {tokens = 21, H = 8, hd = 32, wide = 32, mode = ZEROS},
  edge("some outputs are zeros"))
add("head_scores", "hidden-heads", {tokens = gen.pick{5, 30}, H = gen.pick{3, 6}, hd = gen.pick{2, 16}, wide = 8,
  mode = LOUD}, HIDDEN)
for _, c in ipairs{{"of-each-group", 8, 2, 3, RANDOM}, {"own-kv", 6, 6, 1, RANDOM}, {"one-group", 5, 1, 2, RANDOM},
  {"equal-heads", 8, 2, 2, EQUAL, "the lower stay"}, {"tied-heads", 12, 3, 2, TIES}, {"all-heads", 4, 2, 2, RANDOM},
  {"too-many", 8, 2, 5, RANDOM, "five of four: refused"}, {"no-head", 8, 2, 0, RANDOM, "refused"},
  {"uneven", 7, 2, 2, RANDOM, "seven heads, two KV heads: refused"}} do
  add("heads", c[1], {H = c[2], Hkv = c[3], keep = c[4], mode = c[5]}, edge(c[6]))
end
add("heads", "hidden-kept", {H = gen.pick{12, 24}, Hkv = gen.pick{2, 4}, keep = gen.pick{1, 2},
  mode = gen.pick{RANDOM, TIES}},
  HIDDEN)
add("layer_influence", "one-layer", {L = 1, tokens = 1, wide = 3, mode = RANDOM}, EDGE)
add("layer_influence", "silent", {L = 3, tokens = 5, wide = 8, mode = ZEROS}, edge("a vector of zeros"))
add("layer_influence", "layers", {L = 6, tokens = 40, wide = 48, mode = LOUD})
add("layer_influence", "hidden-layers", {L = gen.pick{2, 5}, tokens = gen.pick{4, 17}, wide = gen.pick{16, 33},
  mode = RANDOM},
  HIDDEN)
for _, c in ipairs{{"nothing", 5, 0, RANDOM}, {"everything", 5, 5, RANDOM}, {"some", 40, 13, RANDOM},
  {"first-of-equal", 9, 4, EQUAL, "0 to 3"}, {"tied", 30, 11, TIES}} do
  add("least", c[1], {n = c[2], k = c[3], mode = c[4]}, edge(c[5]))
end
add("least", "hidden-least", {n = gen.pick{20, 33}, k = gen.pick{1, 9}, mode = gen.pick{RANDOM, TIES}}, HIDDEN)
for _, c in ipairs{{"rows-only", 9, 6, 4, 6, 2}, {"columns-only", 5, 12, 5, 7, 1}, {"both", 12, 10, 5, 3, 0},
  {"as-it-is", 4, 5, 4, 5, 3}, {"one-element", 8, 8, 1, 1, 0}} do
  add("cut", c[1], {rows = c[2], cols = c[3], nr = c[4], nc = c[5], all = c[6], mode = RANDOM}, EDGE)
end
add("cut", "hidden-cut", {rows = gen.pick{10, 17}, cols = gen.pick{9, 30}, nr = gen.pick{2, 6}, nc = gen.pick{3, 8},
  all = 0,
  mode = RANDOM}, HIDDEN)
for _, call in ipairs{"forward", "reverse"} do
  local f = call:sub(1, 3)
  for _, c in ipairs{{"one-row", 1, 5, 1, RANDOM}, {"warm", 6, 33, 2, RANDOM}, {"cold", 4, 17, .25, RANDOM},
    {"same", 3, 20, 1.5, EQUAL, "student and teacher agree"}, {"far", 5, 40, 1, FAR, "logits of 1e4"},
    {"far-and-cold", 3, 12, .1, FAR}, {"some-count", 8, 9, 3, HOLES, "rows of NaN do not count"},
    {"none-counts", 3, 7, 2, NONE}, {"one-logit", 4, 1, 1, RANDOM}, {"no-temperature", 2, 6, 0, RANDOM,
      "T = 0: refused"},
    {"below-zero", 2, 6, -1, RANDOM, "T = -1: refused"},
    {"endless", 2, 6, 1e300, RANDOM, "T is infinite: refused"}} do
    add(call, f .. "-" .. c[1], {rows = c[2], V = c[3], T = c[4], mode = c[5]}, edge(c[6]))
  end
  add(call, f .. "-hidden", {rows = gen.pick{2, 9}, V = gen.pick{11, 64}, T = gen.pick{.5, 1.25, 4},
    mode = gen.pick{RANDOM, FAR, HOLES}}, HIDDEN)
end
add("microlm", "microlm-planted", {draw = 1, planted = 1}, {note = [[4 channels of each norm 64 times as loud, the
  weights that read them a 64th]]})
add("microlm", "microlm-hidden", {draw = gen.pick{2, 3, 4, 5, 6}, planted = gen.pick{0, 1}}, HIDDEN)
add("distil", "distil-draft", {draw = 1, steps = 40, T = 1})
add("distil", "distil-hidden", {draw = gen.pick{2, 3, 4, 5, 6}, steps = 40, T = 1}, HIDDEN)
add("wanda_rows", "gate-rows", {out = 16, cols = 4096, drop = 2048, mode = RANDOM}, {tags = {"gate"}})
add("forward", "gate-forward", {rows = 4, V = 4096, T = 2, mode = RANDOM}, {tags = {"gate"}})
add("reverse", "gate-reverse", {rows = 4, V = 4096, T = 2, mode = RANDOM}, {tags = {"gate"}})
add("wanda_rows", "bench-rows", {out = 256, cols = 4096, drop = 2048, mode = RANDOM}, {tags = {"bench"}})

return lab {
  api = 1, rev = 1, id = "w32b-prune-distil", title = "Wanda, structured pruning, distillation losses",
  kind = "kernel", week = 32, part = 4, domain = {"inference", "compression"},
  seeds = {"S003-W32", "S003-W32-C1", "S003-W32-C2", "S003-W32-C4", "S003-W32-C5", "S003-W32-C6", "S003-W32-HO"},
  requires = {"w31-fp8-kquant", "c08-gptq"}, suggests = {"w32-sparse24", "w28-dpo-grpo"},
  hours = {read = 0, lab = 4},
  durable = {"A weight matters by what flows through it: its size times its channel's",
             "Parameters, bytes and time are different currencies; only structure is all three",
             "Forward KL covers, reverse KL chooses; both need logarithms, never probabilities' logarithms"},
  ephemeral = {{"Minitron's and MiniLLM's recipes", as_of = "2024-07"}},
  
  lang = "c", backends = {"cpu"},
  edit = {"prune.c"},
  reference = "ref.c", ladder = {"naive.c", "ref.c"},
  limits = {wall_s = 120, mem_MiB = 1024, threads = 1},
  partial = {by = "case", functions = {wanda_rows = 2, forward = 2, reverse = 2, microlm = 2, distil = 2}},
  counters = {ppl_wanda = "perplexity, half of each row by Wanda",
    ppl_magnitude = "perplexity, half of each row by magnitude",
    ppl_two_four = "perplexity, two of four by Wanda", ppl_heads = "perplexity, six of eight heads",
    ppl_width = "perplexity, three of four neurons", ppl_depth = "perplexity, three of four layers",
    ppl_pruned = "perplexity of the draft, two of four", ppl_forward = "perplexity, taught by forward KL",
    ppl_reverse = "perplexity, taught by reverse KL"},

  buffers = {
    X = {dtype = "f32", shape = {"tokens", "wide"}, dist = gen.custom"x"},
    norms = {dtype = "f32", shape = {"wide"}, note = "norm"},
    W = {dtype = "f32", shape = {"out", "cols"}, dist = gen.custom"W"},
    norm = {dtype = "f32", shape = {"cols"}, dist = gen.custom"norm"},
    mask = {dtype = "u8", shape = {"out", "cols"}},
    status = {dtype = "i32", shape = {"1"}},
    att = {dtype = "f32", shape = {"tokens", "H", "hd"}, dist = gen.custom"x"},
    head = {dtype = "f64", shape = {"H"}, note = "score"},
    score = {dtype = "f64", shape = {"n"}, dist = gen.custom"scores"},
    weighed = {dtype = "f64", shape = {"H"}, dist = gen.custom"scores", note = "score"},
    kept = {dtype = "i32", shape = {"H"}},
    x = {dtype = "f32", shape = {"L + 1", "tokens", "wide"}, dist = gen.custom"x"},
    influence = {dtype = "f64", shape = {"L"}, note = "score"},
    which = {dtype = "i32", shape = {"k"}},
    matrix = {dtype = "f32", shape = {"rows", "cols"}, dist = gen.custom"W", note = "W"},
    r = {dtype = "i32", shape = {"nr"}, dist = gen.custom"index"},
    c = {dtype = "i32", shape = {"nc"}, dist = gen.custom"index"},
    cut = {dtype = "f32", shape = {"nr", "nc"}, note = "out"},
    student = {dtype = "f32", shape = {"rows", "V"}, dist = gen.custom"logits"},
    teacher = {dtype = "f32", shape = {"rows", "V"}, dist = gen.custom"logits"},
    counts = {dtype = "u8", shape = {"rows"}, dist = gen.custom"counts"},
    loss = {dtype = "f64", shape = {"1"}},
    grad = {dtype = "f32", shape = {"rows", "V"}},
    trained = {dtype = "u16", shape = {COUNT}, dist = gen.custom"trained"},
    w_rows = {dtype = "f32", shape = {COUNT}},
    w_magnitude = {dtype = "f32", shape = {COUNT}},
    w_24 = {dtype = "f32", shape = {COUNT}},
    w_heads = {dtype = "f32", shape = {HEADS}},
    w_width = {dtype = "f32", shape = {WIDTH}},
    w_depth = {dtype = "f32", shape = {DEPTH}},
    draft = {dtype = "u16", shape = {DRAFT}, dist = gen.custom"draft"},
    pruned = {dtype = "f32", shape = {DRAFT}},
    by_forward = {dtype = "f32", shape = {DRAFT}},
    by_reverse = {dtype = "f32", shape = {DRAFT}},
    curve = {dtype = "f32", shape = {"steps"}},
    back = {dtype = "f32", shape = {"steps"}},
  },

  calls = {
    channel_norms = call{args = {i64"tokens", i64"wide", input"X", output"norms"}, oracle = "norms", tol = tol.dot"1"},
    wanda_rows = call{args = {i64"out", i64"cols", input"W", input"norm", i64"drop", output"mask"}, verify = "rows"},
    nm = call{harness = true, asks = {fn = "wanda_nm"},
              args = {i64"out", i64"cols", i64"n", i64"m", input"W", input"norm", output"mask",
              output"status"}, verify = "nm", title = "wanda_nm"},
    head_scores = call{args = {i64"tokens", i32"H", i32"hd", input"att", output"head"}, oracle = "heads",
                       tol = tol.rel_l2(1e-12)},
    heads = call{harness = true, asks = {fn = "heads_kept"},
                 args = {i64"H", i64"Hkv", i64"keep", input"weighed", output"kept", output"status"},
                 verify = "kept", title = "heads_kept"},
    layer_influence = call{args = {i32"L", i64"tokens", i32"wide", input"x", output"influence"}, oracle = "influence",
                           tol = tol.rel_l2(1e-12)},
    least = call{args = {i64"n", input"score", i64"k", output"which"}, verify = "least"},
    cut = call{harness = true, asks = {fn = "narrow"},
               args = {i64"rows", i64"cols", i64"nr", i64"nc", i64"all", input"matrix", input"r",
               input"c", output"cut"}, oracle = "cut", tol = tol.exact, title = "narrow"},
    forward = call{harness = true, asks = {fn = "kd_forward"},
                   args = {i64"rows", i64"V", f64"T", input"student", input"teacher", input"counts",
                   output"loss", output"grad", output"status"}, verify = "forward", title = "kd_forward"},
    reverse = call{harness = true, asks = {fn = "kd_reverse"},
                   args = {i64"rows", i64"V", f64"T", input"student", input"teacher", input"counts",
                   output"loss", output"grad", output"status"}, verify = "reverse", title = "kd_reverse"},
    microlm = call{harness = true, args = {i64"draw", input"trained", output"w_rows", output"w_magnitude",
                   output"w_24", output"w_heads", output"w_width", output"w_depth"}, verify = "microlm",
                   title = "a language model's perplexity"},
    distil = call{harness = true, args = {i64"draw", i64"steps", f64"T", input"draft", output"pruned",
                  output"by_forward", output"by_reverse", output"curve", output"back"}, verify = "distil",
                  title = "a small model, pruned and taught"},
  },

  cases = cases,
  order = {"channel_norms", "wanda_rows", "nm", "head_scores", "heads", "layer_influence", "least", "cut", "forward",
           "reverse", "microlm", "distil"},
  gates = {
    gate{id = "rows-loads", call = "wanda_rows", case = "gate-rows", counter = "c_loads", op = "<=",
      value = "12*out*cols",
         on = "cpu", why = "a row is not sorted: a few walks find the score that is the last to go"},
    gate{id = "rows-stores", call = "wanda_rows", case = "gate-rows", counter = "c_stores", op = "<=",
      value = "6*out*cols",
         on = "cpu", why = "scores once, the mask once, and what finds the threshold"},
    gate{id = "forward-loads", call = "forward", case = "gate-forward", counter = "c_loads", op = "<=",
      value = "8*rows*V",
         on = "cpu", why = "each logit is looked at three times: for the largest, for the sum, for the rest"},
    gate{id = "reverse-loads", call = "reverse", case = "gate-reverse", counter = "c_loads", op = "<=",
      value = "10*rows*V",
         on = "cpu", why = "and once more, since the slope needs the row's divergence"},
    gate{id = "forward-stores", call = "forward", case = "gate-forward", counter = "c_stores", op = "<=",
         value = "1.1*rows*V", on = "cpu", why = "no array of probabilities beside the slope"},
  },
  bench = {
    bench{id = "rows", call = "wanda_rows", case = "bench-rows", clock = "cpu", stages = STAGES, bytes = "4*out*cols"},
  },

  predict = {
    predict{id = "flops", axis = "flops", unit = "1", answer = "2", rtol = 0,
            ask = "Wanda's score: operations for each weight, absolute value and product?",
              worked = "Two, and no gradient."},
    predict{id = "mask-bytes", axis = "bytes", unit = "MB", answer = "f.count/8/1e6", rtol = .02,
            ask = "A mask of a bit for each of microlm's {{= n(f.count)}} weights: bytes?",
            worked = "{{= n(f.count/8/1e6, 3)}} MB, a sixteenth of its weights in 16 bits."},
    predict{id = "planted", axis = "failure", ask = [[Four channels become 64 times as loud, the weights that read
              them a 64th: the same function. Which mask changes?]],
            choices = {"magnitude's", "Wanda's", "both", "neither"}, answer = "magnitude's",
            worked = "Wanda's score is a product: 64 and a 64th leave it."},
    predict{id = "latency", axis = "parallelism", ask = [[A quarter of the parameters goes. Which cut saves most of a
      decode step?]],
            choices = {"layers", "neurons", "weights without a pattern"}, answer = "layers",
            worked = "Layers run one after the other: a layer less saves its reads, its launches and its waiting."},
    predict{id = "teacher", axis = "intensity", ask = [[Distillation by whole distributions: what of the teacher is
      moved a token?]],
            choices = {"one token", "V logits", "its weights"}, answer = "V logits",
            worked = "One number for each of V tokens: that is the signal, and the traffic."},
  },

  facts = function()
    local f = {count = COUNT, draft = DRAFT, heads = HEADS, width = WIDTH, depth = DEPTH, steps = 40}
    -- Perplexity over that of the whole model: the least and the largest of six draws of calibration texts, by the
    -- reference, 29 November 2026, in the harness's own texts; `planted` with four channels 64 times as loud.
    f.ppl = {wanda = {1.032, 1.038}, magnitude = {1.032, 1.032}, magnitude_planted = {1.045, 1.045},
             two_four = {1.146, 1.192}, heads = {1.026, 1.057}, width = {.998, 1.015}, depth = {1.160, 1.160},
             pruned = {1.600, 1.886}, forward = {1.028, 1.092}, reverse = {1.044, 1.181}}
    f.text = function(r)
      return r[1] == r[2] and ("%.3f"):format(r[1]) or ("%.3f to %.3f"):format(r[1], r[2])
    end
    f.kl = function(p, q) return p*math.log(p/q) + (1 - p)*math.log((1 - p)/(1 - q)) end
    f.layer = COUNT - DEPTH
    return f
  end,

  questions = {
    q.multi{id = "row", seed = "S003-W32-C1", answer = {2, 3},
      ask = [[A row has weights (1, −3, 0.5, 2), the channels norms (2, 1, 8, 0.5). Half of the row goes by Wanda.
        Which stay?]],
      options = {"1", "−3", "0.5", "2"}, worked = "Scores 2, 3, 4, 1."},
    q.num{id = "forward", unit = "1", rtol = .005, seed = "S003-W32-C4",
      ask = [[Teacher ({{= p.p}}, {{= n(1 - p.p, 2)}}), student ({{= p.q}}, {{= n(1 - p.q, 2)}}): the forward KL in
        nats?]],
      vary = {p = {.5, .3}, q = {.9, .8}},
      answer = function(f, p) return f.kl(p.p, p.q) end,
      wrong = {{value = function(f, p) return f.kl(p.q, p.p) end,
        hint = "That is the reverse one: the student's weights."},
               {value = function(f, p) return f.kl(p.p, p.q)/math.log(2) end, hint = "Nats, not bits."}},
      worked = "Σ p ln(p/q) = {{= n(f.kl(p.p, p.q), 4)}}."},
    q.num{id = "slope", unit = "1", rtol = .01, seed = "S003-W32-C4",
      ask = [[T = {{= p.T}}, one row. Softmax of the teacher at this temperature gives {{= p.p}} for a token, of the
        student
        {{= p.q}}. What is kd_forward's slope at the student's logit?]],
      vary = {T = {2, 4}, p = {.2, .6}, q = {.5, .35}},
      answer = function(_, p) return p.T*(p.q - p.p) end,
      wrong = {{value = function(_, p) return (p.q - p.p)/p.T end, hint = "The loss has T²."},
               {value = function(_, p) return p.T*(p.p - p.q) end, hint = "Too much mass has to go down: q − p."}},
      worked = "T² · (q − p)/T = {{= n(p.T*(p.q - p.p), 3)}}."},
    q.num{id = "share", unit = "%", rtol = .01, seed = "S003-W32-C2",
      ask = "microlm has {{= n(f.count)}} weights; a cut leaves {{= n(p.left)}}. How many per cent went?",
      vary = {left = {HEADS, WIDTH, DEPTH}},
      answer = function(f, p) return 100*(1 - p.left/f.count) end,
      worked = "{{= pct(1 - p.left/f.count, 1)}}."},
    q.num{id = "buckets", unit = "1", rtol = 0,
      ask = [[A row of {{= p.n}} scores, {{= p.drop}} go. The first histogram has {{= p.below}} scores in buckets
        below number 700
        and 40 in it. Which of the 40, counted from 0 at the least, is the last to go?]],
      vary = {n = {4096}, drop = {2048, 2040}, below = {2030, 2015}},
      answer = function(_, p) return p.drop - 1 - p.below end,
      wrong = {{value = function(_, p) return p.drop - p.below end,
        hint = "Counted from 0, the last of so many is one less."}},
      worked = "{{= p.drop}} − 1 − {{= p.below}} = {{= p.drop - 1 - p.below}}."},
    q.num{id = "logits", unit = "MB", rtol = .01, accept = {"B", "kB", "MB", "GB"}, seed = "S003-W32-C4",
      ask = [[Whole distributions over {{= n(p.V)}} tokens in bf16, {{= n(p.tokens)}} tokens: bytes of the teacher's
        logits?]],
      vary = {V = {32000, 128256}, tokens = {2048, 4096}},
      answer = function(_, p) return 2*p.V*p.tokens/1e6 end,
      wrong = {{value = function(_, p) return p.V*p.tokens/1e6 end, hint = "bf16 has two bytes."}},
      worked = [[{{= n(2*p.V*p.tokens/1e6, 0)}} MB: why teachers' top few are stored, or the teacher runs beside the
        student.]]},
    q.choice{id = "cover", seed = "S003-W32-C4", answer = 1,
      ask = "A small student can hold one of the teacher's two modes. What does forward KL make it do?",
      options = {"Spread over both, and over what lies between", "Take the larger one and leave the other",
                 "Take the smaller one", "Nothing: both divergences have the same minimum"},
      worked = [[Where the teacher has mass and the student none, log(p/q) is unbounded and p weighs it. Reverse KL
        pays nothing
        there.]]},
    q.choice{id = "kv", seed = "S003-W32-C2", answer = 3,
      ask = "Eight query heads share two KV heads. Why does heads_kept take the same number of each group?",
      options = {"Because scores of different groups can't be compared", "Because of RoPE",
                 "Because H / Hkv has to be one number: attention kernels and shapes are built on it",
                 "Because KV heads would be lost otherwise"},
      worked = "The smaller model has to be a model of the same kind, which every kernel runs."},
    q.multi{id = "order", seed = "S003-W32-C6", answer = {1, 3},
      ask = "Which orders make sense?",
      options = {"prune, distil, quantise", "quantise by a codebook, then set small weights to zero",
                 "choose heads, narrow, distil", "distil, then prune, then nothing"},
      worked = [[Each step consumes what the next measures. A codebook brings zeros back as small numbers; pruning
        last leaves
        what it cost.]]},
    q.order{id = "minitron", seed = "S003-W32-C5", ask = "Minitron's recipe, first to last?",
      items = {"a small calibration set", "scores of heads, neurons, channels, layers", "a cut to the target shape",
               "distillation from the model as it was"}},
    q.text{id = "why", min_words = 40, seed = "S003-W32-HO",
      ask = [[Explain why Wanda compares within a row, why its mask does not change when a channel's loudness moves
        from weights to
        activations, and what it does not give you that structured pruning does.]],
      rubric = {"each output keeps as many inputs: none is emptied", "a product of weight and norm: factors cancel",
                "no pattern, so no bytes and no time in a dense kernel", "a structure leaves a smaller dense model"}},
  },

  hints = {
    {on = "build", match = {"undefined", "multiple definition"},
      "lab.h has the names and arguments of all ten functions."},
    {on = "case:none-go", "drop may be 0: there is no last one then."},
    {on = "case:ties", "Of equal scores the later goes: count how many equals stay, and let the first ones."},
    {on = "case:zeros", "All scores are 0. The later ones go all the same."},
    {on = "case:loud-channels", "The score is a product; a weight of 0.1 on a channel of 64 stays."},
    {on = "case:ragged", "Refused: -1, and mask as it was."},
    {on = "case:zero-group", "All equal: the first n stay."},
    {on = "case:silent", "A vector of zeros has no direction: its cosine counts as 0."},
    {on = "case:too-many", "Look before you write: kept stays as it was when something is refused."},
    {on = "case:uneven", "Seven heads can't share two KV heads evenly."},
    {on = "case:for-far", [[Take the largest off first; and log q is student/T − log sum, not the logarithm of a
      probability.]]},
    {on = "case:rev-far", [[Take the largest off first; and log q is student/T − log sum, not the logarithm of a
      probability.]]},
    {on = "case:for-some-count", "Rows that do not count hold NaN. Store zeros; do not multiply by 0."},
    {on = "case:rev-some-count", "Rows that do not count hold NaN. Store zeros; do not multiply by 0."},
    {on = "case:many-tokens", "Squares of 60,000 tokens: each is small beside their sum. In which type do you add?"},
    {on = "case:rounded", "The score is a float: two products that a double tells apart are equal in it."},
    {on = "case:rounded-four", "The score is a float: two products that a double tells apart are equal in it."},
    {on = "case:for-endless", "Above 0 and finite: two questions."},
    {on = "case:for-none-counts", "A mean over nothing: loss 0."},
    {on = "case:for-no-temperature", "T = 0 is refused, and nothing is written."},
    {on = "gate:rows-loads", [[Scores are not negative: their bits are in order. Histograms of the upper, middle and
      lower bits.]]},
    {on = "gate:rows-stores", "Keep the scores of one row; do not move them about."},
    {on = "gate:forward-loads", "Largest, sum, and one walk for loss and slope together."},
    {on = "gate:reverse-loads", "Largest, sum, divergence, slope."},
    {on = "gate:forward-stores", "Write the slope alone."},
    {on = "sanitize", "Which index can be one too far? mask has out · in bytes, kept as many as are kept."},
    {on = "call:channel_norms", "The root of a sum of squares down a column; sums in double."},
    {on = "call:wanda_rows", "Do one row of six on paper, with two equal scores."},
    {on = "call:nm", "For each weight of a group, count those that are ahead of it."},
    {on = "call:head_scores", "A length for each token and head; lengths are added."},
    {on = "call:heads", "Groups of H / Hkv neighbours; the list rises."},
    {on = "call:layer_influence", "One minus the cosine, token by token, then the mean."},
    {on = "call:least", "Count, for each, how many are below it or equal and before it."},
    {on = "call:cut", "NULL means all. Rows of W are cols long."},
    {on = "call:forward", "d/ds of T² KL(p‖q) is T (q − p), over the rows that count."},
    {on = "call:reverse", "d/ds of T² KL(q‖p) is T q (log q − log p − KL)."},
    {on = "call:microlm", "The functions are right one by one? Then look at ties, and at what a NULL list means."},
    {on = "call:distil", "Is the slope that of the mean over rows that count? Its size sets the steps."},
    {on = "bench:rows", "Three histograms, the second and third without branches."},
  },

  points = {correct = 45, sanitize = 10, profile = 20, perf = 10, answers = 15},
}
