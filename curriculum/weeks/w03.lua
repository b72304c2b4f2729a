-- Week 3: parameters, FLOP and cache bytes of a transformer, from its shapes alone.
return week {
  n = 3, part = 1, title = "Transformer systems arithmetic", seeds = {"S003-W03"},

  summary = [[Given the config file of a decoder you can now write down its parameters, its FLOP
    per token, its cache bytes per token and its training bill, exactly and on one page. You know
    which rules of thumb are exact, which leave something out, and how much. Most capacity
    questions in later weeks are one of these formulas with a machine's numbers put in.]],

  concepts = {
    {id = "params", title = "Counting parameters", seed = "S003-W03-C1",
     text = [[A decoder is an embedding of V·d, then L layers, a last norm, and an LM head of
       another V·d unless it is tied to the embedding. A layer has four attention projections
       (queries and output d·d each, keys and values d times the width of the KV heads) and an
       MLP: two matrices of d·ff, or three if it is gated. Norms are noise. For LLaMA-2-7B this
       gives exactly {{= n(f.P)}}, and the layers hold {{= pct(f.linear/f.P,0)}} of it.]]},
    {id = "6nd", title = "2ND and 6ND", seed = "S003-W03-C2",
     text = [[In a forward pass each weight of a matrix takes part in one multiply-add per token,
       so N weights cost 2N FLOP a token. The backward pass needs two products of the same size,
       one for the gradient of the input and one for the gradient of the weight, hence 4N more and
       6ND for D tokens of training. The rule leaves out the attention scores, which have no
       weights, and wrongly counts the embedding, which is a table look-up; for LLaMA-2-7B at
       {{= n(f.S)}} tokens the two errors come to {{= pct(f.f_attn/f.f_exact)}} missing and
       {{= pct(f.emb/f.P)}} too much.]]},
    {id = "kv", title = "KV cache", seed = "S003-W03-C3",
     text = [[Decoding keeps one key and one value vector per token, layer and KV head: 2 · L ·
       n_kv · d_head · bytes for each token, times tokens, times sequences. The number that counts
       is that of the KV heads. With plain multi-head attention it equals the number of query
       heads; with grouped queries it is smaller, {{= f.l70_kv}} against {{= f.l70_heads}} in
       Llama-3-70B, and using the wrong one is an error of {{= n(f.l70_heads/f.l70_kv)}} times.
       LLaMA-2-7B costs {{= n(f.kv_tok/1024)}} KiB a token in 16 bits.]]},
    {id = "mfu", title = "Model FLOP utilisation", seed = "S003-W03-C4",
     text = [[MFU is the FLOP the model needs for the tokens it processed, 6N per training token,
       over the FLOP the machine could have done in that time. It ignores how the work was done:
       recomputed activations do not count in its favour, which is what separates it from hardware
       utilisation. All you need to measure it is tokens per second. From the paper's
       {{= n(f.gpu_h)}} A100 hours for LLaMA-2-7B (Touvron et al., 2023) and its two trillion
       tokens follows {{= pct(f.mfu)}}.]]},
    {id = "scaling", title = "Compute-optimal training", seed = "S003-W03-C5",
     text = [[For a budget C = 6ND, a larger model sees fewer tokens. Hoffmann et al. (2022)
       fitted the loss as a constant plus one term falling with N and one falling with D, with
       nearly equal exponents; the minimum then has N and D both growing as the square root of C,
       about 20 tokens for each parameter. It is the optimum of training cost only. A model that
       will serve many tokens is worth making smaller and training longer than that.]]},
    {id = "quadratic", title = "Quadratic FLOP, linear cache", seed = "S003-W03-C6",
     text = [[Each of S queries is multiplied with up to S keys and then gathers up to S values,
       so prefill attention does 4·L·d·S² FLOP, half of it if the causal half is skipped. The
       cache stores each token's key and value once, whatever attends to them later, so it grows
       with S. One decode step is linear in S in both. The quadratic term is small for a long
       while: with all pairs counted it equals the linear layers of LLaMA-2-7B only at S =
       {{= n(f.S_cross,0)}}.]]},
  },

  readings = {
    {"txmath101", hours = 1.5, seed = "S003-W03-R1",
     look_for = [[Second pass, with a pencil: derive each memory and FLOP formula from the shapes
       before you read it, and mark where the authors assume plain multi-head attention.]]},
    {"gpt3", hours = 1, seed = "S003-W03-R2",
     look_for = [[Section 2 and its table of model sizes: recompute two rows of parameter counts
       from layers and width, and the training compute from tokens.]]},
    {"kaplan20", hours = 2, seed = "S003-W03-R3",
     look_for = [[How the optimal model size grows with compute in this fit, and which choice (a
       learning-rate schedule of fixed length) makes its answer differ from the later one.]]},
    {"jaxscale", hours = 2, seed = "S003-W03-R4",
     look_for = [[Chapters 2 and 3: the point where sharding a matmul turns compute into
       communication, and the tables of FLOP per operation; check one row against your own
       count.]]},
  },

  practice = {
    {seed = "S003-W03-HO", hours = 3,
     text = [[From the shapes of LLaMA-2-7B derive, in 16-bit precision: the bytes of its weights,
       the bytes of its KV cache for 32 sequences of 2,048 tokens, and the FLOP of one forward
       pass over those tokens, first by the rule of thumb and then exactly. Put the formulas into
       the library that the later labs call.]]},
  },

  milestone = {seed = "S003-W03-MS",
    text = [[Double the length of the sequence. Derive step by step by which factor the attention
      FLOP of a prefill grow, and by which factor the KV cache does, and say why the two
      differ.]]},

  labs = {"w03-txmath", "c11-transformer-fwd"},

  durable = {"Parameter, FLOP and cache formulas from shapes",
             "MFU",
             "Square-root scaling of the compute optimum"},
  ephemeral = {{"Twenty tokens per parameter as the target of training", as_of = "2022-03"},
               {"Shapes of LLaMA-2 and Llama-3", as_of = "2024-07"}},

  facts = function(hw, models)
    local m, big = models.llama2_7b, models.llama3_70b
    local d, L, ff, V, hd, kv = m.d, m.L, m.ff, m.V, m.hd, m.Hkv
    local linear = L*(2*d*d + 2*d*kv*hd + 3*d*ff)
    local P, mm = linear + L*2*d + 2*V*d + d, linear + V*d
    local function matrices(width) return L*(4*d*d + 3*d*width) + V*d end
    local function params(layers) return layers*(linear/L + 2*d) + 2*V*d + d end
    local B, S = 32, 2048
    local T = B*S
    local f_attn = 4*L*d*B*(S*(S + 1)/2)                             -- causal pairs only
    local gpu_h = 184320                                             -- Touvron et al., 2023
    return {
      d = d, L = L, ff = ff, V = V, hd = hd, kv = kv, params = params,
      matrices = matrices,
      linear = linear, P = P, mm = mm, emb = V*d, B = B, S = S, T = T,
      kv_tok = 2*L*kv*hd*2, f_attn = f_attn, f_exact = 2*mm*T + f_attn,
      S_cross = 2*mm/(4*L*d), gpu_h = gpu_h, tokens = 2e12,
      peak = hw.a100.bf16, mfu = 6*P*2e12/(gpu_h*3600*hw.a100.bf16),
      l70_L = big.L, l70_heads = big.H, l70_kv = big.Hkv, l70_hd = big.hd,
    }
  end,

  questions = {
    q.num{id = "params", unit = "1", rtol = .0001,
      ask = [[A model as LLaMA-2-7B, but of another depth: d = {{= f.d}}, {{= p.L}} layers, {{= f.kv}} heads and
        as many KV heads
        of {{= f.hd}}, a gated MLP with ff = {{= f.ff}}, V = {{= f.V}}, separate LM head, two
        norms a layer and one at the end. How many parameters?]],
      vary = {L = {24, 28, 40, 48}},
      answer = function(f, p) return f.params(p.L) end,
      wrong = {{value = function(f, p) return f.params(p.L) - f.emb end,
                hint = "The LM head is not tied: it is a second V × d matrix."},
               {value = function(f, p) return f.params(p.L) - p.L*f.d*f.ff end,
                hint = "A gated MLP has three matrices, not two."}},
      worked = [[Attention 4d² and MLP 3·d·ff in each layer give {{= n(f.linear/f.L*p.L)}}; embedding and
        head {{= n(2*f.emb)}}; the norms {{= n((2*p.L+1)*f.d)}}. Together {{= n(f.params(p.L))}}.]]},

    q.num{id = "weights", unit = "GB", rtol = .005,
      ask = [[LLaMA-2-7B itself has {{= n(f.P)}} parameters. Their bytes in {{= n(8*p.b)}} bits each?]],
      vary = {b = {2, 4, 1}},
      answer = function(f, p) return p.b*f.P/1e9 end,
      wrong = {{value = function(f, p) return p.b*7 end,
                hint = "Seven billion is the name; the model has fewer parameters than that."}},
      worked = [[{{= n(p.b*f.P)}} B = {{= gb(p.b*f.P)}} = {{= gib(p.b*f.P)}}.]]},

    q.num{id = "kv", unit = "GiB", rtol = .005,
      ask = [[Its KV cache in 16 bits, {{= p.B}} sequences of {{= n(f.S)}} tokens?]],
      vary = {B = {32, 16, 64}},
      answer = function(f, p) return f.kv_tok*f.S*p.B/2^30 end,
      wrong = {{value = function(f, p) return f.kv_tok*f.S*p.B/2^31 end,
                hint = "Keys and values: two vectors a token, layer and head."}},
      worked = [[{{= n(f.kv_tok)}} bytes a token, {{= n(f.S*p.B)}} tokens:
        {{= gib(f.kv_tok*f.S*p.B,0)}}, more than the weights themselves at the larger batches.]]},

    q.num{id = "gqa", unit = "KiB", rtol = .005,
      ask = [[A model of Llama-3-70B's shape has {{= f.l70_L}} layers, {{= f.l70_heads}} query heads, and
        {{= p.kv}} KV heads of {{= f.l70_hd}}. Cache bytes for one token in fp16?]],
      vary = {kv = {2, 4, 16}},
      answer = function(f, p) return 2*f.l70_L*p.kv*f.l70_hd*2/1024 end,
      wrong = {{value = function(f, p) return 2*f.l70_L*f.l70_heads*f.l70_hd*2/1024 end,
                hint = [[Only the KV heads are cached; several query heads read the same one.]]}},
      worked = [[2 · {{= f.l70_L}} · {{= p.kv}} · {{= f.l70_hd}} · 2 bytes =
        {{= n(2*f.l70_L*p.kv*f.l70_hd*2/1024)}} KiB. With the query heads it would be
        {{= n(f.l70_heads/p.kv)}} times that.]]},

    q.num{id = "fwd", unit = "TFLOP", rtol = .005,
      ask = [[One forward pass of LLaMA-2-7B over {{= p.B}} × {{= n(f.S)}} tokens, by the rule
        2ND?]],
      vary = {B = {4, 8, 16, 64}},
      answer = function(f, p) return 2*f.P*p.B*f.S/1e12 end,
      wrong = {{value = function(f, p) return 6*f.P*p.B*f.S/1e12 end,
                hint = "6ND is a training step, forward and backward."},
               {value = function(f, p) return f.P*p.B*f.S/1e12 end,
                hint = "A multiply-add is two FLOP."}},
      worked = [[{{= si(2*f.P*p.B*f.S,"FLOP")}}. Exactly: {{= si(2*f.mm*p.B*f.S,"FLOP")}} in the matrices
        (the embedding is a look-up) plus {{= si(f.f_attn/f.B*p.B,"FLOP")}} of causal attention,
        {{= si(f.f_exact/f.B*p.B,"FLOP")}} in all.]]},

    q.table{id = "growth", seed = "S003-W03-MS", unit = "x", rtol = .001,
      ask = [[A prefill of S tokens becomes one of {{= p.k}}S, everything else the same. By which factor
        does each quantity grow?]],
      rows = {"attention FLOP (scores and weighted sum)",
              "FLOP of the linear layers",
              "KV cache bytes"},
      columns = {"factor"},
      vary = {k = {3, 4, 5}},
      answer = function(_, p) return {{p.k^2}, {p.k}, {p.k}} end,
      worked = [[Scores pair every query with every key, so {{= p.k}} times the tokens are {{= p.k^2}} times the
        pairs. The matrices see each token once, and the cache stores each token once.]]},

    q.num{id = "ratio", unit = "x", rtol = .001,
      ask = [[A model's successor reads sequences {{= p.k}} times as long, and {{= p.g}} query heads share the KV head
        that each had of its own. By what factor does the ratio of attention FLOP (all pairs) to KV cache bytes
        grow?]],
      vary = {k = {3, 5, 6}, g = {4, 8}},
      answer = function(f, p) return p.k^2/(p.k/p.g) end,
      wrong = {{value = function(f, p) return p.k^2 end,
                hint = "That is the growth of the FLOP. The cache changes as well."},
               {value = function(f, p) return p.k end,
                hint = "That is the length's part. What do shared KV heads do to the cache, and what to the FLOP?"},
               {value = function(f, p) return p.k/p.g end,
                hint = "That is the growth of the cache. Each query head still forms all its scores."}},
      worked = [[Attention is a sum over queries of work proportional to the keys, so S times S: {{= n(p.k^2)}} times,
        whoever shares keys. The cache is one entry a token and KV head: {{= n(p.k/p.g,3)}} times. The ratio grows by
        {{= n(p.k*p.g)}}.]]},

    q.num{id = "cross", unit = "tok", rtol = .01,
      ask = [[At what sequence length do the attention FLOP of a model as LLaMA-2-7B equal those of all its
        weight matrices, if every query attends to all S keys? (d = {{= f.d}}, L = {{= f.L}}, a
        gated MLP of width {{= n(p.ff)}}: {{= n(f.matrices(p.ff))}} matrix parameters.)]],
      vary = {ff = {8192, 14336, 16384, 22016}},
      answer = function(f, p) return f.matrices(p.ff)/(2*f.L*f.d) end,
      wrong = {{value = function(f, p) return 2*f.matrices(p.ff)/(2*f.L*f.d) end,
                hint = "That is the causal case, where half of the pairs are skipped."},
               {value = function(f, p) return f.matrices(p.ff)/(2*f.L*f.d)/2 end,
                hint = [[Check the two sides: 4·L·d·S per token for attention, 2 per matrix
                  parameter.]]}},
      worked = [[Per token attention does 4·L·d·S FLOP, the matrices {{= si(2*f.matrices(p.ff),"FLOP")}}. They
        are equal at S = {{= n(f.matrices(p.ff)/(2*f.L*f.d),0)}}; a causal kernel that skips the upper half gets
        there at twice that.]]},

    q.num{id = "mfu", unit = "%", rtol = .01,
      ask = [[{{= n(f.P)}} parameters, two trillion tokens, {{= n(p.gpu_h)}} A100 hours at
        {{= si(f.peak,"FLOP/s")}} peak. The MFU?]],
      vary = {gpu_h = {150000, 225000, 260000}},
      answer = function(f, p) return 100*f.mfu*f.gpu_h/p.gpu_h end,
      wrong = {{value = function(f, p) return 100*f.mfu*f.gpu_h/p.gpu_h/3 end,
                hint = "Training needs 6N FLOP a token, not 2N."}},
      worked = [[6ND is {{= n(6*f.P*f.tokens/1e21,1)}} · 10²¹ FLOP; the machines could have done
        {{= n(p.gpu_h*3600*f.peak/1e21,1)}} · 10²¹ in that time. The quotient is
        {{= pct(f.mfu*f.gpu_h/p.gpu_h)}}.]]},

    q.num{id = "optimal", unit = "1", rtol = .02,
      ask = [[With 20 tokens for every parameter and C = 6ND, how many parameters should a model
        have that may spend {{= n(p.C/1e21)}} · 10²¹ FLOP?]],
      vary = {C = {5.76e23, 1e22, 1e25}},
      answer = function(f, p) return math.sqrt(p.C/120) end,
      wrong = {{value = function(f, p) return math.sqrt(p.C/6) end,
                hint = "The tokens are twenty times the parameters, not equal to them."}},
      worked = [[C = 6 · N · 20N = 120N², so N is the square root of C/120. The first budget is
        the one of Hoffmann et al. (2022), and their model has 70 billion parameters.]]},

    q.text{id = "derive", seed = "S003-W03-MS", min_words = 50,
      ask = [[Write out the derivation of the milestone: from one query to one head, one layer,
        the whole prefill; then the cache.]],
      rubric = {"One query: 2·d_head FLOP for each key and as many for each value",
                "Sum over S queries gives S², or S(S+1)/2 pairs with a causal mask",
                "Times heads and layers: 4·L·d·S²",
                [[The cache holds one key and one value per token, layer and KV head, written
                  once: linear in S]],
                "The quadratic law is for a sequence; one decode step is linear in S"}},
  },
}
