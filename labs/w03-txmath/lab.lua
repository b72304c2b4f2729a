-- w03-txmath: parameters, FLOP, cache and activation bytes of a decoder, from its shapes alone.

-- The scalars of every call about a model, in the order in which harness.c reads them.
local CONFIG = {"L", "d", "H", "Hkv", "hd", "ff", "V", "tied", "gated", "bias", "npos", "E", "topk"}

-- args of such a call: the model, then what comes with it.
local function about(...)
  local args = {}
  for k, name in ipairs(CONFIG) do args[k] = i32(name) end
  for _, a in ipairs({...}) do args[#args + 1] = a end
  return args
end

local OF_A_MODEL = {"p_total", "p_matmul", "f_fwd", "seq_crossover", "kv_bytes", "act_bytes"}

-- A case about a model of curriculum/models.lua, or about any shape; `more` overrides.
local function model_case(id, shape, more)
  local c = {id = id, bias = 0, npos = 0, E = 0, topk = 0, R = 18, calls = OF_A_MODEL}
  for _, name in ipairs({"L", "d", "H", "Hkv", "hd", "ff", "V", "tied", "gated"}) do
    c[name] = shape[name]
  end
  for k, v in pairs(more or {}) do c[k] = v end
  return c
end

local M = models
local odd = {L = 3, d = 60, H = 6, Hkv = 2, hd = 7, ff = 91, V = 101, tied = 0, gated = 1}

return lab {
  api = 1, rev = 1, id = "w03-txmath", title = "Transformer systems arithmetic", kind = "kernel",
  week = 3, part = 1, domain = {"transformers", "capacity", "scaling"},
  seeds = {"S003-W03", "S003-W03-C1", "S003-W03-C2", "S003-W03-C3", "S003-W03-C4", "S003-W03-C5",
           "S003-W03-C6", "S003-W03-HO", "S003-W03-MS", "S003-DN-txArith", "S003-DE-01",
           "S002-5axis-1", "S004-C07-T05", "S004-C07-T11", "S004-C07-T12"},
  requires = {"w01-roofline"}, suggests = {"c11-transformer-fwd"},
  hours = {read = 6.5, lab = 3},
  durable = {"Parameters, FLOP and cache bytes from shapes",
             "Memory and work differ at the embedding, the tied head and the experts",
             "Pairs are quadratic, tokens are linear"},
  ephemeral = {{"Twenty tokens per parameter", as_of = "2022-03"},
               {"Shapes of Llama 2, Llama 3 and Mixtral", as_of = "2024-07"}},
  readings = {
    {"txmath101", hours = 1.5, look_for = [[derive each formula before reading it; where is plain
      MHA assumed?]]},
    {"gpt3", hours = 1, look_for = "section 2: recompute two rows of the table of sizes"},
    {"kaplan20", hours = 2, look_for = "N there excludes embeddings: what does that change?"},
    {"jaxscale", hours = 2, look_for = [[chapters 2 and 3: where a sharded matmul turns into
      communication]]},
    {"chinchilla", look_for = "three ways to the same exponent, and the budget of the big run"},
    {"actrecomp", look_for = [[the table of activation bytes per layer, and which term selective
      removes]]},
  },

  lang = "c", backends = {"cpu"},
  edit = {"txmath.c"},
  reference = "ref.c", ladder = {"naive.c", "ref.c"},
  limits = {wall_s = 5, mem_MiB = 512, threads = 1},

  buffers = {
    rows = {dtype = "i64", shape = {"R", "8"}, dist = gen.custom"rows"}, -- B S causal b tp sp ckpt
    nums = {dtype = "f64", shape = {"R", "3"}, dist = gen.custom"nums"},
    params = {dtype = "i64", shape = {"1"}},
    bytes = {dtype = "i64", shape = {"R"}},
    value = {dtype = "f64", shape = {"R"}},
    cross = {dtype = "f64", shape = {"2"}},
    best = {dtype = "f64", shape = {"R", "2"}, fields = {"N", "D"}},
  },

  -- Counts are compared exactly. What divides is compared to about 1e-11 (tol.dot"1", scaled down by the
  -- oracle), which forgives the order of operations and nothing else: not a float.
  calls = {
    p_total = call{harness = true, args = about(output"params"),
        oracle = "total", tol = tol.exact},
    p_matmul = call{harness = true, args = about(output"params"),
        oracle = "multiplied", tol = tol.exact},
    f_fwd = call{harness = true, args = about(input"rows", output"value"),
        asks = {of = "rows", args = {"B", "S", "causal"}},
        oracle = "forward", tol = tol.exact},
    seq_crossover = call{harness = true, args = about(output"cross"),
        oracle = "crossover", tol = tol.dot"1"},
    kv_bytes = call{harness = true, args = about(input"rows", output"bytes"),
        asks = {of = "rows", args = {"B", "S", "", "b"}},
        oracle = "cache", tol = tol.exact},
    act_bytes = call{harness = true, args = about(input"rows", output"bytes"),
        asks = {of = "rows", args = {"B", "S", "", "", "tp", "sp", "ckpt"}},
        oracle = "activations", tol = tol.exact},
    train_flops = call{harness = true, args = {input"nums", output"value"},
        asks = {of = "nums", args = {"N", "D"}},
        oracle = "nums", tol = tol.dot"1"},
    mfu = call{harness = true, args = {input"nums", output"value"},
        asks = {of = "nums", args = {"tok_s", "N", "peak"}},
        oracle = "nums", tol = tol.dot"1"},
    chinchilla = call{harness = true, args = {input"nums", output"best"},
        asks = {of = "nums", args = {"C"}},
        oracle = "nums", tol = tol.dot"1"},
  },

  cases = {
    model_case("llama2-7b", M.llama2_7b),
    model_case("llama2-13b", M.llama2_13b),
    model_case("llama2-70b", M.llama2_70b),
    model_case("llama3-8b", M.llama3_8b),
    model_case("llama3-70b", M.llama3_70b),
    model_case("gpt2", M.gpt2, {bias = 1, npos = M.gpt2.ctx}),
    model_case("mixtral-8x7b", M.mixtral_8x7b, {E = M.mixtral_8x7b.E, topk = M.mixtral_8x7b.k}),
    model_case("no-layers", M.llama2_7b, {L = 0, tags = {"edge"}}),
    model_case("mha", odd, {Hkv = 6, tags = {"edge"}}),
    model_case("mqa", odd, {Hkv = 1, tags = {"edge"}}),
    model_case("narrow-heads", odd, {tags = {"edge"}}),
    model_case("wide-vocabulary", odd, {L = 1, d = 16384, V = 262144, tied = 1, tags = {"edge"}}),
    model_case("wide-layers", odd, {L = 2, d = 40000, H = 320, Hkv = 320, hd = 128, ff = 120000, tags = {"edge"},
               note = "one matrix of a layer has more than 2^31 parameters"}),
    model_case("biased-gate", odd, {bias = 1, tags = {"edge"}}),
    model_case("biased-experts", odd, {bias = 1, npos = 33, E = 5, topk = 2, gated = 0,
                                      tags = {"edge"}}),
    model_case("one-expert", odd, {E = 1, topk = 1, tags = {"edge"}}),
    model_case("hidden", odd, {hidden = true, L = gen.pick{2, 5, 11, 23},
               d = gen.pick{96, 264, 1032}, Hkv = gen.pick{1, 2, 3}, hd = gen.pick{8, 15, 24},
               ff = gen.pick{77, 640, 2111}, V = gen.pick{257, 32003}, tied = gen.pick{0, 1}, gated = gen.pick{0, 1},
               bias = gen.pick{0, 1}, npos = gen.pick{0, 512}, E = gen.pick{3, 8},
               topk = gen.pick{1, 2}}),
    {id = "budgets", op = 1, R = 20, calls = {"train_flops"}},
    {id = "speeds", op = 2, R = 20, calls = {"mfu"}},
    {id = "optima", op = 3, R = 20, calls = {"chinchilla"}},
    {id = "hidden-budgets", hidden = true, op = 1, R = gen.pick{13, 29}, calls = {"train_flops"}},
    {id = "hidden-speeds", hidden = true, op = 2, R = gen.pick{13, 29}, calls = {"mfu"}},
    {id = "hidden-optima", hidden = true, op = 3, R = gen.pick{13, 29}, calls = {"chinchilla"}},
  },

  predict = {
    predict{id = "flops", axis = "flops", unit = "FLOP", answer = "2*f.P",
            ask = [[Llama 2 7B, by the rule of thumb: FLOP to generate one token?]]},
    predict{id = "bytes", axis = "bytes", unit = "GB", answer = "2*f.P/1e9",
            ask = [[And the bytes of weights that one token at batch 1 has to read, in bf16?]]},
    predict{id = "intensity", axis = "intensity", unit = "FLOP/B", answer = "2*f.P/(2*f.P)",
            rtol = .1,
            ask = [[So the intensity of decoding at batch 1, cache left aside?]]},
    predict{id = "parallelism", axis = "parallelism", unit = "1", answer = "f.ridge", rtol = .1,
            ask = [[About how many sequences must decode together before the weights alone no longer
              limit an A100 of {{= si(f.peak,"FLOP/s")}} and {{= si(f.bw,"B/s")}}?]]},
    predict{id = "failure", axis = "failure",
            choices = {"the KV cache fills the memory first", "the arithmetic units saturate first",
                       "nothing stops it"},
            answer = "the KV cache fills the memory first",
            ask = [[Raise that batch at {{= n(f.S)}} tokens each on {{= gb(f.mem,0)}}. What
              happens?]]},
  },

  facts = function(hw)
    -- The formulas once more, for one shape of models.lua (dense, no biases).
    local function count(m)
      local layer = 2*m.d*m.H*m.hd + 2*m.d*m.Hkv*m.hd + (m.gated == 1 and 3 or 2)*m.d*m.ff
      local t = {emb = m.V*m.d, layers = m.L*layer, kv_tok = 2*m.L*m.Hkv*m.hd*2,
                 norms = (2*m.L + 1)*m.d}
      t.mm = t.layers + t.emb
      t.P = t.layers + t.norms + (m.tied == 1 and 1 or 2)*t.emb
      return t
    end
    local m, l70, mx = M.llama2_7b, M.llama3_70b, M.mixtral_8x7b
    local a, b70 = count(m), count(l70)
    local B, S = 32, 2048
    local T = B*S
    local attn = 4*m.L*m.H*m.hd
    local f = {
      B = B, S = S, T = T, P = a.P, mm = a.mm, emb = a.emb, layers = a.layers, norms = a.norms,
      kv_tok = a.kv_tok, attn_pair = attn,
      f_rule = 2*a.P*T, f_mm = 2*a.mm*T, f_attn = attn*B*(S*(S + 1)/2), f_attn_full = attn*B*S*S,
      cross = 2*a.mm/attn, cross_causal = 4*a.mm/attn,
      D = 2e12, paper_h = 184320,                            -- Touvron et al., 2023: Llama 2 7B
      -- + 0.0: hours times a peak passes 2^63, and a whole figure is an integer to Lua
      peak = hw.a100_seed.bf16 + 0.0, bw = hw.a100_seed.bw + 0.0, mem = hw.a100_seed.mem + 0.0,
      ridge = hw.a100_seed.bf16/hw.a100_seed.bw, tpp = 20, -- Hoffmann et al., 2022
      l70_P = b70.P, l70_kv_tok = b70.kv_tok, l70_S = 8192,
      gqa = l70.H/l70.Hkv,
      a_s = 2048, a_b = 1,                                   -- for the activation questions
    }
    f.f_exact = f.f_mm + f.f_attn
    -- Llama 2 7B's width with other layers and KV heads; its forward pass over B sequences of S tokens.
    f.shape = function(layers, heads)
      local other = {}
      for k, v in pairs(m) do other[k] = v end
      other.L, other.Hkv = layers, heads
      return count(other)
    end
    f.rule = function(b, s) return 2.0*f.P*b*s end
    f.matrices = function(b, s) return 2.0*f.mm*b*s end
    f.pairs = function(b, s) return 1.0*attn*b*(s*(s + 1)/2) end
    f.exact = function(b, s) return f.matrices(b, s) + f.pairs(b, s) end
    f.train = 6*f.P*f.D
    f.hours_half = f.train/(.5*f.peak)/3600
    f.paper_mfu = f.train/(f.paper_h*3600*f.peak)
    local expert = 3*mx.d*mx.ff
    f.mx_attn = 2*mx.d*mx.H*mx.hd + 2*mx.d*mx.Hkv*mx.hd
    f.mx_P = mx.L*(f.mx_attn + mx.E*expert + mx.d*mx.E + 2*mx.d) + 2*mx.V*mx.d + mx.d
    f.mx_uses = function(k) return f.mx_P - mx.L*(mx.E - k)*expert end
    f.mx_active = f.mx_uses(mx.k)
    -- activation bytes of one layer over s*b*d: linear part, and attention's core
    f.act_lin, f.act_core = 34, 5*m.H*f.a_s/m.d
    f.act = m.L*f.a_s*f.a_b*m.d*(f.act_lin + f.act_core)
    f.act_sel = m.L*f.a_s*f.a_b*m.d*f.act_lin
    f.act_full = m.L*f.a_s*f.a_b*m.d*2
    local g = M.gpt2                                         -- tied, biases, learned positions
    f.gpt2_bias = g.L*(5*g.d + g.ff)                         -- Q K V O, up, down
    f.gpt2_P = count(g).P + count(g).norms + f.gpt2_bias + g.ctx*g.d -- a norm has two vectors
    return f
  end,

  questions = {
    -- hands-on (a), (b), (c)
    q.num{id = "params", unit = "1", rtol = 1e-7, seed = "S003-W03-C1",
      ask = [[A model has {{= p.L}} layers of Llama 2 7B's width {{= models.llama2_7b.d}}:
        {{= models.llama2_7b.H}} heads of {{= models.llama2_7b.hd}} and {{= p.kv}} KV heads, a gated
        MLP of {{= models.llama2_7b.ff}}, a vocabulary of {{= n(models.llama2_7b.V)}}, LM head not
        tied, RMSNorm, no biases. Exactly how many parameters?]],
      vary = {L = {24, 40, 48}, kv = {4, 8}},
      answer = function(f, p) return f.shape(p.L, p.kv).P end,
      wrong = {{value = function(f, p) return f.shape(p.L, p.kv).P - f.emb end,
                hint = "Untied: the LM head is a second V × d matrix."},
               {value = function(f, p) return f.shape(p.L, models.llama2_7b.H).P end,
                hint = "K and V have {{= p.kv}} heads: d × Hkv·hd each."},
               {value = function(f, p) return f.shape(p.L, p.kv).P - f.shape(p.L, p.kv).norms end,
                hint = "The norms have a gain each."},
               {value = function(f, p)
                  local m = models.llama2_7b
                  return f.shape(p.L, p.kv).P - p.L*m.d*m.ff
                end,
                hint = "A gated MLP has three matrices."}},
      worked = [[Each layer: 2·d² + 2·d·Hkv·hd + 3·d·ff in matrices, together
        {{= n(f.shape(p.L, p.kv).layers)}}; norms {{= n(f.shape(p.L, p.kv).norms)}}, one after the last layer among
        them; embedding and head 2·{{= n(f.emb)}}. Sum {{= n(f.shape(p.L, p.kv).P)}}.]]},
    q.num{id = "weights", unit = "GB", rtol = .005, seed = "S003-W03-HO",
      ask = [[(a) The bytes of the weights of such a model, with {{= p.L}} layers and {{= p.kv}} KV heads, in
        {{= p.bits}} bits?]],
      vary = {L = {24, 40, 48}, kv = {4, 8}, bits = {8, 16}},
      answer = function(f, p) return f.shape(p.L, p.kv).P*p.bits/8/1e9 end,
      wrong = {{value = function(f, p) return 2*f.shape(p.L, p.kv).P*p.bits/8/1e9 end,
                hint = "{{= p.bits}} bits are {{= n(p.bits/8)}} B."},
               {value = function(f, p) return (f.shape(p.L, p.kv).P - f.emb)*p.bits/8/1e9 end,
                hint = "Untied: the LM head is a second V × d matrix."},
               {value = function(f, p) return f.shape(p.L, models.llama2_7b.H).P*p.bits/8/1e9 end,
                hint = "K and V have {{= p.kv}} heads: d × Hkv·hd each."},
               {value = function(f, p) return f.P*p.bits/8/1e9 end, hint = "That is Llama 2 7B itself."}},
      worked = [[{{= n(f.shape(p.L, p.kv).P)}} parameters are {{= gb(f.shape(p.L, p.kv).P*p.bits/8)}} =
        {{= gib(f.shape(p.L, p.kv).P*p.bits/8)}}.]]},
    q.num{id = "kv-token", unit = "B", rtol = .001, seed = "S003-W03-C3",
      ask = [[The cache of keys and values in {{= p.bits}} bits, {{= p.L}} layers, {{= p.kv}} KV heads of
        {{= models.llama2_7b.hd}}: bytes for one token?]],
      vary = {L = {24, 40, 48}, kv = {4, 8}, bits = {8, 16}},
      answer = function(f, p) return 2*p.L*p.kv*models.llama2_7b.hd*p.bits/8 end,
      wrong = {{value = function(f, p) return p.L*p.kv*models.llama2_7b.hd*p.bits/8 end,
                hint = "A key and a value: one factor of 2 is missing."},
               {value = function(f, p) return 2*p.kv*models.llama2_7b.hd*p.bits/8 end,
                hint = "That is one layer of all."},
               {value = function(f, p) return 2*p.L*models.llama2_7b.H*models.llama2_7b.hd*p.bits/8 end,
                hint = "Only KV heads are cached. You used the query heads."}},
      worked = [[2 · {{= p.L}} · {{= p.kv}} · {{= models.llama2_7b.hd}} · {{= n(p.bits/8)}} B =
        {{= n(2*p.L*p.kv*models.llama2_7b.hd*p.bits/8)}} B. Llama 2 7B has {{= n(f.kv_tok)}} B.]]},
    q.num{id = "kv", unit = "GiB", rtol = .005, seed = "S003-W03-HO",
      ask = [[(b) Llama 2 7B's cache of {{= p.B}} sequences of {{= n(f.S)}} tokens, 16 bits?]],
      vary = {B = {12, 24, 48}},
      answer = function(f, p) return f.kv_tok*p.B*f.S/2^30 end,
      wrong = {{value = function(f, p) return f.kv_tok*f.S/2^30 end,
                hint = "That is one sequence."},
               {value = function(f, p) return f.kv_tok*p.B*f.S/2^31 end, hint = "Keys and values."}},
      worked = [[{{= n(f.kv_tok)}} B a token, {{= n(p.B*f.S)}} tokens: {{= n(f.kv_tok*p.B*f.S)}} B =
        {{= gib(f.kv_tok*p.B*f.S)}}. The weights are {{= gib(2*f.P)}}.]]},
    q.num{id = "rule", unit = "TFLOP", rtol = .005, seed = "S003-W03-HO",
      ask = [[(c) FLOP of one forward pass of Llama 2 7B over {{= p.B}} × {{= n(p.S)}} tokens by the rule 2·N·D?]],
      vary = {B = {6, 12, 24}, S = {3072, 4096}},
      answer = function(f, p) return f.rule(p.B, p.S)/1e12 end,
      wrong = {{value = function(f, p) return f.rule(p.B, p.S)/2e12 end, hint = "A multiply-add is two FLOP."},
               {value = function(f, p) return 3*f.rule(p.B, p.S)/1e12 end,
                hint = "6·N·D is training: forward and backward."},
               {value = function(f, p) return f.rule(1, p.S)/1e12 end, hint = "That is one sequence."}},
      worked = [[2 · {{= n(f.P)}} · {{= n(p.B*p.S)}} = {{= si(f.rule(p.B, p.S),"FLOP",4)}}.]]},
    q.num{id = "exact", unit = "TFLOP", rtol = .002, seed = "S003-W03-C2",
      ask = [[The pass over {{= p.B}} × {{= n(p.S)}} tokens exactly: no product for the embedding, causal attention
        counted by pairs (query i meets i keys), softmax and norms left out?]],
      vary = {B = {6, 12, 24}, S = {3072, 4096}},
      answer = function(f, p) return f.exact(p.B, p.S)/1e12 end,
      wrong = {{value = function(f, p) return (f.matrices(p.B, p.S) + f.attn_pair*p.B*p.S^2)/1e12 end,
                hint = "Causal: a query meets only the keys up to its own."},
               {value = function(f, p) return (f.rule(p.B, p.S) + f.pairs(p.B, p.S))/1e12 end,
                hint = "The embedding is a look-up: V·d parameters that multiply nothing."},
               {value = function(f, p) return (f.matrices(p.B, p.S) + f.pairs(p.B, p.S)/2)/1e12 end,
                hint = "Two products: QKᵀ and PV."},
               {value = function(f, p) return f.matrices(p.B, p.S)/1e12 end, hint = "And attention itself?"}},
      worked = [[Matrices: 2 · {{= n(f.mm)}} · {{= n(p.B*p.S)}} = {{= si(f.matrices(p.B, p.S),"FLOP",4)}}. Attention:
        4·L·H·hd for each of B·S·(S+1)/2 pairs, {{= si(f.pairs(p.B, p.S),"FLOP",4)}}. Together
        {{= si(f.exact(p.B, p.S),"FLOP",4)}}.]]},
    q.num{id = "attn-share", unit = "%", rtol = .02,
      ask = [[Which share of the exact count are attention's two products, causal, at S = {{= n(p.S)}}?]],
      vary = {S = {1024, 3072, 6144}},
      answer = function(f, p) return 100*f.pairs(1, p.S)/f.exact(1, p.S) end,
      wrong = {{value = function(f, p)
                  return 100*f.attn_pair*p.S^2/(f.matrices(1, p.S) + f.attn_pair*p.S^2)
                end, hint = "That counts all pairs; half of them are masked."},
               {value = function(f, p) return 50*f.pairs(1, p.S)/(f.matrices(1, p.S) + f.pairs(1, p.S)/2) end,
                hint = "Two products: QKᵀ and PV."},
               {value = function(f, p) return 100*f.matrices(1, p.S)/f.exact(1, p.S) end,
                hint = "That is the matrices' share."}},
      worked = [[{{= pct(f.pairs(1, p.S)/f.exact(1, p.S))}}; it grows with S. The rule's two errors pull in opposite
        directions, attention left out and embedding put in: at {{= n(f.S)}} tokens it is off by
        {{= pct(f.f_exact/f.f_rule - 1)}} only.]]},

    -- the milestone
    q.num{id = "double-flop", unit = "x", rtol = .001, seed = "S003-W03-MS",
      ask = [[Doubling is the milestone. Now the sequence becomes {{= p.k}} times as long, all pairs counted, and
        every second head is cut away. By which factor do the FLOP of attention's two products grow?]],
      vary = {k = {3, 5, 6}},
      answer = function(f, p) return p.k^2/2 end,
      wrong = {{value = function(f, p) return p.k/2 end,
                hint = "More queries, and each of them meets more keys."},
               {value = function(f, p) return p.k^2 end,
                hint = "Half of the heads are gone, and their scores with them."},
               {value = 4, hint = "That is for twice as long, with all heads."}},
      worked = [[4·L·H·hd·S²: {{= n(p.k^2)}} times for the length, half for the heads. (The projections grow
        {{= p.k}} times in S: they are per token.)]]},
    q.num{id = "double-kv", unit = "x", rtol = .001, seed = "S003-W03-MS",
      ask = [[And the KV cache, if the sequence becomes {{= p.k}} times as long and {{= p.g}} heads share the key and
        the value that one had?]],
      vary = {k = {3, 5, 6}, g = {4, 8}},
      answer = function(f, p) return p.k/p.g end,
      wrong = {{value = function(f, p) return p.k^2/p.g end,
                hint = "A token's key and value are stored once, however many queries read them."},
               {value = function(f, p) return p.k end, hint = "One KV head is kept where there were {{= p.g}}."},
               {value = function(f, p) return p.k*p.g end, hint = "Shared heads are fewer, not more."}},
      worked = [[2·L·Hkv·hd·S·b: {{= p.k}} times for the length, a {{= p.g}}th of the heads,
        {{= n(p.k/p.g,3)}}.]]},
    q.order{id = "derivation", seed = "S003-W03-MS",
      ask = [[Put the derivation in order.]],
      items = {[[One query and one key of width hd: 2·hd FLOP for the score, 2·hd for adding the
        value]],
               "One query meets S keys: 4·hd·S in one head",
               "H heads in L layers: 4·L·H·hd·S for one query",
               "S queries in the sequence: 4·L·H·hd·S²",
               [[The cache keeps no pair, only each token's key and value: 2·L·Hkv·hd for a token,
                 linear in S]]}},
    q.choice{id = "decode", seed = "S003-W03-C6",
      ask = [[Generating one more token with S tokens in the cache: how does that step's attention
        grow with S?]],
      options = {"linearly", "quadratically", "not at all"}, answer = 1,
      worked = [[One query meets S keys. "Quadratic" is a statement about a whole sequence: S such
        steps, or one prefill.]]},
    q.text{id = "why", seed = "S003-W03-MS", min_words = 60,
      ask = [[Write out why doubling the sequence quadruples attention's FLOP and only doubles the
        cache. Say which of the two a longer prompt makes you run out of first, and why.]],
      rubric = {"pairs of query and key: S times S, each with work 4·hd per head and layer",
                "the scores are used and thrown away; keys and values are kept once per token",
                [[the projections and the MLP stay linear in S, so FLOP as a whole grow slower than
                  S² for long]],
                [[memory usually ends first: the cache competes with the weights for a fixed
                  capacity]]}},
    q.num{id = "cross", unit = "tok", rtol = .005,
      ask = [[At which S do attention's two products (all pairs) cost as much as all matrices of Llama 2 7B, if it had
        {{= p.kv}} KV heads?]],
      vary = {kv = {4, 8, 16}},
      answer = function(f, p) return 2*f.shape(32, p.kv).mm/f.attn_pair end,
      wrong = {{value = function(f, p) return 4*f.shape(32, p.kv).mm/f.attn_pair end,
                hint = "All pairs, and two products: QKᵀ and PV."},
               {value = function(f, p) return 2*f.shape(32, p.kv).P/f.attn_pair end,
                hint = "The embedding is a look-up: leave its V·d out."},
               {value = function(f) return f.cross end, hint = "That is with {{= models.llama2_7b.Hkv}} KV heads."}},
      worked = [[2·P·S = 4·L·H·hd·S², so S = P/(2·L·H·hd) = {{= n(2*f.shape(32, p.kv).mm/f.attn_pair,0)}}: the KV
        heads shrink P and leave the pairs' work as it is. With {{= models.llama2_7b.Hkv}} of them it is
        {{= n(f.cross,0)}}, several times the {{= n(models.llama2_7b.ctx)}} tokens of its training.]]},
    q.num{id = "cross-causal", unit = "tok", rtol = .005,
      ask = [[And when causal, half of the pairs counted, with {{= p.kv}} KV heads?]],
      vary = {kv = {4, 8, 16}},
      answer = function(f, p) return 4*f.shape(32, p.kv).mm/f.attn_pair end,
      wrong = {{value = function(f, p) return f.shape(32, p.kv).mm/f.attn_pair end,
                hint = [[Half the work moves it out, not in.]]},
               {value = function(f, p) return 2*f.shape(32, p.kv).mm/f.attn_pair end,
                hint = "That is with all pairs."},
               {value = function(f) return f.cross_causal end,
                hint = "That is with {{= models.llama2_7b.Hkv}} KV heads."}},
      worked = [[Twice as far as with all pairs: {{= n(4*f.shape(32, p.kv).mm/f.attn_pair,0)}}.]]},

    -- grouped queries, experts
    q.num{id = "gqa", unit = "GB", rtol = .005, seed = "S004-C07-T11",
      ask = [[Llama 3 70B has {{= models.llama3_70b.L}} layers, {{= models.llama3_70b.H}} query
        heads and {{= models.llama3_70b.Hkv}} KV heads of {{= models.llama3_70b.hd}}. The cache of
        one sequence of {{= n(p.S)}} tokens in 16 bits?]],
      vary = {S = {4096, 12288, 32768}},
      answer = function(f, p) return f.l70_kv_tok*p.S/1e9 end,
      wrong = {{value = function(f, p) return f.l70_kv_tok*p.S*f.gqa/1e9 end,
                hint = "Only KV heads are cached. You used the query heads."},
               {value = function(f, p) return f.l70_kv_tok*p.S/2e9 end,
                hint = "Keys and values."}},
      worked = [[{{= n(f.l70_kv_tok)}} B a token: {{= gb(f.l70_kv_tok*p.S)}} =
        {{= gib(f.l70_kv_tok*p.S)}}. With {{= models.llama3_70b.H}} heads it would be
        {{= n(f.gqa)}} times as much.]]},
    q.multi{id = "gqa-flop", seed = "S004-C07-T05",
      ask = [[Going from {{= models.llama3_70b.H}} to {{= models.llama3_70b.Hkv}} KV heads, which of
        these shrink?]],
      options = {"KV cache", "parameters of the K and V projections", "FLOP of QKᵀ and PV",
                 "FLOP of the K and V projections", "parameters of the output projection"},
      answer = {1, 2, 4},
      worked = [[Each query head still forms all its scores, now with a key that it shares. What
        shrinks is what is made and kept per KV head.]]},
    q.num{id = "moe", unit = "x", rtol = .01,
      ask = [[Mixtral 8×7B: {{= models.mixtral_8x7b.E}} experts, {{= models.mixtral_8x7b.k}} a
        token, shapes as in Llama 3 8B but a vocabulary of {{= n(models.mixtral_8x7b.V)}}. Were it
        {{= p.k}} a token: total parameters over those that a token uses (embedding and norms in both)?]],
      vary = {k = {1, 3, 4}},
      answer = function(f, p) return f.mx_P/f.mx_uses(p.k) end,
      wrong = {{value = function(f, p) return f.mx_P/f.mx_active end,
                hint = "That is the model as it is."},
               {value = function(f, p) return models.mixtral_8x7b.E/p.k end,
                hint = "Attention and the tables are not multiplied by the number of experts."}},
      worked = [[{{= n(f.mx_P)}} in all, {{= n(f.mx_uses(p.k))}} used: {{= n(f.mx_P/f.mx_uses(p.k),2)}}.
        The name promises eight times seven billion; attention is there only once.]]},

    -- training
    q.num{id = "train", unit = "FLOP", rtol = .005, seed = "S003-W03-C2",
      ask = [[Training Llama 2 7B on {{= p.D}} trillion tokens, by the rule?]],
      vary = {D = {1, 3, 15}},
      answer = function(f, p) return 6.0*f.P*p.D*1e12 end,
      wrong = {{value = function(f, p) return 2.0*f.P*p.D*1e12 end,
                hint = "2·N·D is the forward pass alone."},
               {value = function(f, p) return 8.0*f.P*p.D*1e12 end,
                hint = "8·N·D counts a recomputed forward pass, which the model does not need."}},
      worked = [[6 · {{= n(f.P)}} · {{= si(p.D*1e12,"tok")}} = {{= n(6.0*f.P*p.D*1e12)}} FLOP.]]},
    q.num{id = "hours", unit = "h", rtol = .01, seed = "S003-W03-C4",
      ask = [[How many A100-hours are its {{= si(f.D,"tok")}} at {{= si(f.peak,"FLOP/s")}} and an MFU of
        {{= p.u}} %?]],
      vary = {u = {30, 40, 60}},
      answer = function(f, p) return f.train/(p.u/100*f.peak)/3600 end,
      wrong = {{value = function(f) return f.train/f.peak/3600 end,
                hint = [[That is at the full peak.]]},
               {value = function(f, p) return f.train*p.u/100/f.peak/3600 end, hint = [[At less of the peak it takes
                 longer.]]},
               {value = function(f, p) return f.train/(p.u/100*f.peak) end, hint = "These are seconds."}},
      worked = [[{{= n(f.train)}} / ({{= p.u/100}} · {{= si(f.peak,"FLOP/s")}}) / 3600 =
        {{= n(f.train/(p.u/100*f.peak)/3600,0)}}.]]},
    q.num{id = "mfu", unit = "%", rtol = .01, seed = "S003-W03-C4",
      ask = [[Another team trains the model on the same {{= si(f.D,"tok")}} in {{= n(p.h)}} A100-hours. Which MFU is
        that?]],
      vary = {h = {150000, 220000, 260000}},
      answer = function(f, p) return 100*f.train/(3600.0*p.h*f.peak) end,
      wrong = {{value = function(f, p) return 100*f.train/3/(3600.0*p.h*f.peak) end, hint = "Training is 6·N·D."},
               {value = function(f, p) return 50*f.train/(3600.0*p.h*f.peak) end,
                hint = "Twice the dense peak is the sparse one. The model is dense."}},
      worked = [[{{= n(f.train)}} / ({{= n(p.h)}} h · {{= si(f.peak,"FLOP/s")}}) =
        {{= pct(f.train/(3600.0*p.h*f.peak))}}. The paper's {{= n(f.paper_h)}} h are {{= pct(f.paper_mfu)}}.]]},
    q.num{id = "chinchilla", unit = "tok", rtol = .01, seed = "S003-W03-C5",
      ask = [[With {{= f.tpp}} tokens a parameter, how many tokens does a model of {{= p.N}} billion
        parameters get?]],
      vary = {N = {7, 13, 70}},
      answer = function(f, p) return f.tpp*p.N*1e9 end,
      wrong = {{value = function(f, p) return p.N*1e9/f.tpp end, hint = "Tokens a parameter: multiply."},
               {value = function(f, p) return 6*f.tpp*p.N*1e9 end,
                hint = "The 6 belongs to the FLOP, not to the tokens."}},
      worked = [[{{= f.tpp}} · {{= p.N}}e9 = {{= n(f.tpp*p.N*1e9)}}. Llama 2 7B got
        {{= n(f.D/f.P,0)}} a parameter: cheap to serve was worth more than optimal to train.]]},
    q.num{id = "budget", unit = "1", rtol = .01, seed = "S003-W03-C5",
      ask = [[By the same rule, how many parameters should {{= p.x}} times the budget of Llama 2 7B's training go
        to?]],
      vary = {x = {2, 3, 5, 10}},
      answer = function(f, p) return math.sqrt(p.x*f.train/(6*f.tpp)) end,
      wrong = {{value = function(f, p) return math.sqrt(p.x*f.train/f.tpp) end, hint = "C = 6·N·D."},
               {value = function(f, p) return p.x*f.train/(6*f.tpp*f.P) end,
                hint = "D depends on N too: C = 6·N·20·N."},
               {value = function(f, p) return p.x*math.sqrt(f.train/(6*f.tpp)) end,
                hint = "C grows with the square of N: parameters and tokens grow together."},
               {value = function(f, p) return f.tpp*math.sqrt(p.x*f.train/(6*f.tpp)) end,
                hint = "That is the number of tokens."}},
      worked = [[N = √({{= p.x}}·C/120) = {{= n(math.sqrt(p.x*f.train/(6*f.tpp)),0)}}, on
        {{= si(f.tpp*math.sqrt(p.x*f.train/(6*f.tpp)),"tok")}}.]]},

    -- activations
    q.num{id = "selective", unit = "%", rtol = .02,
      ask = [[A classic layer keeps s·b·d·(34 + 5·H·s/d) bytes. With H = {{= models.llama2_7b.H}},
        d = {{= models.llama2_7b.d}}, s = {{= n(p.s)}}, which share of that does selective
        recomputation save?]],
      vary = {s = {1024, 3072, 8192}},
      answer = function(f, p)
        local core = 5*models.llama2_7b.H*p.s/models.llama2_7b.d
        return 100*core/(core + f.act_lin)
      end,
      wrong = {{value = function(f, p)
                  return 100*f.act_lin/(5*models.llama2_7b.H*p.s/models.llama2_7b.d + f.act_lin)
                end, hint = "That is what stays."},
               {value = function(f, p) return 100*5*models.llama2_7b.H*p.s/models.llama2_7b.d/f.act_lin end,
                hint = "That is measured in what stays. The question wants the share of all."}},
      worked = [[The core's term is 5·H·s/d = {{= n(5*models.llama2_7b.H*p.s/models.llama2_7b.d,0)}}
        beside 34. It goes, for {{= n(p.s)}}² scores a head are cheap to form again: {{= pct(
        5*models.llama2_7b.H*p.s/models.llama2_7b.d/(5*models.llama2_7b.H*p.s/models.llama2_7b.d +
        f.act_lin))}}.]]},
  },

  hints = {
    {on = "case:llama2-7b/p_total", [[Write the list of one layer's matrices and add. 6,738,415,616 is
      printed in many places; compare the difference with V·d, d·ff, d.]]},
    {on = "case:llama2-70b/p_total", "Eight KV heads: K and V are d × Hkv·hd."},
    {on = "case:llama2-70b/kv_bytes", "Eight KV heads, and only they are cached."},
    {on = "case:gpt2/p_total", [[Tied: one table. Biases: Q, K, V, O and both MLP matrices; LayerNorm has gain and
      bias; 1,024 position rows.]]},
    {on = "case:gpt2/p_matmul", "Tied: one table, but it still multiplies as the LM head."},
    {on = "case:mixtral-8x7b/p_total", "All experts are memory, and so is the router."},
    {on = "case:mixtral-8x7b/p_matmul", "topk of the experts are work, and so is the router."},
    {on = "case:no-layers/p_total", "Without layers what is left is tables and a norm."},
    {on = "case:no-layers/seq_crossover", "No attention: the crossover is INFINITY, not a division by zero."},
    {on = "case:narrow-heads/p_total", "H·hd is not d here. O is H·hd × d."},
    {on = "case:narrow-heads/f_fwd", "H·hd is not d here: attention's work has H·hd."},
    {on = "case:wide-vocabulary/p_total", [[V·d is larger than 2^31. The first product of a chain decides
      the type: (int64_t)c.V * c.d.]]},
    {on = "case:wide-vocabulary/p_matmul", [[V·d is larger than 2^31. The first product of a chain decides
      the type: (int64_t)c.V * c.d.]]},
    {on = "case:wide-layers/p_total", [[Each matrix alone passes 2^31 here: widen the first factor of every product,
      heads and MLP too.]]},
    {on = "case:wide-layers/p_matmul", [[Each matrix alone passes 2^31 here: widen the first factor of every product,
      heads and MLP too.]]},
    {on = "case:biased-gate/p_total", "Gated and with biases: three matrices of the MLP, and each has one."},
    {on = "case:optima", "C = 6·N·D and D = 20·N: N = sqrt(C/120)."},
    {on = "case:speeds", "6·N FLOP a token, times tokens a second, over the peak. A fraction."},
    {on = "call:p_total", "Embedding, tied head, experts, biases, norms: ask of each whether it is stored."},
    {on = "call:p_matmul", "Embedding, tied head, experts, biases, norms: ask of each whether it multiplies a token."},
    {on = "call:f_fwd", "Right without causal and wrong with it? How many pairs has a sequence of one token? Of two?"},
    {on = "call:kv_bytes", "Wrong only for some models? Which of them have grouped queries?"},
    {on = "call:act_bytes", "Which of the three parts does tp divide? Which does sp divide? Which goes with ckpt 1?"},
    {on = "sanitize", [[Signed overflow: two ints were multiplied before anything was widened. UBSan
      names the line.]]},
    {after = 3, [[The naive solution walks the model: count one head, one layer, one token, and let
      loops add.]]},
  },

  points = {correct = 55, sanitize = 10, answers = 35},
}
