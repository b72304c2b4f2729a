-- w06-paged-kv: a block manager for the KV cache, and continuous batching on top of it.
local GiB = 2^30

-- Parameters that a pass multiplies with (all but the input embedding), and cache entries a token.
local function matmul_params(m)
    return m.L * (2 * m.d * m.H * m.hd + 2 * m.d * m.Hkv * m.hd + 3 * m.d * m.ff) + m.V * m.d
end
local function cache_elems(m) return 2 * m.L * m.Hkv * m.hd end

-- The engine's prices in whole picoseconds: Llama 3 8B in bf16 on one A100.
local model, gpu8 = models.llama3_8b, hw.a100
local price = {
    ps_token = 1e12 * 2 * matmul_params(model) // gpu8.bf16,
    ps_score = 1e12 * 4 * model.L * model.H * model.hd // gpu8.bf16,
    ps_weights = 1e12 * 2 * matmul_params(model) // gpu8.bw,
    ps_cached = 1e12 * 2 * cache_elems(model) // gpu8.bw,
}

-- A case of the block manager. script 0: random operations, 1: fork four ways, 2: adversarial
-- frees, 3: a steady state that never needs more than 960 blocks.
local function pool(id, blocks, bs, more)
    local c = { id = id, calls = { "bm" }, blocks = blocks, bs = bs, nops = 2500, tok_cap = 60000,
                script = 0 }
    for k, v in pairs(more or {}) do c[k] = v end
    return c
end

-- A case of the scheduler: n requests at `rate` a second (0: all at once), log-normal lengths.
-- zero_every, big_every: every so manieth has an empty answer, or cannot fit the pool.
local function serve(id, blocks, bs, n, more)
    local c = { id = id, calls = { "sched" }, blocks = blocks, bs = bs, n = n, max_batch = 16,
                watermark = 2, rate = 40, mu_prompt = 3, sd_prompt = .7, mu_new = 3.2, sd_new = .8,
                max_prompt = 100, max_new = 120, log_cap = 200000 }
    for k, v in pairs(price) do c[k] = v end
    for k, v in pairs(more or {}) do c[k] = v end
    return c
end

local chat = { rate = 50, mu_prompt = 4.6, sd_prompt = .8, mu_new = 5.7, sd_new = .8,
               max_prompt = 2048, max_new = 1024 }
local function chats(more)
    local c = {}
    for k, v in pairs(chat) do c[k] = v end
    for k, v in pairs(more) do c[k] = v end
    return c
end

return lab {
    api = 1, rev = 1, id = "w06-paged-kv", title = "Block manager and continuous batching",
    kind = "system", week = 6, part = 1, domain = { "serving", "memory" },
    seeds = { "S000-P4-T2", "S001-27", "S002-R-5", "S002-R-8", "S002-5-5", "S003-DN-inference",
              "S003-W06-C1", "S003-W06-C2", "S003-W06-C3", "S003-W06-C4", "S003-W06-C5",
              "S003-W06-C6", "S003-W06-HO", "S003-W06-MS", "S003-W34-C1", "S003-W35-C6",
              "S004-TOP-5", "S004-C08-T01", "S004-C08-T03", "S004-C08-T04", "S004-C08-T05",
              "S004-C08-T06", "S004-C08-T08", "S004-C08-EX" },
    requires = { "w04-flash-tiles" }, suggests = { "w05-int8-outliers" },
    hours = { read = 6.5, lab = 5 },
    durable = { "paging with owner counts and copy on write", "iteration-level scheduling",
                "the roofline of a decode step" },
    ephemeral = { { "default block sizes and watermarks of serving engines", as_of = "2026-01" },
                  { "A100 figures", as_of = "2021-06" } },
    readings = {
        { "paged", hours = 2,
          look_for = "the two kinds of fragmentation, and when a block is copied" },
        { "orca", hours = 1.5,
          look_for = "iteration-level scheduling: what the engine asks, and how often" },
        { "anyscale23x", hours = .5,
          look_for = "which part of the headline ratio is batching and which is memory" },
        { "vllmdocs", hours = 1,
          look_for = "the block size, the watermark, and what is preempted" },
        { "sglang", hours = 1.5,
          look_for = "what a radix tree over prefixes adds to a block table" },
    },
    lang = "c", backends = { "cpu" }, edit = { "paged.c" },
    reference = "ref.c", ladder = { "naive.c", "ref.c", "opt.c" },
    limits = { wall_s = 10, mem_MiB = 1024, threads = 1 },

    buffers = {
        ops = { dtype = "i32", shape = { "nops", 4 }, dist = gen.custom"ops" },
        rec = { dtype = "i32", shape = { "nops", 8 }, note = "one record per operation" },
        slots = { dtype = "i32", shape = { "tok_cap", 2 }, 
                  note = "block and offset of each token" },
        reqs = { dtype = "i64", shape = { "n", 4 }, dist = gen.custom"reqs" },
        log = { dtype = "i32", shape = { "log_cap" }, note = "every decision of the scheduler" },
    },
    calls = {
        bm = call { harness = true, verify = "bm",
            args = { i32"blocks", i32"bs", i32"nops", i32"tok_cap", input"ops", output"rec",
                     output"slots" } },
        sched = call { harness = true, asks = {fn = "sched_step"}, verify = "sched",
            args = { i32"blocks", i32"bs", i32"max_batch", i32"watermark", i32"n", i32"log_cap",
                     i64"ps_token", i64"ps_score", i64"ps_weights", i64"ps_cached", input"reqs",
                     output"log" } },
    },
    cases = {
        pool("one-block", 1, 4, { nops = 400, tok_cap = 2000, tags = { "edge" } }),
        pool("bs1", 200, 1),
        pool("bs8", 120, 8),
        pool("bs16", 100, 16),
        pool("bs32", 60, 32),
        pool("fork4", 40, 16, { nops = 700, tok_cap = 600, script = 1 }),
        pool("fork4-bs5", 40, 5, { nops = 500, tok_cap = 300, script = 1 }),
        pool("adversary", 64, 4, { nops = 500, tok_cap = 6000, script = 2 }),
        pool("adversary-odd", 37, 7, { nops = 500, tok_cap = 6000, script = 2 }),
        pool("hidden-pool", gen.pick { 23, 64, 111 }, gen.pick { 3, 8, 16, 20 }, { hidden = true }),
        serve("alone", 16, 4, 1, { max_prompt = 12, max_new = 30, watermark = 3,
              tags = { "edge" } }),
        serve("pool3", 3, 4, 12, { max_batch = 4, watermark = 0, rate = 0, mu_prompt = 1.2,
              sd_prompt = .5, mu_new = 1.4, max_prompt = 5, max_new = 7, tags = { "edge" } }),
        serve("too-long", 16, 8, 30, { max_batch = 8, watermark = 1, rate = 20, max_prompt = 40,
              max_new = 60, big_every = 3, tags = { "edge" } }),
        serve("empty-answers", 32, 8, 40, { max_batch = 8, max_new = 40, zero_every = 2,
              tags = { "edge" } }),
        serve("watermark", 64, 8, 60, { watermark = 6 }),
        serve("high-watermark", 12, 4, 14, { max_batch = 4, watermark = 9, mu_prompt = 2.8,
              max_prompt = 24, max_new = 12, rate = 10 }),
        serve("batch-limit", 100, 8, 20, { max_batch = 2 }),
        serve("idle-gaps", 100, 8, 20, { rate = 2 }),
        serve("blocks-of-1", 300, 1, 40, { max_batch = 12, watermark = 10, max_new = 80 }),
        serve("blocks-of-32", 40, 32, 60, { max_batch = 12, mu_prompt = 4, mu_new = 4.2,
              max_prompt = 300, max_new = 400 }),
        serve("fcfs300", 512, 16, 300, chats { max_batch = 128, watermark = 16, mu_new = 5.2,
              log_cap = 900000 }),
        serve("own-watermark", 512, 16, 200, chats { max_batch = 128, watermark = -1, mu_new = 5.2,
              log_cap = 900000 }),
        serve("hidden-serve", gen.pick { 48, 64, 90 }, gen.pick { 4, 8, 16 }, 60,
              { hidden = true, watermark = gen.pick { 0, 3, 9 }, max_batch = gen.pick { 6, 24 } }),
        pool("pool1k", 1000, 16, { nops = 10000, script = 3, tags = { "gate" } }),
        pool("pool100k", 100000, 16, { nops = 10000, script = 3, tags = { "gate" } }),
        pool("made100k", 100000, 16, { nops = 1, script = 3, tags = { "gate" } }),
        serve("trace", 2048, 16, 1000, chats { max_batch = 256, watermark = -1, log_cap = 1500000,
              tags = { "gate", "bench" } }),
    },
    counters = {waste_pct = "slots lost, %", vs_static = "throughput, of static batches'",
                max_wait_x = "longest wait, of FCFS's", tok_s = "tokens a second, virtual time"},
    gates = {
        gate { id = "append-small-pool", call = "bm", case = "pool1k", counter = "c_loads",
               op = "<=", value = "60*nops + 8*blocks",
               why = "an append of a few tokens looks at a handful of words" },
        gate { id = "append-large-pool", call = "bm", case = "pool100k", counter = "c_loads",
               op = "<=", value = "60*nops + 8*blocks",
               why = "and at no more of them in a pool of a hundred thousand blocks" },
        gate { id = "waste", call = "sched", case = "trace", counter = "waste_pct", op = "<=",
               value = 4, why = "the only slots lost are in last blocks" },
        gate { id = "static", call = "sched", case = "trace", counter = "vs_static", op = ">=",
               value = 1.8, why = "batches are rebuilt every iteration" },
        gate { id = "starvation", call = "sched", case = "trace", counter = "max_wait_x", op = "<=",
               value = 1.5, why = "nobody waits much longer than under first come, first served" },
    },
    bench = {
        bench { id = "throughput", call = "sched", case = "trace", metric = "counter:tok_s",
                stages = { bronze = .7, silver = .9, gold = .98 },
                title = "tokens a second in virtual time",
                why = "with your own watermark, over a thousand requests" },
    },
    predict = {
        predict { id = "flops", axis = "flops", unit = "FLOP",
                  ask = [[One decode pass of Llama 3 8B for {{= f.b }} sequences: FLOP of the matrix
                      products, attention aside?]],
                  answer = "2 * f.mm * f.b",
                  worked = "2 FLOP a parameter and token; the input embedding is a look-up." },
        predict { id = "bytes", axis = "bytes", unit = "GB",
                  ask = [[Bytes that pass reads, in bf16, when each sequence has {{= f.S }} tokens
                      in the cache?]],
                  answer = "(2 * f.mm + f.b * f.S * f.kv_B) / 1e9",
                  worked = "All weights once, and every sequence's own cache." },
        predict { id = "intensity", axis = "intensity", unit = "FLOP/B",
                  ask = "FLOP per byte of it, attention's own FLOP included?",
                  answer = "f.ai(f.b, f.S)", rtol = .05,
                  worked = "Weights are shared by the batch, caches are not." },
        predict { id = "parallel", axis = "parallelism",
                  ask = "What does a larger decode batch share?",
                  choices = { "the weights", "the caches", "weights and caches", "nothing" },
                  answer = "the weights" },
        predict { id = "failure", axis = "failure",
                  ask = "You admit until the pool is full. What happens next?",
                  choices = { "the batch is as large as it can be, and stays so",
                              "within a few steps somebody is preempted and computed again",
                              "new requests wait, nothing else" },
                  answer = "within a few steps somebody is preempted and computed again" },
    },

    facts = function(hw)
        local m8, m7 = models.llama3_8b, models.llama2_7b
        local mm, mm7 = matmul_params(m8), matmul_params(m7)
        local kv, kv7 = cache_elems(m8), cache_elems(m7)
        local ridge = hw.a100.bf16 / hw.a100.bw
        local f = {
            GiB = GiB, mm = mm, kv_B = 2 * kv, kv7_B = 2 * kv7, b = 64, S = 2048, bs = 16,
            params = 7e9, bits = 4.25, card_B = 80e9, share = .9, workspace_B = 2e9,
            ridge = ridge, heads7 = m7.H, group = m8.H / m8.Hkv, a100_bw = hw.a100.bw,
            a100 = hw.a100.bf16, pcie = 25e9, lens = { 100, 200, 400, 800 },
            weights_ms = price.ps_weights * 1e-9, token_us = price.ps_token * 1e-6,
            -- tokens a second relative to the reference, case "trace", mean of three seeds
            -- (2026-11, virtual time): admission that reserves the longest answer, watermarks of
            -- 0, 1, 4 and 20 % of the pool, one block per running sequence, and opt.c
            trace = { blocks = 2048, reserve = .50, w0 = .88, w1 = .95, w4 = .99, w20 = .92,
                      ref = 1, opt = 1.044, static = 1 / 5.4 },
        }
        f.int4_B = f.params * f.bits / 8
        f.budget_B = f.share * f.card_B - f.int4_B - f.workspace_B
        f.tokens = f.budget_B // f.kv7_B
        f.blocks = f.budget_B // (f.bs * f.kv7_B)
        f.seqs = f.blocks // (f.S / f.bs)
        f.gqa_seqs = f.budget_B // (f.kv_B * f.S)
        local sum, longest = 0, 0
        for _, l in ipairs(f.lens) do sum, longest = sum + l, math.max(longest, l) end
        f.static_util = sum / (#f.lens * longest)
        -- FLOP per byte of a decode pass: b sequences of S cached tokens, everything in 16 bits
        f.ai = function(b, S)
            return (2 * mm * b + 4 * m8.L * m8.H * m8.hd * S * b) / (2 * mm + b * S * 2 * kv)
        end
        f.ai_limit = (2 * mm + 4 * m8.L * m8.H * m8.hd * f.S) / (f.S * 2 * kv)
        f.ai7_limit = (2 * mm7 + 4 * m7.L * m7.H * m7.hd * f.S) / (f.S * 2 * kv7)
        -- smallest batch at which the pass is compute-bound, or nil
        f.cross = function(S)
            for b = 1, 4096 do
                if f.ai(b, S) >= ridge then return b end
            end
        end
        -- the same without the products of attention, and the value for ever larger batches
        f.ai_mm = function(b, S) return 2.0 * mm * b / (2.0 * mm + b * S * 2 * kv) end
        f.limit = function(S) return (2.0 * mm + 4 * m8.L * m8.H * m8.hd * S) / (S * 2 * kv) end
        f.limit7 = function(S) return (2.0 * mm7 + 4 * m7.L * m7.H * m7.hd * S) / (S * 2 * kv7) end
        -- whole sequences of S tokens, at `each` bytes a token, in a cache of `GB`
        f.fit = function(GB, S, each) return math.floor(GB * 1e9 / (f.bs * each)) // (S // f.bs) end
        f.waste = function(L, bs) return (bs - 1) / 2 / (L + (bs - 1) / 2) end
        f.ms_step = function(b, S) return 1e3 * (2 * mm + b * S * 2 * kv) / hw.a100.bw end
        return f
    end,
    checks = {
        check("append does not look at the pool", function(t)
            local small = t.counter("bm", "pool1k", "c_loads")
            local large = t.counter("bm", "pool100k", "c_loads")
            local made = t.counter("bm", "made100k", "c_loads") -- bm_new may touch every block once
            if not small or not large or not made then
                return false, "no counters: the profile did not run"
            end
            if large - made <= 1.2 * small then return true end
            return false,
                ("c_loads: %.0f with 1,000 blocks, %.0f with 100,000"):format(small, large - made),
                "something searches: keep free blocks in a stack and their number in a counter"
        end, { milestone = "profile" }),
    },

    questions = {
        q.num { id = "budget", unit = "GB", seed = "S003-W06-MS",
            ask = [[A {{= p.N }}-billion-parameter model in 4-bit groups
                ({{= f.bits }} bits each with their scales) on one {{= n(f.card_B / 1e9) }} GB A100.
                The engine may use {{= pct(f.share) }} of the card; activations and graphs take
                {{= p.ws }} GB. What is left for the KV cache?]],
            vary = { N = { 8, 13, 34 }, ws = { 3, 4 } },
            answer = function(f, p) return f.share * 80 - p.N * f.bits / 8 - p.ws end,
            wrong = {
                { value = function(f, p)
                      return f.share * 80 * f.GiB / 1e9 - p.N * f.bits / 8 - p.ws
                  end,
                  hint = "The card has 80 GB, not 80 GiB." },
                { value = function(f, p) return f.share * 80 - p.N * f.bits / 8 end,
                  hint = "The workspace for activations and graphs comes off too." },
                { value = function(f, p) return 80 - p.N * f.bits / 8 - p.ws end,
                  hint = "The engine may not use the whole card." },
                { value = function(f, p) return f.share * 80 - 2 * p.N - p.ws end,
                  hint = "That is the model in 16 bits." },
            },
            worked = [[{{= pct(f.share) }} of {{= n(f.card_B / 1e9) }} GB is
                {{= gb(f.share * f.card_B) }}; the weights take {{= gb(p.N * 1e9 * f.bits / 8) }}, the
                workspace {{= p.ws }} GB. Left:
                {{= gb(f.share * 80e9 - p.N * 1e9 * f.bits / 8 - p.ws * 1e9) }}.]] },
        q.num { id = "tokens", unit = "tok", seed = "S003-W06-MS",
            ask = [[An engine has {{= p.G }} GB for the cache of a model with {{= f.heads7 }} key/value
                heads like Llama 2 7B, cached in fp16: {{= n(f.kv7_B) }} B a token. How many tokens
                fit?]],
            vary = { G = { 40, 50, 60 } },
            answer = function(f, p) return math.floor(p.G * 1e9 / f.kv7_B) end,
            wrong = { { value = function(f, p) return math.floor(p.G * 1e9 / f.kv7_B / 2) end, hint =
              "Keys and values are both in that figure." },
                      { value = function(f, p) return math.floor(p.G * 1e9 / f.kv_B) end, hint =
                        "That is with grouped heads." },
                      { value = function(f, p) return math.floor(p.G * f.GiB / f.kv7_B) end, hint =
                        "The figure is in GB, not in GiB." } },
            worked =
              "{{= n(p.G * 1e9) }} B / {{= n(f.kv7_B) }} B = " ..
              "{{= n(math.floor(p.G * 1e9 / f.kv7_B)) }}, rounded down." },
        q.num { id = "sequences", unit = "1", rtol = .001, seed = "S003-W06-MS",
            ask = [[How many sequences of {{= n(p.S) }} tokens fit into {{= p.G }} GB of that cache, in
                blocks of {{= f.bs }}?]],
            vary = { G = { 40, 50, 60 }, S = { 4096, 6144 } },
            answer = function(f, p) return f.fit(p.G, p.S, f.kv7_B) end,
            wrong = { { value = function(f, p) return f.fit(p.G, p.S, f.kv7_B) + 1 end, hint =
              "The last one does not fit whole: round down." },
                      { value = function(f, p) return f.fit(p.G, p.S, f.kv_B) end, hint =
                        "That is with grouped heads." } },
            worked = [[{{= n(math.floor(p.G * 1e9 / (f.bs * f.kv7_B))) }} blocks, {{= n(p.S / f.bs) }}
                each: {{= n(f.fit(p.G, p.S, f.kv7_B)) }} sequences.]] },
        q.num { id = "sequences-gqa", unit = "1", rtol = .001, seed = "S003-W06-MS",
            ask = [[And with 8 key/value heads, as in Llama 3 8B, {{= n(f.kv_B) }} B a token, for
                sequences of {{= n(p.S) }} in {{= p.G }} GB?]],
            vary = { G = { 40, 50, 60 }, S = { 4096, 6144 } },
            answer = function(f, p) return f.fit(p.G, p.S, f.kv_B) end,
            wrong = { { value = function(f, p) return f.group * f.fit(p.G, p.S, f.kv7_B) end,
                        hint = "Not four times the rounded figure: divide the bytes again." },
                      { value = function(f, p) return f.fit(p.G, p.S, f.kv7_B) end,
                        hint = "That is with a key/value head for each query head." } },
            worked = [[{{= n(p.G * 1e9) }} B / ({{= n(p.S) }} x {{= n(f.kv_B) }} B), rounded down:
                {{= n(f.fit(p.G, p.S, f.kv_B)) }}.]] },
        q.num { id = "static", unit = "%", seed = "S003-W06-MS",
            ask = [[A static batch holds four sequences that generate {{= p.a }}, {{= 2 * p.a }},
                {{= p.b }} and 1,000 tokens. Which share of the batch's slots does useful work?]],
            vary = { a = { 60, 150, 300 }, b = { 500, 700 } },
            answer = function(f, p) return (3 * p.a + p.b + 1000) / 40 end,
            wrong = { { value = function(f, p) return 100 - (3 * p.a + p.b + 1000) / 40 end, hint =
                        "That share is wasted." },
                      { value = function(f, p) return (3 * p.a + p.b + 1000) / 30 end, hint =
                        "The longest has a slot as well." } },
            worked = [[The batch runs 1,000 iterations with 4 slots; the sum of the lengths fills
                {{= pct((3 * p.a + p.b + 1000) / 4000) }} of them. Iteration-level batching gives a
                slot away the moment it is free.]] },
        q.choice { id = "why-continuous", seed = "S003-W06-MS",
            ask = "Where does continuous batching get its throughput from?",
            options = { "fewer FLOP per token", "smaller caches",
                        "more sequences share each reading of the weights: no slot idles",
                        "longer kernels with less launch overhead" },
            answer = 3,
            worked = [[A decode pass reads all weights whatever its batch. Static batching lets the
                batch shrink while its longest member finishes; rebuilding it every iteration keeps
                it full. Paging then lets it be larger, since nothing is reserved for tokens that
                may not come.]] },
        q.num { id = "waste", unit = "%", seed = "S003-W06-C5",
            ask = [[Sequences of {{= p.L }} tokens in blocks of {{= f.bs }}. On average, which share
                of the slots they hold is empty? (The last block is on average half full, to within
                half a slot: (bs - 1) / 2 slots are lost.)]],
            vary = { L = { 128, 192, 320 } },
            answer = function(f, p) return 100 * f.waste(p.L, f.bs) end,
            wrong = { { value = function(f, p) return 100 * (f.bs - 1) / (p.L + f.bs - 1) end,
                        hint = "That is the worst case, not the average." },
                      { value = function(f, p) return 100 * (f.bs - 1) / 2 / p.L end,
                        hint = "The empty slots are part of what is held." } },
            worked = [[{{= (f.bs - 1) / 2 }} / ({{= p.L }} + {{= (f.bs - 1) / 2 }}) =
                {{= n(100 * f.waste(p.L, f.bs), 2) }} %.]] },
        q.measured { id = "own-waste", unit = "tok", seed = "S003-W06-C5", lab = "w06-paged-kv", case = "trace",
            counters = { "waste_pct" },
            ask = [[Of the slots that your own run of case trace held, waste_pct % were empty. Had only last blocks
                lost slots, as on average they do, how long would a sequence be on average? Blocks of {{= f.bs }}.]],
            answer = function(f, _, own) return (f.bs - 1) / 2 * (100 - own.waste_pct) / own.waste_pct end,
            reference = { waste_pct = 1.7676 },
            wrong = { { value = function(f, _, own) return f.bs / 2 * (100 - own.waste_pct) / own.waste_pct end,
                        hint = "A last block is never empty: {{= n((f.bs - 1) / 2, 1) }} slots are lost." },
                      { value = function(f, _, own) return (f.bs - 1) * (100 - own.waste_pct) / own.waste_pct end,
                        hint = "That is the worst case, not the average." } },
            worked = [[w / (L + w) = {{= n(own.waste_pct / 100, 4) }} with w = {{= (f.bs - 1) / 2 }} gives L =
                {{= n((f.bs - 1) / 2 * (100 - own.waste_pct) / own.waste_pct, 1) }}. The paging paper reports less than
                4 %, which is L above {{= n((f.bs - 1) / 2 * 96 / 4, 0) }}.]] },
        q.table { id = "crossing", seed = "S003-W06-HO", unit = "1", rtol = .005,
            ask = [[At which batch does a decode step of Llama 3 8B (bf16, A100 with a ridge of
                {{= n(f.ridge, 0) }} FLOP/B) become compute-bound, for sequences of S cached tokens?
                Smallest batch; count matrix products and attention, weights and caches.]],
            rows = { "S = 0", "S = {{= p.a }}", "S = {{= p.b }}" }, columns = { "batch" },
            vary = {a = {64, 192, 256}, b = {320, 384, 448}},
            answer = function(f, p) return { { f.cross(0) }, { f.cross(p.a) }, { f.cross(p.b) } } end,
            worked = [[(2 mm b + 4 L d S b) / (2 mm + 2 kv S b) >= ridge with mm = {{= n(f.mm) }}
                and 2 kv = {{= n(f.kv_B) }} B a token: batch {{= f.cross(0) }}, then
                {{= f.cross(p.a) }}, then {{= f.cross(p.b) }}. Each cached token moves the crossing
                to the right.]] },
        q.choice { id = "sweep", seed = "S003-W06-HO",
            ask = [[You sweep the batch from 1 to 64 at S = {{= n(f.S) }} and look for the
                transition to compute-bound. What do you find?]],
            options = { "it comes near batch 32", "it comes at 64", "it would come near batch 154",
                        "it never comes at this length, at any batch" },
            answer = 4,
            worked = [[The intensity is {{= n(f.ai(64, f.S), 1) }} at 64 and tends to
                {{= n(f.ai_limit, 1) }} for ever larger batches, because the caches grow with the
                batch: the ridge of {{= n(f.ridge, 0) }} is never reached. With short contexts it
                is.]] },
        q.num { id = "ai-64", unit = "FLOP/B", seed = "S003-W06-C1",
            ask = "Its intensity at batch {{= p.b }} and S = {{= n(p.S) }}?",
            vary = { b = { 24, 48, 96 }, S = { 1024, 1536 } },
            answer = function(f, p) return f.ai(p.b, p.S) end,
            wrong = { { value = function(f, p) return p.b end, hint = "That leaves the caches out." },
                      { value = function(f, p) return f.ai_mm(p.b, p.S) end,
                        hint = "Attention's own products are FLOP as well." } },
            worked = "{{= n(f.ai(p.b, p.S), 1) }} FLOP/B; without caches it would be {{= p.b }}." },
        q.num { id = "ai-limit", unit = "FLOP/B", seed = "S003-W06-HO",
            ask = "To which value does it tend as the batch grows, S = {{= n(p.S) }}?",
            vary = { S = { 1024, 3072, 4096 } },
            answer = function(f, p) return f.limit(p.S) end,
            wrong = { { value = function(f, p) return f.limit7(p.S) end, hint =
                        "That is Llama 2 7B, with four times the cache." },
                      { value = function(f) return f.ai_limit end, hint =
                "That is the answer for S = {{= n(f.S) }}." } },
            worked = [[b cancels: (2 mm + 4 L d S) / (2 kv S) = {{= n(f.limit(p.S), 1) }}. Llama 2 7B,
                with one key/value head per query head, stays below {{= n(f.limit7(p.S), 1) }}.]] },
        q.num { id = "step-time", unit = "ms", seed = "S004-C08-T01",
            ask = [[A decode step's floor on that A100 ({{= si(f.a100_bw, "B/s", 4) }}), batch
                {{= p.b }}, S = {{= n(f.S) }}: time to read the weights and the caches?]],
            vary = { b = { 8, 24, 48 } },
            answer = function(f, p) return f.ms_step(p.b, f.S) end,
            wrong = { { value = function(f, p) return p.b * f.ms_step(1, f.S) end,
                        hint = "The weights are read once for the whole batch." },
                      { value = function(f, p) return f.ms_step(0, f.S) end,
                        hint = "The caches are read as well." } },
            worked = [[({{= gb(2 * f.mm) }} + {{= p.b }} x {{= n(f.S) }} x {{= n(f.kv_B) }} B) /
                bandwidth = {{= n(f.ms_step(p.b, f.S), 2) }} ms; at batch 1 it is
                {{= n(f.ms_step(1, f.S), 2) }}.]] },
        q.choice { id = "phases", seed = "S003-W06-C1",
            ask =
              "Why is prefill usually compute-bound and decode memory-bound, with the same " ..
              "weights?",
            options = { "prefill uses larger matrices",
                        "prefill brings hundreds of tokens to each reading of the weights, " ..
                            "decode one per sequence",
                        "decode has to write the cache, prefill does not",
                        "attention is quadratic only in prefill" },
            answer = 2,
            worked = [[FLOP per weight byte is the number of tokens in the pass (16-bit weights). A
                prompt above about {{= f.cross(0) }} tokens crosses the A100's ridge on its own; a
                decode batch needs that many sequences, and their caches push back.]] },
        q.num { id = "recompute", unit = "ms", seed = "S004-C08-T08",
            ask = [[A preempted sequence has {{= p.T }} tokens. What does recomputing its cache cost
                in arithmetic, at the A100's peak, attention aside?]],
            vary = { T = { 500, 1500, 2000 } },
            answer = function(f, p) return 1e3 * 2 * f.mm * p.T / f.a100 end,
            wrong = { { value = function(f, p) return 1e3 * f.mm * p.T / f.a100 end,
                        hint = "A multiply-add is two FLOP." },
                      { value = function(f, p) return 1e3 * 2 * f.mm * p.T / f.a100_bw end,
                        hint = "The weights are read once; the arithmetic is for each token." } },
            worked = [[2 x {{= n(f.mm) }} x {{= p.T }} FLOP:
                {{= n(1e3 * 2 * f.mm * p.T / f.a100, 1) }} ms. Swapping it out and back over PCIe at
                {{= si(f.pcie, "B/s") }} would move {{= mb(2 * p.T * f.kv_B) }}:
                {{= n(2e3 * p.T * f.kv_B / f.pcie, 1) }} ms, but needs host memory and a free bus.
                Grouped heads make swapping cheaper, not recomputing.]] },
        q.num { id = "fork", unit = "1", rtol = .001, seed = "S003-W06-C4",
            ask = [[A sequence of {{= p.T }} tokens, blocks of {{= f.bs }}, is forked four times.
                Then all five append one token. How many blocks are held?]],
            vary = { T = { 120, 150, 200 } },
            answer = function(f, p) return -(-p.T // f.bs) + 4 end,
            wrong = {
                { value = function(f, p) return 5 * -(-p.T // f.bs) end, hint =
                  "Full blocks stay shared." },
                { value = function(f, p) return -(-p.T // f.bs) + 5 end,
                  hint = "The last of the five is the only owner left: it writes in place." },
            },
            worked = [[{{= -(-p.T // f.bs) }} blocks before; the last is partly filled. Four of the
                five copy it when they write; the one that writes last owns it alone.]] },
        q.order { id = "iteration", seed = "S004-C08-T05",
            ask = "Put one iteration of the engine in order.",
            items = { "free the blocks of sequences that finished in the last pass",
                      "queue new arrivals, reject what can never fit",
                      "give every running sequence a slot for its next token, preempting from " ..
                          "the back if needed",
                      "admit from the head of the queue while the watermark holds",
                      "run one forward pass over all decodes and prefills",
                      "sample one token per sequence and see who is done" },
            hint =
              "Memory comes back before it is given out; running sequences come before waiting" ..
              "ones.",
            worked =
              "Whoever runs has priority over whoever waits; otherwise admission causes " ..
              "preemption in the same step." },
        q.choice { id = "ttft", seed = "S003-W06-C2",
            ask =
              "A prompt of 8,000 tokens is prefilled in one pass of a busy batch. Which figure " ..
              "suffers for the other users?",
            options = { "their time to first token only, not what comes after",
                        "their time per output token: everybody's next token waits for that pass",
                        "neither: prefill and decode use different units",
                        "throughput, but no latency" },
            answer = 2,
            worked = [[The pass becomes compute-bound and lasts as long as the prompt needs. Cutting
                the prompt into chunks that fill the idle arithmetic of decode passes is the usual
                cure.]] },
        q.choice { id = "radix", seed = "S003-W06-C6",
            ask =
              "What does a radix tree over token prefixes (as in SGLang) add to a plain block " ..
              "table?",
            options = { "smaller blocks",
                        "a cache of finished sequences' blocks that a later request with the " ..
                            "same beginning can adopt",
                        "copy on write", "preemption by swapping" },
            answer = 2,
            worked = [[Block tables share within one request's family of forks. A tree keyed by
                tokens finds shared beginnings across requests and over time; owner counts and copy
                on write stay as they are.]] },
        q.text { id = "why", seed = "S003-W06-C4", min_words = 50,
            ask =
              "Explain to someone who knows virtual memory what is the page, the page table, " ..
              "the process and the page fault here, and where the comparison ends.",
            rubric = { "block = page, block table = page table, sequence = process",
                       "copy on write after a fork, owner counts",
                       "no hardware walks the table: the attention kernel reads it",
                       "no demand paging: running out means preemption of a whole sequence" } },
    },

    hints = {
        { on = "build",
          match = { "implicit declaration", "undeclared", "incomplete", "unknown type",
                    "undefined", "defines no" },
          "lab.h declares everything; kv_copy is ours, the structs behind bm_t and sched_t are " ..
          "yours." },
        { on = "case:one-block",
          "With one block, most operations must fail and change nothing. Work out what an " ..
          "append needs before you take anything." },
        { on = "case:bs1",
          "With blocks of one slot no block is ever half full: nothing is copied, only " ..
          "counted." },
        { on = "case:fork4",
          "The block to look at is the last one: is it partly filled, and has it more than one " ..
          "owner?" },
        { on = "case:adversary",
          "A block goes back to the pool when its last owner goes, whatever order that happens " ..
          "in." },
        { on = "case:pool3",
          "Preempt the one that arrived last, again and again, until the append works or the " ..
          "victim was the sequence itself." },
        { on = "case:too-long",
          "Rejecting uses prompt + max_new, because max_new tokens may really come. Rejected " ..
          "requests never enter the queue." },
        { on = "case:empty-answers",
          "A sequence can be done right after its prefill. It arrives in out->done of the next " ..
          "step like any other." },
        { on = "case:watermark",
          "Blocks left after admission must be at least the watermark, unless nothing is " ..
          "running." },
        { on = "case:high-watermark",
          "The watermark is for company. When nothing runs, the head of the queue is admitted if " ..
          "the pool has its blocks, or nothing would ever run again." },
        { on = "case:own-watermark",
          "A negative watermark means that you choose; the order of admission stays." },
        { on = "counter:c_loads",
          "Count free blocks as you go. Nothing in append, free or bm_avail may run over the " ..
          "pool." },
        { on = "counter:waste_pct",
          "Only the last block of a sequence may have empty slots: take blocks when a token " ..
          "needs them, not before." },
        { on = "counter:max_wait_x",
          "A large watermark leaves blocks idle and everybody waiting. What is it for?" },
        { on = "counter:vs_static", "Does admission wait until the whole batch has finished?" },
        { on = "bench:throughput",
          "Look at preemptions and recompute_tok. How many blocks will the running sequences " ..
          "ask for during the next few steps?" },
        { on = "call:sched",
          "After k new tokens a running sequence holds prompt + k - 1 slots; back from " ..
          "preemption it needs prompt + k." },
        { on = "sanitize",
          "bm_delete and sched_delete give back everything, tables of unfinished sequences " ..
          "too." },
        { after = 4, "Tier 1 of hints.md says in which order to build the pieces." },
    },
}
