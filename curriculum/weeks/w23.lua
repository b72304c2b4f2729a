-- Week 23: experts on different devices, and the exchange between them.
return week {
  n = 23, part = 3, title = "Mixture of experts: systems", seeds = {"S003-W23"},

  summary = [[Experts live on different GPUs, so each layer sends every token away and back again.
    You build that exchange, count its bytes, and learn why it is harmless in training and painful
    in decoding. You replace padded buffers by a matmul over exactly the rows that exist. The
    milestone is a capacity calculation for a Mixtral-sized model, done to the byte.]],

  concepts = {
    {id = "ep", title = "Expert parallelism", seed = "S003-W23-C1",
     text = [[Each rank owns some experts of every layer and all of attention, unless that is cut
       by another axis. A layer exchanges counts, sends each token's vector to the ranks of its k
       experts, runs them, and sends the results back to be added with their weights: two
       all-to-alls forward and two backward. On average (P − 1)/P of the traffic leaves the rank.
       For Mixtral in bf16 dispatch and combine together are {{= n(f.a2a_tok/2^20,0)}} MiB per
       token over all layers.]]},
    {id = "latency", title = "Small batches", seed = "S003-W23-C2",
     text = [[An all-to-all sends a message to each of P − 1 peers, and its time has a floor of
       latencies. In training a message is megabytes and the floor does not matter. In decoding,
       with {{= f.b}} tokens on each of {{= f.P}} ranks, a message is {{= n(f.msg_b/1024)}} KiB,
       which the wire carries in {{= us(f.msg_b/f.link,2)}}, a small part of what it costs to
       start it. Twice per layer, on the critical path, this is what limits expert-parallel
       serving.]]},
    {id = "dsmoe", title = "Fine-grained and shared experts", seed = "S003-W23-C3",
     text = [[DeepSeekMoE cuts every expert into m smaller ones and activates m times as many, at
       the same cost. The number of possible combinations explodes, from {{= n(f.comb1)}} for two
       of sixteen to {{= n(f.comb4)}} for eight of sixty-four, so the experts can specialise more.
       Some experts are taken out of the routing and always used; they hold what all tokens need,
       so that the others need not each learn it.]]},
    {id = "megablocks", title = "Dropless by block sparsity", seed = "S003-W23-C4",
     text = [[Sort the tokens by expert, and the layer is a matmul whose weight changes from one
       group of rows to the next. MegaBlocks writes it as a block-sparse product with a kernel
       that only visits blocks with rows in them. Nothing is dropped, and padding is at most part
       of one tile for each expert. The authors report up to 40 % less training time than Tutel
       (Gale et al., 2023). With a capacity factor of {{= f.CF}} padding alone wastes
       {{= pct(1-1/f.CF,0)}}.]]},
    {id = "axes", title = "Together with other axes", seed = "S003-W23-C5",
     text = [[The expert axis usually reuses ranks of the data axis: attention is data-parallel
       over the same GPUs over which the experts are spread. So the gradients of experts are
       reduced over fewer ranks than those of attention. Tensor parallelism inside an expert makes
       thin matmuls thinner and is avoided when experts are small. Keep the all-to-all inside the
       fast domain, and let pipeline stages cross it.]]},
    {id = "collapse", title = "Collapse", seed = "S003-W23-C6",
     text = [[Watch the load per expert and the entropy of the gate by layer, not just the loss: a
       collapsed router still trains, as a smaller model. The signs are entropy falling early, one
       expert's load at its capacity, dropped tokens rising. Remedies are the balance loss, a
       penalty on large gate logits, noise in the choice, or a bias on each expert that is nudged
       against its load outside of the gradient. Too strong a remedy makes routing random.]]},
  },

  readings = {
    {"megablocks", hours = 3, seed = "S003-W23-R1",
     look_for = [[The three products of a layer (forward and both gradients) and which operand is
       sparse in each. How are transposed indices avoided?]]},
    {"dsmoe", hours = 3, seed = "S003-W23-R2",
     look_for = [[The two ablations, segmentation and shared experts, at equal parameters and
       equal FLOP. Which gives more?]]},
    {"moesurvey", hours = 3, seed = "S003-W23-R3",
     look_for = [[The sections on training and communication: sort the methods by what they
       reduce, messages, bytes, or waiting.]]},
  },

  practice = {
    {seed = "S003-W23-HO", hours = 3,
     text = [[Replace the padded dispatch of your week-22 layer by a grouped product over sorted
       rows. Measure useful rows over computed rows, and the matmul instructions issued, for
       balanced and skewed routing; then the time against one dense matmul of the same FLOP.]]},
  },

  milestone = {seed = "S003-W23-MS",
    text = [[A model of Mixtral's shape: 47 billion parameters, eight experts, two active. Give
      the active parameters per token, the memory per GPU with the experts spread over eight, and
      the all-to-all bytes of a forward pass. Set each beside a dense 13B model, which does about
      the same FLOP for a token.]]},

  labs = {"w23-moe-dispatch", "w23b-grouped-gemm", "c13-3d-planner"},

  durable = {"Dispatch and combine as two all-to-alls",
             "Latency floor of small exchanges",
             "Grouped products over sorted rows"},
  ephemeral = {{"Mixtral's and DeepSeek's shapes", as_of = "2026-01"},
               {"Which libraries train dropless", as_of = "2026-01"}},

  facts = function(hw, models)
    local m, q = models.mixtral_8x7b, models.llama2_13b
    local d, L, ff, E, k, V, kvd, P = m.d, m.L, m.ff, m.E, m.k, m.V, m.Hkv*m.hd, 8
    local expert = 3*d*ff
    local rest = L*(2*d*d + 2*d*kvd + d*E + 2*d) + 2*V*d + d
    local dense = q.L*(4*q.d^2 + 3*q.d*q.ff + 2*q.d) + 2*q.V*q.d + q.d
    local function comb(n, r)
      local c = 1
      for i = 1, r do c = c*(n - r + i)/i end
      return c
    end
    local T, b = 4096, 4
    return {
      d = d, L = L, E = E, k = k, P = P, expert = expert, rest = rest, T = T, CF = 1.25,
      total = rest + L*E*expert, active = rest + L*k*expert,
      a2a_tok = 2*k*d*2*L, link = hw.h100.nvlink/2, dense = dense,
      b = b, msg_b = k*b*d*2/P, comb1 = comb(16, 2), comb4 = comb(64, 8), choose = comb,
    }
  end,

  questions = {
    q.num{id = "active", seed = "S003-W23-MS", unit = "1", rtol = .005,
      ask = [[{{= n(f.total)}} parameters: {{= f.L}} layers of {{= f.E}} experts with
        {{= n(f.expert)}} each, and {{= n(f.rest)}} in everything else. How many work on a token
        with top-{{= p.k}}?]],
      vary = {k = {1, 3, 4}},
      answer = function(f, p) return f.rest + f.L*p.k*f.expert end,
      wrong = {{value = function(f, p) return f.total*p.k/f.E end,
                hint = "Attention, norms and embeddings are not divided among experts."},
               {value = function(f, p) return f.L*p.k*f.expert end,
                hint = "The shared parts are active as well."}},
      worked = [[{{= n(f.rest)}} + {{= f.L}} · {{= p.k}} · {{= n(f.expert)}} = {{= n(f.rest + f.L*p.k*f.expert)}}.
        (Eight times seven is not the size of this model: the sevens share their attention.)]]},

    q.num{id = "pergpu", seed = "S003-W23-MS", unit = "GB", rtol = .01,
      ask = [[Expert parallelism over {{= p.P}} GPUs, bf16, everything but the experts replicated.
        Weights per GPU?]],
      vary = {P = {2, 4}},
      answer = function(f, p) return 2*(f.rest + f.L*f.E/p.P*f.expert)/1e9 end,
      wrong = {{value = function(f, p) return 2*f.total/p.P/1e9 end,
                hint = [[Attention and embeddings are not spread by this axis; each GPU has all of
                  them.]]}},
      worked = [[{{= n(f.E/p.P)}} experts of every layer and the {{= n(f.rest)}} shared parameters:
        {{= gb(2*(f.rest+f.L*f.E/p.P*f.expert))}}, plus the cache.]]},

    q.num{id = "a2a", seed = "S003-W23-MS", unit = "MiB", rtol = .01,
      ask = [[Dispatch and combine, top-{{= f.k}}, width {{= n(f.d)}}, bf16, {{= f.L}} layers: the
        all-to-all bytes of a forward pass over {{= n(p.T)}} tokens, all included?]],
      vary = {T = {4096, 512, 64}},
      answer = function(f, p) return p.T*f.a2a_tok/2^20 end,
      wrong = {{value = function(f, p) return p.T*f.a2a_tok/2^21 end,
                hint = "The results come back: two exchanges a layer."},
               {value = function(f, p) return 2*p.T*f.a2a_tok/2^20 end,
                hint = "The payload is bf16, two bytes an element."}},
      worked = [[2 · {{= f.k}} · {{= n(f.d)}} · 2 bytes · {{= f.L}} layers is {{= n(f.a2a_tok)}} a
        token, of which {{= n(f.P-1)}}/{{= f.P}} leaves the GPU on average.]]},

    q.num{id = "time", unit = "ms", rtol = .01,
      ask = [[{{= n(p.T)}} tokens spread evenly over {{= f.P}} GPUs: the time of these exchanges
        at {{= si(f.link,"B/s")}} per GPU, latency neglected?]],
      vary = {T = {2048, 8192, 16384}},
      answer = function(f, p) return p.T/f.P*f.a2a_tok*(f.P - 1)/f.P/f.link*1e3 end,
      wrong = {{value = function(f, p) return p.T*f.a2a_tok*(f.P - 1)/f.P/f.link*1e3 end,
                hint = "All GPUs send at once; each carries the traffic of its own tokens."}},
      worked = [[Each GPU sends {{= si(p.T/f.P*f.a2a_tok*(f.P-1)/f.P,"B")}} in the whole pass.]]},

    q.num{id = "memory", seed = "S003-W23-MS", unit = "x", rtol = .01,
      ask = [[How much more weight memory does this model need than a dense one with
        {{= p.dense}} billion parameters?]],
      vary = {dense = {8, 20, 34}},
      answer = function(f, p) return f.total/(1e9*p.dense) end,
      wrong = {{value = function(f, p) return f.active/(1e9*p.dense) end,
                hint = "All experts must be in memory, whichever are used."}},
      worked = [[{{= n(f.total/1e9,1)}} over {{= p.dense}} billion. FLOP per token:
        {{= n(2*f.active/1e9,2)}} against {{= 2*p.dense}} GFLOP. And the dense model has
        no all-to-all at all.]]},

    q.num{id = "message", unit = "KiB", rtol = .01,
      ask = [[Decoding with {{= p.b}} tokens on each of {{= f.P}} GPUs, top-{{= f.k}}, width
        {{= n(f.d)}}, bf16, even routing. How large is the message from one GPU to another in a
        dispatch?]],
      vary = {b = {4, 2, 32}},
      answer = function(f, p) return f.k*p.b*f.d*2/f.P/1024 end,
      wrong = {{value = function(f, p) return f.k*p.b*f.d*2/1024 end,
                hint = "That is all that a GPU sends; it goes to several peers."}},
      worked = [[{{= n(f.k*p.b*f.d*2/f.P/1024)}} KiB. At a few microseconds to start a message,
        the bytes are irrelevant.]]},

    q.num{id = "combinations", unit = "1", rtol = .001,
      ask = [[{{= 2*p.m}} of {{= 16*p.m}} small experts, in place of 2 of 16: how many times more
        combinations can a token be sent to?]],
      vary = {m = {2, 3}},
      answer = function(f, p) return f.choose(16*p.m, 2*p.m)/f.comb1 end,
      wrong = {{value = function(f, p) return f.choose(16*p.m, 2*p.m) end,
                hint = "That is the number of combinations now. How many were there before?"}},
      worked = [[{{= n(f.choose(16*p.m, 2*p.m))}} against {{= n(f.comb1)}}, at the same FLOP and parameters.]]},

    q.text{id = "compare", seed = "S003-W23-MS", min_words = 50,
      ask = [[When would you serve the mixture rather than the dense 13B model, and when not?]],
      rubric = {"FLOP per token are about equal, quality of the mixture is higher",
                [[Weight memory is more than three times as large, so it needs more or larger
                  GPUs]],
                [[At batch 1 few experts are read; at moderate batches all of them, so decoding
                  reads more bytes]],
                [[Expert parallelism adds two exchanges a layer, bound by latency when batches are
                  small]],
                [[Large, steady traffic favours the mixture; a single small GPU favours the dense
                  model]]}},
  },
}
