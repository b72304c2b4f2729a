-- Week 6: from a model that answers to a system that serves.
return week {
  n = 6, part = 1, title = "Serving systems", seeds = {"S003-W06"},

  summary = [[A serving engine is a memory manager with a scheduler on top. You build both: a
    block table for the KV cache, and a loop that decides before every single step who runs. You
    can compute how many sequences fit on a card, how much a static batch wastes, and at which
    batch size decoding would become compute-bound, or why it never does.]],

  concepts = {
    {id = "phases", title = "Prefill and decode", seed = "S003-W06-C1",
     text = [[Prefill runs all prompt tokens through the model at once: every weight that is read
       serves thousands of tokens, and the pass is compute-bound. Decode produces one token per
       sequence and step; it reads all weights and the whole cache of each sequence for a few FLOP
       per byte. The weight part improves with the batch, the cache part does not, since every
       sequence reads its own. For Llama-3-8B at {{= n(f.S)}} tokens of context and batch
       {{= f.b}} the intensity is {{= n(f.ai,1)}} FLOP/B, far left of an A100's
       {{= n(f.ridge,0)}}.]]},
    {id = "metrics", title = "TTFT and TPOT", seed = "S003-W06-C2",
     text = [[Time to first token is queueing plus prefill; time per output token is the length of
       a decode step with everything else that runs in it. They pull against each other: admitting
       a long prompt now shortens one user's wait and stretches everyone else's step. Throughput
       alone hides both, which is why targets are stated as a percentile of each. The latency of a
       whole answer is the first plus the second times the number of tokens.]]},
    {id = "continuous", title = "Continuous batching", seed = "S003-W06-C3",
     text = [[A static batch runs until its longest sequence ends, and the slots of finished ones
       idle: lengths of {{= f.lens}} tokens use {{= pct(f.static_util)}} of it. Scheduling per
       iteration, as Orca does, lets a sequence leave in the step in which it finishes and another
       take its place at once. The matmuls do not mind, as they see a row per sequence whatever
       its history; attention is run for each sequence on its own cache.]]},
    {id = "paging", title = "PagedAttention", seed = "S003-W06-C4",
     text = [[The cache is cut into blocks of a few tokens, {{= f.bs}} by default in vLLM, and
       each sequence has a table from logical block to physical block, as a process has for its
       pages. Any free block will do for the next tokens, so nothing has to be reserved for a
       length that is not known yet. The kernel follows the table with one extra load per block.
       Blocks can be shared under a reference count and copied on the first write, which makes
       parallel samples and common prefixes nearly free.]]},
    {id = "fragmentation", title = "Fragmentation", seed = "S003-W06-C5",
     text = [[Reserving the maximal length for everyone wastes most of the memory; Kwon et al.
       (2023) found that as little as a fifth of it held tokens. With paging only the last block
       of a sequence is partly empty, about half a block each. At {{= f.bs}} tokens a block and
       {{= f.L}} tokens a sequence that is {{= pct(f.waste)}}, and it falls below four per cent
       once sequences average more than {{= n(f.L4)}} tokens. Small blocks waste less and cost
       more table look-ups.]]},
    {id = "engines", title = "vLLM and SGLang", seed = "S003-W06-C6",
     text = [[Both page the cache and batch continuously. vLLM grew from the block table, and
       finds shared prefixes by hashing blocks; SGLang grew from programs that call a model many
       times, and keeps all finished prefixes in a radix tree that is consulted for each request.
       SGLang also has a front end for structured generation, vLLM covers more models and
       hardware. What remains after some years of copying from each other changes with every
       release: measure your own traffic.]]},
  },

  later = {"engines"},

  readings = {
    {"paged", hours = 2, seed = "S003-W06-R1",
     look_for = [[The figure that splits memory into tokens, reservation and fragmentation. Then
       the two ways of preempting a sequence, and when recomputing beats swapping.]]},
    {"orca", hours = 1.5, seed = "S003-W06-R2",
     look_for = [[Selective batching: which operations of a layer can be batched over sequences of
       different length, and which one cannot.]]},
    {"anyscale23x", hours = .5, seed = "S003-W06-R3",
     look_for = [[What the headline factor is measured against, and how much of it is batching by
       iteration and how much is memory management.]]},
    {"vllmdocs", hours = 1, seed = "S003-W06-R4",
     look_for = [[The path of one request through scheduler, block manager, worker and sampler;
       note which process owns the block table.]]},
    {"sglang", hours = 1.5, seed = "S003-W06-R5",
     look_for = [[The radix tree: what a node stores, when it may be evicted, and how the
       scheduler orders requests to hit it more often.]]},
  },

  practice = {
    {seed = "S003-W06-HO", hours = 3,
     text = [[In the virtual clock of the paged-KV lab, serve the 8B shape and sweep the batch
       from 1 to 64 at several context lengths. Record throughput and time to first token, plot
       the intensity of a decode step, and find the batch at which it would cross the ridge. For
       long contexts the sweep cannot show a crossing; explain why none exists.]]},
  },

  milestone = {seed = "S003-W06-MS",
    text = [[A 7B model with plain multi-head attention is served from one A100 with 80 GB, its
      weights in int4. Work out the memory left for the KV cache, the number of sequences that
      fit, and explain why scheduling by iteration uses the machine better than a static
      batch.]]},

  labs = {"w06-paged-kv", "w06b-paged-attn"},

  durable = {"Paging and reference counts for the cache",
             "Scheduling per iteration",
             "Intensity of decode as a function of batch and context"},
  ephemeral = {{"Default block size and scheduler of vLLM", as_of = "2026-01"},
               {"Differences between vLLM and SGLang", as_of = "2026-01"}},

  facts = function(hw, models)
    local m, mha = models.llama3_8b, models.llama2_7b
    local d, L, ff, kvd = m.d, m.L, m.ff, m.Hkv*m.hd
    local mm = L*(2*d*d + 2*d*kvd + 3*d*ff) + m.V*d
    local kv8 = 2*L*kvd*2
    local S, b, bs, len = 2048, 64, 16, 512
    local ridge = hw.a100.bf16/hw.a100.bw
    local w4 = 7e9*4.25/8                         -- int4, group 128, fp16 scale and zero
    local lens = {100, 200, 400, 800}
    local sum = 0
    for _, x in ipairs(lens) do sum = sum + x end
    return {
      d = d, L8 = L, mm = mm, kv8 = kv8, S = S, b = b, ridge = ridge, peak = hw.a100.bf16,
      ai = (2*mm*b + 4*L*d*S*b)/(2*mm + b*S*kv8), ai_max = (2*mm + 4*L*d*S)/(S*kv8),
      static_util = sum/(#lens*lens[#lens]),
      lens = table.concat(lens, ", "), short = table.concat(lens, ", ", 1, 3), short_sum = sum - lens[#lens],
      len_sum = sum, len_max = lens[#lens],
      S_never = 2*mm/(ridge*kv8 - 4*L*d),
      bs = bs, L = len, waste = (bs - 1)/2/(len + (bs - 1)/2), L4 = (bs - 1)/2*(1 - .04)/.04,
      mem = hw.a100.mem, use = .9, work = 2e9, bits = 4.25, w4 = w4,
      budget = .9*hw.a100.mem - w4 - 2e9,
      L7 = mha.L, H7 = mha.Hkv, hd7 = mha.hd, kv7 = 2*mha.L*mha.Hkv*mha.hd*2,
    }
  end,

  questions = {
    q.num{id = "budget", seed = "S003-W06-MS", unit = "GB", rtol = .005,
      ask = [[{{= p.mem}} GB of memory of which {{= pct(f.use,0)}} may be used, seven billion
        weights at {{= f.bits}} bits, {{= gb(f.work,0)}} of workspace. What is left for the KV
        cache?]],
      vary = {mem = {48, 96, 141}},
      answer = function(f, p) return f.use*p.mem - (f.w4 + f.work)/1e9 end,
      wrong = {{value = function(f, p) return f.use*p.mem - f.w4/1e9 end,
                hint = "Activations, CUDA graphs and the runtime need their workspace."},
               {value = function(f, p) return p.mem - (f.w4 + f.work)/1e9 end,
                hint = "Not all of the card can be handed to the cache; a share stays free."},
               {value = function(f, p) return f.use*p.mem - (7e9*2 + f.work)/1e9 end,
                hint = "Those are 16-bit weights."}},
      worked = [[{{= gb(f.use*p.mem*1e9)}} − {{= gb(f.w4)}} of weights − {{= gb(f.work,0)}} =
        {{= gb(f.use*p.mem*1e9 - f.w4 - f.work)}}.]]},

    q.num{id = "sequences", seed = "S003-W06-MS", unit = "1", rtol = 0,
      ask = [[How many sequences of {{= n(p.S)}} tokens fit into {{= gb(f.budget)}} with an fp16
        cache of {{= f.L7}} layers and {{= f.H7}} KV heads of {{= f.hd7}} (no partial
        sequences)?]],
      vary = {S = {2048, 4096, 1024}},
      answer = function(f, p) return f.budget//(f.kv7*p.S) end,
      wrong = {{value = function(f, p) return f.budget//(f.kv7/2*p.S) end,
                hint = "Keys and values: both are cached."},
               {value = function(f, p) return f.budget//(f.kv7/4*p.S) end,
                hint = [[That would be grouped queries with a quarter of the heads; this model has
                  none.]]}},
      worked = [[{{= n(f.kv7)}} bytes a token, so room for {{= n(f.budget/f.kv7,0)}} tokens in
        all. With a quarter of the KV heads it would be four times as many.]]},

    q.num{id = "static", unit = "%", rtol = .01,
      ask = [[A static batch holds four sequences that generate {{= f.short}} and {{= n(p.last)}} tokens. What share of
        its slots, over all its steps, does useful work?]],
      vary = {last = {600, 1000, 1200, 1600}},
      answer = function(f, p) return 100*(f.short_sum + p.last)/(4*p.last) end,
      wrong = {{value = function(f, p) return 100*(1 - (f.short_sum + p.last)/(4*p.last)) end,
                hint = "That is the idle share."}},
      worked = [[{{= n(f.short_sum + p.last)}} useful slot-steps out of {{= n(4*p.last)}}:
        {{= pct((f.short_sum + p.last)/(4*p.last))}}. A scheduler that refills the free slots at once gets close to
        all of them, as long as requests are waiting.]]},

    q.num{id = "frag", unit = "tok", rtol = .01,
      ask = [[Blocks of {{= p.bs}} tokens, half-empty last blocks on average: (bs − 1)/2 unused
        positions per sequence. From what mean length on is less than 4 % of the allocated cache
        wasted?]],
      vary = {bs = {16, 32, 8}},
      answer = function(f, p) return (p.bs - 1)/2*(1 - .04)/.04 end,
      wrong = {{value = function(f, p) return p.bs*(1 - .04)/.04 end,
                hint = "Only half of the last block is empty on average."}},
      worked = [[w/(L + w) = 0.04 with w = {{= n((p.bs-1)/2,1)}} gives L = {{= n((1-.04)/.04)}}·w
        = {{= n((p.bs-1)/2*24,0)}}.]]},

    q.num{id = "ai", unit = "FLOP/B", rtol = .01,
      ask = [[Llama-3-8B in 16 bits, one decode step for {{= p.b}} sequences with {{= n(f.S)}}
        tokens of context: the intensity, counting the weights once and every sequence's cache?
        ({{= n(f.mm)}} matrix weights, {{= n(f.kv8)}} cache bytes a token, attention 4·L·d·S FLOP
        a sequence, L = {{= f.L8}}, d = {{= f.d}}.)]],
      vary = {b = {64, 16, 128}},
      answer = function(f, p)
        return (2*f.mm*p.b + 4*f.L8*f.d*f.S*p.b)/(2*f.mm + p.b*f.S*f.kv8)
      end,
      wrong = {{value = function(f, p) return p.b end,
                hint = [[That counts only the weights. The cache is read too, and grows with the
                  batch.]]}},
      worked = [[Weights {{= gb(2*f.mm)}} once, cache {{= gb(p.b*f.S*f.kv8)}}. However large the
        batch, the value stays below {{= n(f.ai_max,1)}}, because cache bytes and attention FLOP
        grow together.]]},

    q.num{id = "cross", unit = "1", rtol = .005,
      ask = [[The same model on an A100 (ridge {{= n(f.ridge,1)}} FLOP/B), {{= n(p.S)}} tokens of
        context: the smallest batch whose decode step is compute-bound?]],
      vary = {S = {512, 128, 256}},
      answer = function(f, p)
        return math.ceil(2*f.ridge*f.mm/(2*f.mm + 4*f.L8*f.d*p.S - f.ridge*p.S*f.kv8))
      end,
      wrong = {{value = function(f) return math.ceil(f.ridge) end,
                hint = [[That would be right without a cache. Its bytes move the crossing to
                  larger batches.]]}},
      worked = [[Set (2·mm + 4LdS)·b equal to ridge · (2·mm + b·S·kv) and solve for b. The
        denominator shrinks with S and reaches zero at {{= n(f.S_never,0)}} tokens: beyond that no
        batch is large enough.]]},

    q.choice{id = "sweep",
      ask = [[You sweep the batch from 1 to 64 at {{= n(f.S)}} tokens of context and look for the
        change to compute-bound decoding. What will you see?]],
      options = {"A knee near the ridge's value",
                 "No knee: throughput bends because of cache bytes, never because of FLOP",
                 "A knee at half the ridge, since fp16 has two bytes",
                 "Compute-bound from batch 1 on"},
      answer = 2,
      worked = [[At batch {{= f.b}} the intensity is {{= n(f.ai,1)}}, and its limit for infinite
        batches is {{= n(f.ai_max,1)}}, both left of {{= n(f.ridge,0)}}. The curve flattens
        because the cache traffic grows with the batch.]]},

    q.text{id = "why", seed = "S003-W06-MS", min_words = 50,
      ask = [[Explain the third part of the milestone: why does continuous batching use the same
        hardware better than a static batch?]],
      rubric = {"A static batch lasts as long as its longest sequence; finished slots idle",
                [[A decode step reads the weights once whatever the number of live sequences, so
                  an idle slot wastes shared bytes]],
                "Iteration-level scheduling refills a slot in the next step",
                [[New requests need not wait for the batch to end, which shortens time to first
                  token]],
                "Paging is what makes refilling possible without reserving the maximal length"}},
  },
}
