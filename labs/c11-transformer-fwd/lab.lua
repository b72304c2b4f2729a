-- c11-transformer-fwd: a decoder in one C file, from the norm to the sampled byte.

local STAGES = {bronze = .35, silver = .65, gold = .90}
local COUNT = "V*d + L*(2*d + 2*H*hd*d + 2*Hkv*hd*d + 3*ff*d) + d"
local SHAPE = {"d", "L", "H", "Hkv", "hd", "ff", "V", "ctx", "base"} -- in the order of harness.c
local EDGE = {"edge"}

-- args of a call about a model: its shape, then what comes with it.
local function about(...)
  local args = {}
  for k, name in ipairs(SHAPE) do args[k] = i32(name) end
  for _, a in ipairs({...}) do args[#args + 1] = a end
  return args
end

local SMALL = {d = 48, L = 3, H = 6, Hkv = 2, hd = 8, ff = 100, V = 256, ctx = 64, base = 10000}
local MICROLM = {d = 256, L = 4, H = 8, Hkv = 2, hd = 32, ff = 768, V = 256, ctx = 1024, base = 10000}

-- A case about a model: P bytes in the first call (or of the past), n in all.
local function model(id, shape, call, P, n, more)
  local c = {id = id, calls = {call}, P = P, n = n, trained = 0, probe = 0}
  for k, v in pairs(shape) do c[k] = v end
  for k, v in pairs(more or {}) do c[k] = v end
  return c
end

local function piece(id, call, fields)
  local c = {id = id, calls = {call}}
  for k, v in pairs(fields) do c[k] = v end
  return c
end

return lab {
  api = 1, rev = 1, id = "c11-transformer-fwd", title = "A transformer in one C file (llm.c style)",
  kind = "kernel", part = 1, domain = {"transformers", "inference"},
  seeds = {"S000-REPO-1", "S002-R-2", "S003-W04-C4", "S004-C07-T01", "S004-C07-T02", "S004-C07-T03",
           "S004-C07-T04", "S004-C07-T05", "S004-C07-T08", "S004-C07-T10", "S004-C07-EX"},
  requires = {"w03-txmath", "c01-simd-gemm"},
  hours = {read = 3, lab = 6},
  durable = {"A decoder is seven small functions and a cache",
             "Prefill reuses every weight for all tokens, decoding reads all of them for one",
             "Keys are rotated once, when they are stored; groups of query heads share them"},
  ephemeral = {{"Pre-norm, RMSNorm, rotary positions, SwiGLU, grouped queries as the usual choice",
                as_of = "2026-11"},
               {"Shapes of Llama 3", as_of = "2024-07"}},
  readings = {
    {"attention", hours = 1, look_for = [[figure 1 against lab.h: what has moved (the norms), what has been
      replaced (positions, the MLP), what is the same; footnote 4, which is this lab's first derivation]]},
    {"gqa", hours = .5, look_for = "figure 2: which heads share, and that queries keep their own"},
    {"rope", hours = .5, look_for = "section 3.2: the pair of numbers as a complex one; which pairs this lab takes"},
    {"llmc", hours = 1, look_for = [[train_gpt2.c: find this lab's functions in it, and list what GPT-2 does
      otherwise (four things)]]},
  },

  lang = "c", backends = {"cpu"},
  edit = {"transformer.c"},
  reference = "ref.c", ladder = {"naive.c", "ref.c", "opt.c"},
  limits = {wall_s = 20, mem_MiB = 1024, threads = 1},

  buffers = {
    weights = {dtype = "u16", shape = {COUNT}, dist = gen.custom"weights", note = "bf16, in the order of microlm"},
    text = {dtype = "u8", shape = {"P + n"}, dist = gen.custom"text"},
    past = {dtype = "f32", shape = {"L", "2", "P", "Hkv*hd"}, dist = gen.normal{}},
    logits = {dtype = "f32", shape = {"n - P + 1", "V"}},
    every = {dtype = "f32", shape = {"n", "V"}, note = "logits after each byte"},
    last = {dtype = "f32", shape = {"V"}},
    stream = {dtype = "f32", shape = {"L + 1", "d"}, note = "the last token's x before each layer, and after all"},
    held = {dtype = "i32", shape = {"1"}},
    said = {dtype = "u8", shape = {"n"}},
    x = {dtype = "f32", shape = {"d"}, dist = gen.custom"sized"},
    gain = {dtype = "u16", shape = {"d"}, dist = gen.custom"normal"},
    y = {dtype = "f32", shape = {"d"}},
    self = {dtype = "f32", shape = {"d"}, note = "the same in place: y is the input"},
    g = {dtype = "f32", shape = {"d"}, dist = gen.custom"sized"},
    u = {dtype = "f32", shape = {"d"}, dist = gen.normal{}},
    vec = {dtype = "f32", shape = {"heads", "hd"}, dist = gen.normal{}},
    turn = {dtype = "f32", shape = {"hd"}},
    turned = {dtype = "f32", shape = {"heads", "hd"}},
    q = {dtype = "f32", shape = {"H*hd"}, dist = gen.custom"keys"},
    k = {dtype = "f32", shape = {"len", "Hkv*hd"}, dist = gen.custom"keys"},
    v = {dtype = "f32", shape = {"len", "Hkv*hd"}, dist = gen.normal{}},
    out = {dtype = "f32", shape = {"H*hd"}},
    W = {dtype = "u16", shape = {"rows", "width"}, dist = gen.custom"normal"},
    X = {dtype = "f32", shape = {"n", "width"}, dist = gen.normal{}},
    Y = {dtype = "f32", shape = {"n", "rows"}},
    zs = {dtype = "f32", shape = {"n", "V"}, dist = gen.custom"logits"},
    draws = {dtype = "f32", shape = {"n", "3"}, dist = gen.custom"draws", note = "temperature, top_k, u"},
    chosen = {dtype = "i32", shape = {"n"}},
  },

  calls = {
    rmsnorm = call{harness = true, args = {i32"d", f32"eps", input"x", input"gain", output"y", output"self"},
                   verify = "norm", title = "the norm"},
    swiglu = call{harness = true, args = {i32"d", input"g", input"u", output"y", output"self"}, verify = "gate",
                  title = "the gate"},
    rotate = call{harness = true, args = {i32"pos", i32"heads", i32"hd", i32"base", input"vec", output"turn",
                  output"turned"}, verify = "rotate", title = "positions"},
    attention = call{harness = true, asks = {fn = "attend"},
                     args = {i32"len", i32"H", i32"Hkv", i32"hd", input"q", input"k", input"v",
                     output"out"}, verify = "attention", title = "one token's attention"},
    multiply = call{harness = true, asks = {fn = "linear"},
                    args = {i32"n", i32"width", i32"rows", input"W", input"X", output"Y"},
                    verify = "multiply", title = "weights times tokens"},
    pick = call{harness = true, asks = {fn = "tf_pick"},
                args = {i32"V", i32"n", input"zs", input"draws", output"chosen"}, verify = "pick",
                title = "the next byte"},
    forward = call{harness = true, asks = {fn = "tf_forward"},
                   args = about(i32"P", i32"n", input"weights", input"text", output"logits",
                   output"stream", output"held"), verify = "forward", title = "a prompt, then byte by byte"},
    greedy = call{harness = true, args = about(i32"P", i32"n", input"weights", input"text", output"said"),
                  verify = "greedy", title = "what it says"},
    decode = call{harness = true, asks = {fn = "tf_forward"},
                  args = about(i32"P", i32"n", input"weights", input"text", input"past",
                  output"every"), verify = "decode", title = "bytes one by one"},
    prefill = call{harness = true, asks = {fn = "tf_forward"},
                   args = about(i32"n", input"weights", input"text", output"last"),
                   verify = "prefill", title = "a prompt at once"},
  },

  cases = {
    piece("norm", "rmsnorm", {d = 100, size = 1, eps = 1e-5}),
    piece("norm-small", "rmsnorm", {d = 33, size = 1e-3, eps = 2e-6, tags = EDGE, note = "eps counts here"}),
    piece("norm-zero", "rmsnorm", {d = 16, size = 0, eps = 1e-5, tags = EDGE}),
    piece("gate", "swiglu", {d = 90, size = 3, tags = EDGE, note = "+-1e4 among them"}),
    piece("position-0", "rotate", {pos = 0, heads = 3, hd = 8, base = 10000, tags = EDGE}),
    piece("position", "rotate", {pos = 37, heads = 5, hd = 32, base = 10000}),
    piece("position-1e6", "rotate", {pos = 1000000, heads = 2, hd = 64, base = 500000, tags = EDGE}),
    piece("first-token", "attention", {len = 1, H = 4, Hkv = 2, hd = 8, huge = 0, tags = EDGE}),
    piece("heads-6-2", "attention", {len = 50, H = 6, Hkv = 2, hd = 20, huge = 0}),
    piece("one-key-head", "attention", {len = 33, H = 4, Hkv = 1, hd = 16, huge = 0, tags = EDGE}),
    piece("own-key-heads", "attention", {len = 18, H = 4, Hkv = 4, hd = 6, huge = 0}),
    piece("huge-scores", "attention", {len = 51, H = 4, Hkv = 2, hd = 32, huge = 1, tags = EDGE}),
    piece("one-by-one", "multiply", {n = 1, width = 1, rows = 1, tags = EDGE}),
    piece("one-token", "multiply", {n = 1, width = 77, rows = 35}),
    piece("odd-tokens", "multiply", {n = 7, width = 100, rows = 13}),
    piece("full-block", "multiply", {n = 16, width = 64, rows = 24}),
    piece("hidden-multiply", "multiply", {hidden = true, n = gen.pick{3, 5, 13}, width = gen.pick{31, 48, 129},
          rows = gen.pick{6, 17, 40}}),
    piece("picks", "pick", {V = 96, n = 84}),
    piece("picks-few", "pick", {V = 2, n = 42, tags = EDGE}),
    model("first-byte", SMALL, "forward", 1, 1, {tags = EDGE, note = "T = 1"}),
    model("prompt", SMALL, "forward", 6, 12),
    model("byte-by-byte", SMALL, "forward", 1, 9),
    model("long-prompt", SMALL, "forward", 37, 40, {note = "more than two blocks, and no multiple"}),
    model("to-the-end", SMALL, "forward", 20, 24, {ctx = 24, tags = EDGE, note = "the cache is full at the end"}),
    model("narrow-heads", SMALL, "forward", 5, 8, {hd = 6, d = 40, ff = 33, tags = EDGE, note = "H hd is not d"}),
    model("own-keys", SMALL, "forward", 4, 7, {H = 4, Hkv = 4, L = 1}),
    model("shared-keys", SMALL, "forward", 18, 21, {H = 4, Hkv = 1, L = 2}),
    model("hidden", SMALL, "forward", gen.pick{2, 15, 16, 17, 33}, 36, {hidden = true, d = gen.pick{32, 72},
          L = gen.pick{1, 2, 4}, Hkv = gen.pick{1, 2, 3}, hd = gen.pick{4, 10}, base = gen.pick{100, 500000}}),
    piece("hidden-norm", "rmsnorm", {hidden = true, d = gen.pick{24, 75}, size = gen.pick{1e-3, 1}, eps = 1e-5}),
    piece("hidden-gate", "swiglu", {hidden = true, d = gen.pick{31, 120}, size = 3}),
    piece("hidden-position", "rotate", {hidden = true, pos = gen.pick{3, 911}, heads = gen.pick{2, 7}, hd = 16,
          base = gen.pick{10000, 500000}}),
    piece("hidden-attention", "attention", {hidden = true, len = gen.pick{19, 40}, H = 4, Hkv = gen.pick{1, 2},
          hd = gen.pick{10, 24}, huge = gen.pick{0, 1}}),
    piece("hidden-picks", "pick", {hidden = true, V = gen.pick{50, 96}, n = 63}),
    model("hidden-says", SMALL, "greedy", gen.pick{5, 18}, 20, {hidden = true}),
    model("hidden-decode", SMALL, "decode", gen.pick{4, 17}, 5, {hidden = true}),
    model("hidden-prefill", SMALL, "prefill", 0, gen.pick{9, 33}, {hidden = true}),
    model("says", SMALL, "greedy", 12, 24),
    model("microlm", MICROLM, "forward", 24, 28, {ctx = 32, trained = 1, note = "weights that were trained"}),
    model("microlm-recalls", MICROLM, "greedy", 72, 12, {ctx = 96, trained = 1, probe = 40,
          note = "a key bound 40 bytes before the question: the first byte said is its value"}),
    model("traced-decode", MICROLM, "decode", 64, 2, {ctx = 128, tags = {"gate"}}),
    model("traced-prefill", MICROLM, "prefill", 0, 32, {ctx = 128, tags = {"gate"}}),
    model("decode16", MICROLM, "decode", 128, 16, {tags = {"bench"}}),
    model("prefill64", MICROLM, "prefill", 0, 64, {tags = {"bench"}}),
  },

  gates = {
    gate{id = "decode-bytes", call = "decode", case = "traced-decode", counter = "l2_miss", op = "<=",
         value = "1.05*n*(2*(" .. COUNT .. ") + 4*2*L*(P + n)*Hkv*hd)/64", on = "cpu",
         why = "lines fetched past an L2 of 2 MiB: each byte reads all weights and the cache once, and little else"},
    gate{id = "decode-stores", call = "decode", case = "traced-decode", counter = "c_stores", op = "<=",
         value = "n*(" .. COUNT .. ")/16", on = "cpu",
         why = "weights are widened in registers: a float copy takes twice as many stores, of eight floats each"},
    gate{id = "prefill-bytes", call = "prefill", case = "traced-prefill", counter = "l2_miss", op = "<=",
         value = "1.2*(n/16)*2*(" .. COUNT .. ")/64", on = "cpu",
         why = "a block of 16 tokens reads the weights once, not 16 times"},
  },

  bench = {
    bench{id = "decode", call = "decode", case = "decode16", clock = "cpu", stages = STAGES,
          flops = "2*n*(" .. COUNT .. ")", bytes = "2*n*(" .. COUNT .. ")", title = "decoding",
          why = "16 bytes of a 3-million-weight model, one at a time"},
    bench{id = "prefill", call = "prefill", case = "prefill64", clock = "cpu", stages = STAGES,
          flops = "2*n*(" .. COUNT .. ")", bytes = "n/8*(" .. COUNT .. ")", title = "a prompt",
          why = "64 bytes at once: arithmetic, if the weights are reused"},
  },

  predict = {
    predict{id = "flops", axis = "flops", unit = "FLOP", answer = "2*f.N", rtol = .1,
            ask = [[microlm has {{= n(f.N)}} weights in matrices. FLOP to decode one byte, attention's pairs left
              aside?]], worked = "A multiplication and an addition for each."},
    predict{id = "bytes", axis = "bytes", unit = "MB", answer = "2*f.N/1e6", rtol = .1,
            ask = "Bytes of weights that this byte reads, in bf16?", worked = "All of them, two bytes each."},
    predict{id = "intensity", axis = "intensity", unit = "FLOP/B", answer = "1", rtol = .1,
            ask = "So FLOP for each byte read?", worked = "2 FLOP for 2 bytes."},
    predict{id = "parallelism", axis = "parallelism", unit = "FLOP/B", answer = "16", rtol = .1,
            ask = "And with a prompt, 16 tokens to a block?", worked = "The same bytes, sixteen times the work."},
    predict{id = "failure", axis = "failure",
            choices = {"it crashes", "its logits become NaN", "the first byte is right, later ones drift away"},
            answer = "the first byte is right, later ones drift away",
            ask = "Keys are rotated again each time that they are read from the cache. What will you see?"},
  },

  facts = function(hw)
    local m8, m70 = models.llama3_8b, models.llama3_70b
    local s = MICROLM
    local f = {s = s, time = STAGES, block = 16}
    f.layer = 2*s.d*s.H*s.hd + 2*s.d*s.Hkv*s.hd + 3*s.d*s.ff
    f.embed, f.norms = s.V*s.d, (2*s.L + 1)*s.d
    f.N = f.embed + s.L*f.layer
    -- the same with another number of layers or KV heads: weights of a layer, and of the whole
    f.layer_of = function(Hkv) return 2*s.d*s.H*s.hd + 2*s.d*Hkv*s.hd + 3*s.d*s.ff end
    f.count = function(layers, Hkv) return f.embed + layers*f.layer_of(Hkv) + (2*layers + 1)*s.d end
    f.P = f.N + f.norms
    f.kv_tok = 2*s.L*s.Hkv*s.hd*4
    f.pair = 4*s.H*s.hd*s.L -- FLOP of one query-key pair, all heads and layers
    f.g8, f.g70 = m8.H/m8.Hkv, m70.H/m70.Hkv
    f.kv8 = 2*m8.L*m8.Hkv*m8.hd*2
    f.kv8_mha = f.kv8*f.g8
    f.layer8 = 2*m8.d*m8.H*m8.hd + 2*m8.d*m8.Hkv*m8.hd + 3*m8.d*m8.ff
    f.read8 = 2*(m8.L*f.layer8 + m8.V*m8.d) -- what a token reads: no embedding table but one row
    f.bw, f.peak = hw.h200.bw + 0.0, hw.h200.bf16 + 0.0
    f.ms8 = 1e3*f.read8/f.bw
    f.ridge = f.peak/f.bw
    f.entropy, f.tail = 1.75, 2^1.75
    -- Measured by kernels/c11-transformer-fwd/bench.c, opt.c and -DLADDER='"ref.c"', gcc 12.2 -O3 -march=native, one
    -- core of a virtual machine with an AMD EPYC, 88 models in turn: GB/s, and shares of reading (kernels/RESULTS.md).
    f.memory = {when = "November 2026", read = 33.7, copy = 38.1, ref = {step = .222, products = .241},
                opt = {step = .583, products = .763, attention = .180}}
    return f
  end,

  questions = {
    q.num{id = "params", unit = "1", rtol = 1e-6, seed = "S004-C07-T03",
      ask = [[A model like microlm, with {{= p.L}} layers and {{= p.kv}} KV head(s): d = 256, 8 query heads, all heads
        of 32, ff = 768 gated, 256 bytes, head tied, RMSNorm, no biases. Exactly how many weights?]],
      vary = {L = {6, 8, 12}, kv = {1, 4}},
      answer = function(f, p) return f.count(p.L, p.kv) end,
      wrong = {{value = function(f, p) return f.count(p.L, p.kv) + f.embed end,
                hint = "Tied: the head is the embedding again."},
               {value = function(f, p) return f.count(p.L, p.kv) - (2*p.L + 1)*f.s.d end,
                hint = "The norms have gains, and there is one after the last layer."},
               {value = function(f, p) return f.count(p.L, p.kv) - f.s.d end,
                hint = "One more norm stands before the head."},
               {value = function(f, p) return f.count(p.L, f.s.H) end,
                hint = "K and V have fewer heads than the queries."},
               {value = function(f, p) return f.count(p.L, p.kv) - p.L*f.s.d*f.s.ff end,
                hint = "A gated MLP has three matrices."}},
      worked = [[A layer: 2·256·256 + 2·256·{{= 32*p.kv}} + 3·256·768 = {{= n(f.layer_of(p.kv))}}; {{= p.L}} of them,
        {{= n(f.embed)}} of embedding, {{= n((2*p.L + 1)*f.s.d)}} of gains: {{= n(f.count(p.L, p.kv))}}.]]},
    q.num{id = "root", unit = "1", rtol = .005, seed = "S004-C07-T02",
      ask = [[Entries of q and k are independent, mean 0, variance 1, and a head is {{= p.hd}} wide. Standard
        deviation of q·k?]],
      vary = {hd = {16, 144, 256}},
      answer = function(_, p) return math.sqrt(p.hd) end,
      wrong = {{value = function(_, p) return p.hd end, hint = "That is the variance."},
               {value = 1, hint = "That is after the division."}},
      worked = [[Each product has mean 0 and variance E[q²]E[k²] = 1; {{= p.hd}} independent ones add up to a variance
        of {{= p.hd}}, a deviation of {{= n(math.sqrt(p.hd))}}. Dividing by √hd brings it back to 1.]]},
    q.num{id = "width", unit = "1", rtol = .005, seed = "S004-C07-T10",
      ask = [[A plain MLP of width {{= p.w}}d has {{= 2*p.w}}d² weights. How wide, in units of d, may a gated one be
        for the same number?]],
      vary = {w = {3, 5, 6}},
      answer = function(_, p) return 2*p.w/3 end,
      wrong = {{value = function(_, p) return p.w/2 end, hint = "Three matrices, not four."},
               {value = function(_, p) return p.w end, hint = "That one would have {{= 3*p.w}}d²."}},
      worked = [[3·d·ff = {{= 2*p.w}}d² gives ff = {{= 2*p.w}}d/3 = {{= n(2*p.w/3, 3)}}·d. Then ff is rounded to
        something that tiles well.]]},
    q.num{id = "floor", unit = "ms", rtol = .01,
      ask = [[Your machine copies {{= p.gbs}} GB/s, reads and writes counted together, and reads alone run at that
        rate. Below how many ms a byte can microlm's {{= n(2*f.P)}} B of weights not be decoded, if none stays in a
        cache?]],
      vary = {gbs = {12, 20, 8}},
      answer = function(f, p) return 2*f.P/p.gbs/1e6 end,
      wrong = {{value = function(f, p) return f.P/p.gbs/1e6 end, hint = "Two bytes a weight."},
               {value = function(f, p) return 4*f.P/p.gbs/1e6 end, hint = "bf16, not float."}},
      worked = "{{= n(2*f.P/1e6, 3)}} MB over {{= p.gbs}} GB/s: {{= n(2*f.P/p.gbs/1e6, 3)}} ms."},
    q.num{id = "floor-8b", unit = "ms", rtol = .02,
      ask = [[The same for Llama 3 8B in bf16, which reads {{= gb(f.read8)}} a token, on a GPU with
        {{= si(p.bw*1e12, "B/s")}}?]],
      vary = {bw = {2, 3.35, 8}},
      answer = function(f, p) return f.read8/p.bw/1e9 end,
      wrong = {{value = function(f) return f.ms8 end, hint = "That is the H200, with {{= si(f.bw, 'B/s')}}."},
               {value = function(f, p) return f.read8/2/p.bw/1e9 end, hint = "Those are bytes already."}},
      worked = [[{{= n(f.read8/p.bw/1e9, 2)}} ms, so {{= n(p.bw*1e12/f.read8, 0)}} tokens a second for one sequence,
        whatever the FLOP.]]},
    q.table{id = "groups", unit = "1", rtol = 1e-6, seed = "S004-C07-T05",
      ask = "How many query heads share one key/value head, in...",
      rows = {"a model of {{= models.llama3_8b.H}} query and {{= p.a}} key/value heads",
              "one of {{= models.llama3_70b.H}} and {{= p.b}}", "microlm (8 and 2)"},
      columns = {"group"},
      vary = {a = {2, 4, 16}, b = {2, 4, 16}},
      answer = function(_, p) return {{models.llama3_8b.H/p.a}, {models.llama3_70b.H/p.b}, {4}} end,
      hint = "Query heads over KV heads; the cache shrinks by the same factor.",
      worked = [[{{= models.llama3_8b.H//p.a}}, {{= models.llama3_70b.H//p.b}} and 4. The cache of Llama 3 8B,
        with groups of
        {{= f.g8}}, is {{= kib(f.kv8)}} a token instead
        of {{= kib(f.kv8_mha)}}.]]},
    q.num{id = "head-map", unit = "1", rtol = 1e-6, seed = "S003-W04-C4",
      ask = "With 32 query heads and 8 KV heads, counted from 0, which KV head does query head {{= p.h}} read?",
      vary = {h = {13, 22, 9, 30}},
      answer = function(_, p) return p.h//4 end,
      wrong = {{value = function(_, p) return p.h % 8 end,
               hint = "Groups are neighbours: h / (H / Hkv), not h mod Hkv."},
               {value = function(_, p) return p.h//8 end, hint = "A group has 4 query heads, not 8."}},
      worked = "{{= p.h}} // (32/8) = {{= p.h//4}}."},
    q.num{id = "perplexity", unit = "1", rtol = .01,
      ask = [[A letter of a filler like synthlang's has {{= p.k + 1}} successors: the first has probability 1/2, each
        next one half of that before, and the last two are alike, 1/{{= n(2^p.k)}}. Below which perplexity can no
        model of that filler go?]],
      vary = {k = {2, 4, 5}},
      answer = function(_, p) return 2^(2 - 2^(1 - p.k)) end,
      wrong = {{value = function(_, p) return p.k + 1 end, hint = "That would be equally likely ones."},
               {value = function(_, p) return 2 - 2^(1 - p.k) end,
                hint = "Those are the bits; perplexity is 2 to that power."}},
      worked = [[½·1 + … + {{= p.k}}/{{= n(2^p.k)}}, the last one twice, are {{= 2 - 2^(1 - p.k)}} bits, and
        2^{{= 2 - 2^(1 - p.k)}} = {{= n(2^(2 - 2^(1 - p.k)), 3)}}.]]},
    q.choice{id = "norm", seed = "S004-C07-T08",
      ask = "What does pre-norm buy over post-norm, x = norm(x + f(x))?",
      options = {"fewer FLOP",
                 "an identity path from the output to the embedding, so that gradients reach every layer",
                 "outputs of bounded size", "no need for a final norm"},
      answer = 2,
      worked = [[x + f(norm(x)): the derivative is 1 plus something, through all layers. The stream may grow with
        depth, which is why one more norm stands before the head.]]},
    q.choice{id = "cached", seed = "S004-C07-T01",
      ask = "Why may keys and values of earlier tokens be cached at all?",
      options = {"because attention is linear", "because no earlier token looks at a later one, so they never change",
                 "because positions are relative", "because the weights are in bf16"},
      answer = 2,
      worked = [[Causal masking: x of token 5 in any layer depends on tokens 0 to 5 only. Without the mask each
        new token would change all.]]},
    q.multi{id = "mask", seed = "S004-C07-T04",
      ask = "A prompt of 16 tokens goes through a layer at once. What keeps token 3 from seeing token 9?",
      options = {"its attention runs over 4 keys only", "keys 4 to 15 could get a score of minus infinity",
                 "the norm", "the rotation"},
      answer = {1, 2},
      worked = [[Either do not visit the later keys, or mask their scores before the softmax. A loop bound is
        the cheaper one.]]},
    q.text{id = "why", min_words = 40,
      ask = "Decoding 16 bytes takes several times as long as a prompt of 16 bytes on the same machine. Explain.",
      rubric = {"the FLOP are nearly the same", "decoding reads all weights for each byte",
                "a prompt reads them once for a block", "decoding is bound by bandwidth, prompts by arithmetic",
                "the next byte must be known before the one after it, so decoding cannot be blocked"}},
  },

  hints = {
    {on = "build", match = {"defines no", "implicit declaration", "undefined reference", "No such file"},
     "transformer.c defines the eight functions of lab.h; expf, cos and the like come with lab.h."},
    {on = "sanitize", "Every array of tf_room holds TF_BLOCK tokens. Do you cut a longer prompt into blocks?"},
    {on = "case:norm-zero", "Zeros over sqrt(eps) are zeros. NaN means that eps is outside, or missing."},
    {on = "call:rmsnorm", "Mean of squares plus eps, then the root. Is your eps inside?"},
    {on = "call:swiglu", "exp(1e4) is infinity and 1/infinity is 0: fine. e^g/(1 + e^g) is infinity over infinity."},
    {on = "case:position-1e6",
     "pos * inv_freq in float: what is left of the angle's digits? Use double until after cos."},
    {on = "call:rotate",
     "turn holds hd/2 cosines, then hd/2 sines; number i pairs with hd/2 + i, not with its neighbour."},
    {on = "case:huge-scores", "Subtract the largest score before exp. It starts at minus infinity, not at 0."},
    {on = "call:attention",
     "Which KV head does query head h read: h / (H / Hkv). And how far apart are two tokens' keys?"},
    {on = "call:multiply",
     "y[t][o]: results of one token are neighbours. What of widths that your vectors do not divide?"},
    {on = "call:pick",
     [[Temperature divides logits, top_k looks at rank (a tie goes to the lower index), the sum runs in
      order of index. Subtract the largest logit first.]]},
    {on = "case:first-byte",
     "The message names the first layer that differs. Layer 0 wrong: norm, attention of one key, MLP."},
    {on = "case:prompt",
     "Right after the prompt and wrong later: what does the second call find in the cache, and at which position?"},
    {on = "case:byte-by-byte", "Are keys rotated once, when they are stored? Is c->len advanced once per call?"},
    {on = "case:long-prompt", "The second block's tokens start at c->len + 16, and see the first block's keys."},
    {on = "case:to-the-end",
     "The last token has position ctx - 1. Layer l starts at l * ctx * Hkv*hd, not at l * len."},
    {on = "case:narrow-heads",
     "H*hd is the width of q and of attention's output; d is that of x. Which one is Wo's `in`?"},
    {on = "counter:l2_miss",
     [[Decoding: is there an array of widened weights that you write and read again? A prompt: how many
      times does each row of weights come from memory for 16 tokens?]]},
    {on = "counter:c_stores",
     "For one token, multiply each weight where you widen it: a widened row that is stored costs more than it saves."},
    {on = "bench:decode",
     "One float sum is a chain. Sixteen sums are a vector; four rows at a time share each load of x."},
    {on = "bench:prefill", "Widen a row once into `row`, then use it for all tokens of the block, four at a time."},
    {after = 4, "Tier 1 of hints.md has an order to write things in, and what each step should make pass."},
  },
}
