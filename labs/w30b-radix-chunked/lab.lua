-- w30b-radix-chunked: a prefix cache as a tree and as a chain of hashes, and a scheduler that cuts prompts into chunks.

local STAGES = {bronze = .80, silver = .95, gold = 1}

-- Llama 3 70B in bf16 on four A100s: the parameters that a token is multiplied with, and its entries in the cache.
local m, card, CARDS = models.llama3_70b, hw.a100, 4
local mm = m.L*(2*m.d*m.H*m.hd + 2*m.d*m.Hkv*m.hd + 3*m.d*m.ff) + m.V*m.d
local kv_B = 2*2*m.L*m.Hkv*m.hd
local peak, bw = CARDS*card.bf16, CARDS*card.bw
local PRICE = {ps_token = 1e12*2*mm//peak, ps_score = 1e12*4*m.L*m.H*m.hd//peak, ps_weights = 1e12*2*mm//bw,
               ps_cached = 1e12*kv_B//bw}
local ms = 1000000000

local function make(call, fields, more)
  fields.calls = {call}
  for k, v in pairs(more or {}) do fields[k] = v end
  return fields
end
-- script 0: anything; 1: all sequences go in, then each is matched; 2: all go in, then block by block they go out; 3:
-- all go in, then one block of the first is matched, two, three.
local function tree(id, bs, nseq, len, f, more)
  local c = {id = id, bs = bs, nseq = nseq, len = len, nops = f.nops or 600, apart = f.apart or 0,
             script = f.script or 0}
  c.cap = f.cap or c.nops*(2*(len//bs) + 8) + 4000
  return make("tree", c, more)
end
local function chain(id, bs, nseq, len, f, more)
  local c = {id = id, bs = bs, nseq = nseq, len = len, nops = f.nops or 800, apart = f.apart or 0,
             script = f.script or 0, bits = f.bits or 64, blocks = f.blocks or 60}
  c.cap = f.cap or c.nops*(len//bs + 1) + 16
  return make("chain", c, more)
end
local function engine(call, id, f, more)
  local c = {id = id, blocks = f.blocks or 400, bs = f.bs or 16, seats = f.seats or 8, budget = f.budget or 64,
             n = f.n or 40, rate = f.rate or 4, groups = f.groups or 3, system = f.system or 60,
             mu_prompt = f.mu_prompt or 4, mu_out = f.mu_out or 2.5, max_prompt = f.max_prompt or 600,
             max_out = f.max_out or 40, talk_every = f.talk or 0, long_every = f.long or 0, same_every = f.same or 0,
             ttft = f.ttft or 4000*ms, tbt = f.tbt or 100*ms, log_cap = f.log_cap or 200000}
  for k, v in pairs(PRICE) do c[k] = v end
  return make(call, c, more)
end

local function EDGE(note) return {tags = {"edge"}, note = note} end
local HIDDEN = {hidden = true}
local WIDE = {bs = 16, nseq = 800, len = 64}
local CROWD = {bs = 4, nseq = 12000, len = 8}
local DEEP = {bs = 16, nseq = 4, len = 8192}
-- One edge of so many blocks of one token is cut so often: a cut that copies what is behind it copies 8 million blocks.
local EDGE_LONG = {len = 65536, cuts = 256}
EDGE_LONG.matched = EDGE_LONG.cuts*(EDGE_LONG.cuts + 1)//2
local DAY = {blocks = 4000, seats = 64, budget = -1, n = 400, rate = 7, groups = 6, system = 1500, mu_prompt = 5.5,
             mu_out = 4.5, max_prompt = 16000, max_out = 600, talk = 3, long = 25, log_cap = 2000000}
local function day(budget, more)
  local c = {}
  for k, v in pairs(DAY) do c[k] = v end
  for k, v in pairs(more or {}) do c[k] = v end
  c.budget = budget
  return c
end
-- What is raced: of 40 days of 400 requests two let fills-the-promise have .8 of the reference's goodput and more. Of
-- 60 like this one none let it have above .36 (2026-11).
local LONG_DAY = day(-1, {n = 2000, rate = 6.5})

return lab {
  api = 1, rev = 1, id = "w30b-radix-chunked", title = "Prefix cache (radix tree) and chunked prefill",
  kind = "system", week = 30, part = 4, domain = {"serving", "memory"},
  seeds = {"S003-W30", "S003-W30-C1", "S003-W30-C2", "S003-W30-MS", "S003-DN-longCtx", "S003-DE-18", "S004-C08-T07",
           "S004-C08-T09", "S004-C08-EX", "S004-C10-T11"},
  requires = {"w06-paged-kv"}, suggests = {"w12b-serve"},
  hours = {read = 2, lab = 4},
  durable = {[[A cached key is worth nothing without exactly its beginning: the name of a block has to say all before
               it]],
             "Whoever is used last, and last block first, needs no search to be evicted",
             "A pass that is bound by reading weights has room for a prompt's chunk; one that is not makes others wait",
             "A chunk's time grows with the prefix that it attends to"},
  ephemeral = {{"Block sizes, budgets and hash functions of serving engines", as_of = "2026-11"},
               {"A100 figures", as_of = "2021-06"}},
  readings = {
    {"sarathi", hours = 1, look_for = [[what a stall-free schedule promises to running decodes, and how the budget of
      tokens is found]]},
    {"vllmanatomy", hours = .5, look_for = [[when a block is hashed, and in which order blocks go back to the free
      queue]]},
    {"sglang", hours = .5, look_for = [[where RadixAttention cuts an edge, and what the order of requests does to the
      hit rate]]},
  },

  lang = "c", backends = {"cpu"},
  edit = {"prefix.c"},
  reference = "ref.c", ladder = {"naive.c", "ref.c"},
  partial = {by = "case", functions = {tree = 3, chain = 2, sched = 2, serve = 2}},
  limits = {wall_s = 10, mem_MiB = 1024, threads = 1},

  buffers = {
    seqs = {dtype = "i32", shape = {"nseq", "len"}, dist = gen.custom"seqs"},
    ops = {dtype = "i32", shape = {"nops", "4"}, dist = gen.custom"ops"},
    rec = {dtype = "i32", shape = {"nops", "4"}, note = "what each operation returned"},
    hops = {dtype = "i32", shape = {"nops", "5"}, dist = gen.custom"hops"},
    hrec = {dtype = "i32", shape = {"nops", "4"}},
    ids = {dtype = "i32", shape = {"cap"}, note = "ids that operations gave"},
    reqs = {dtype = "i64", shape = {"n", "6"}, dist = gen.custom"reqs"},
    log = {dtype = "i32", shape = {"log_cap"}, note = "every decision of the scheduler"},
    said = {dtype = "i64", shape = {"n"}, note = "what each request computed, as a digest"},
  },

  calls = {
    tree = call{harness = true, args = {i32"bs", i32"nops", i32"nseq", i32"len", i32"cap", input"ops", input"seqs",
                output"rec", output"ids"}, verify = "tree", title = "the radix tree"},
    chain = call{harness = true, args = {i32"bs", i32"nops", i32"nseq", i32"len", i32"cap", i32"bits", input"hops",
                 input"seqs", output"hrec", output"ids"}, verify = "chain", title = "the chain of hashes"},
    sched = call{harness = true, asks = {fn = "cs_step"},
                 args = {i32"blocks", i32"bs", i32"seats", i32"budget", i32"n", i32"log_cap",
                 i64"ps_token", i64"ps_score", i64"ps_weights", i64"ps_cached", i64"ttft", i64"tbt", input"reqs",
                 output"log", output"said"}, verify = "sched", title = "the scheduler alone"},
    serve = call{harness = true, asks = {fn = "cs_step"},
                 args = {i32"blocks", i32"bs", i32"seats", i32"budget", i32"n", i32"log_cap",
                 i64"ps_token", i64"ps_score", i64"ps_weights", i64"ps_cached", i64"ttft", i64"tbt", input"reqs",
                 output"log", output"said"}, verify = "serve", title = "the scheduler with the tree in front of it"},
  },

  cases = {
    tree("no-block", 8, 6, 7, {nops = 60}, EDGE("all sequences are shorter than a block")),
    tree("one-token-blocks", 1, 10, 12, {}, EDGE("blocks of one token")),
    tree("two-token-blocks", 2, 12, 20, {}),
    tree("blocks-of-4", 4, 16, 50, {nops = 1500}, {note = "beginnings part within blocks as often as between them"}),
    tree("blocks-of-16", 16, 20, 200, {nops = 1500}),
    tree("fan-out", 4, 60, 8, {apart = 1}),
    tree("out-in-order", 4, 20, 40, {nops = 220, apart = 1, script = 2}),
    tree("hidden-tree", gen.pick{2, 3, 5}, gen.pick{8, 14}, gen.pick{24, 40}, {nops = 700, cap = 60000}, HIDDEN),
    chain("no-whole-block", 8, 4, 7, {nops = 40}, EDGE("all sequences are shorter than a block")),
    chain("hashes", 4, 12, 32, {}),
    chain("few-bits", 4, 12, 32, {bits = 3}, EDGE("a hash of 3 bits: most of them collide")),
    chain("no-bits", 2, 10, 14, {bits = 0}, EDGE("a hash of 0 bits: all are equal")),
    chain("short-of-ids", 2, 10, 14, {blocks = 12, bits = 5}, EDGE("ids come back at once as other contents")),
    chain("hidden-chain", gen.pick{2, 3}, gen.pick{6, 12}, gen.pick{18, 30}, {bits = gen.pick{1, 4, 30}, cap = 20000},
      HIDDEN),
    engine("sched", "alone", {n = 1}, EDGE("one request")),
    engine("sched", "budget-64", {}),
    engine("sched", "budget-of-the-seats", {budget = 8, n = 25}, EDGE("decodes may take all of the budget")),
    engine("sched", "one-seat", {seats = 1, budget = 16, n = 12}, EDGE()),
    engine("sched", "one-token", {max_out = 1, n = 30}, EDGE("each wants one token: a prompt's last piece ends it")),
    engine("sched", "all-at-once", {rate = 0, seats = 6, budget = 100}),
    engine("sched", "no-room", {blocks = 44, n = 30, max_prompt = 500}, EDGE("the pool is full long before the seats")),
    engine("sched", "idle", {rate = .3, n = 20}),
    engine("sched", "large-budget", {budget = 4096, seats = 16, n = 60, rate = 30}),
    engine("sched", "own-budget", {budget = -1, n = 60, seats = 12, long = 6, rate = 6}),
    engine("sched", "hidden-sched", {budget = gen.pick{16, 50, 333}, seats = gen.pick{3, 12}, n = 40, long = 7},
      HIDDEN),
    engine("serve", "systems", {}),
    engine("serve", "whole-prompt-cached", {same = 2, bs = 4, blocks = 1200},
           EDGE("prompts that are cached to their last token: one block has to be computed again")),
    engine("serve", "talks", {talk = 2, n = 60, max_prompt = 500, blocks = 300}),
    engine("serve", "twins", {rate = 0, groups = 1, n = 16, seats = 16, budget = 600, system = 100},
           EDGE("many compute the same beginning at once: one copy stays")),
    engine("serve", "small-pool", {blocks = 45, n = 60, talk = 3, rate = 20, max_prompt = 400},
           EDGE("most of the cache is held, and the rest goes as fast as it comes")),
    engine("serve", "blocks-of-1", {bs = 1, blocks = 1500, n = 30, talk = 3, max_prompt = 300}),
    engine("serve", "own-serve", {budget = -1, n = 60, seats = 12, talk = 3, long = 6, rate = 6}),
    engine("serve", "hidden-serve", {budget = gen.pick{32, 100}, bs = gen.pick{4, 16}, blocks = 800, talk = 3}, HIDDEN),
    tree("wide", WIDE.bs, WIDE.nseq, WIDE.len, {nops = 2*WIDE.nseq, apart = 1, script = 1, cap = 40000},
         {tags = {"gate"}, note = "eight hundred children of one node"}),
    tree("alike", WIDE.bs, WIDE.nseq, WIDE.len, {nops = 2*WIDE.nseq, apart = 2, script = 1, cap = 40000},
         {tags = {"gate"}, note = "eight hundred children that begin with the same tokens"}),
    tree("crowd", CROWD.bs, CROWD.nseq, CROWD.len, {nops = 2*CROWD.nseq, apart = 1, script = 1, cap = 200000},
         {tags = {"gate"}, note = "twelve thousand children"}),
    tree("deep", DEEP.bs, DEEP.nseq, DEEP.len, {nops = 40, apart = 1, script = 1, cap = 60000}, {tags = {"gate"}}),
    tree("cuts", 1, 1, EDGE_LONG.len, {nops = 1 + EDGE_LONG.cuts, apart = 1, script = 3,
         cap = EDGE_LONG.len + EDGE_LONG.matched}, {tags = {"gate"}, note = "one long edge, cut again and again"}),
    tree("out", WIDE.bs, WIDE.nseq, WIDE.len, {nops = 5*WIDE.nseq, apart = 1, script = 2, cap = 60000},
         {tags = {"gate"}}),
    chain("long-chain", 16, 60, 512, {nops = 60*32 + 60, apart = 1, script = 1}, {tags = {"gate"}}),
    engine("serve", "day", DAY, {tags = {"gate"}}),
    engine("serve", "long-day", LONG_DAY, {tags = {"bench"}}),
  },

  counters = {hash_excess = "calls of the hash beyond one a block", goodput = "requests a second served as promised",
              goodput_plain = "goodput without cache and chunks", tbt_p99_ms = "time between tokens, P99, ms",
              tbt_max_ms = "longest time between tokens, ms", tbt_plain_ms = "the same P99 without chunks, ms",
              ttft_p99_ms = "time to the first token, P99, ms", hit_pct = "of the prompts' tokens, %, cached"},
  gates = {
    gate{id = "match-wide", call = "tree", case = "wide", counter = "c_loads", op = "<=", value = "nops*len*12",
         on = "cpu", why = "a match does not look at a node's other children"},
    gate{id = "match-alike", call = "tree", case = "alike", counter = "c_loads", op = "<=", value = "nops*len*12",
         on = "cpu", why = "not even where they begin alike: all tokens of a block lead to the child"},
    gate{id = "match-crowd", call = "tree", case = "crowd", counter = "c_loads", op = "<=", value = "nops*len*12",
         on = "cpu", why = "nor where there are more of them than anybody thought of"},
    gate{id = "match-deep", call = "tree", case = "deep", counter = "c_loads", op = "<=", value = "nops*len*12",
         on = "cpu", why = "a match costs what it is long, and not its square"},
    gate{id = "match-cuts", call = "tree", case = "cuts", counter = "c_loads", op = "<=",
         value = 12*(EDGE_LONG.len + EDGE_LONG.matched), on = "cpu",
         why = "a cut does not copy the rest of its edge, however long that is"},
    gate{id = "evict", call = "tree", case = "out", counter = "c_loads", op = "<=", value = "nops*len*12",
         on = "cpu", why = "nobody searches for the oldest block"},
    gate{id = "no-rehash", call = "chain", case = "long-chain", counter = "hash_excess", op = "<=", value = 0,
         on = "cpu", why = "the parent's hash is remembered"},
    gate{id = "chain-loads", call = "chain", case = "long-chain", counter = "c_loads", op = "<=",
         value = "nseq*len*60", on = "cpu", why = "a block's hash leads to it, whatever else is cached"},
    gate{id = "no-stall", call = "serve", case = "day", counter = "tbt_max_ms", op = "<=", value = 105, on = "cpu",
         why = "nobody who is being answered waits for somebody else's prompt, not even once"},
    gate{id = "promise", call = "serve", case = "day", counter = "tbt_p99_ms", op = "<=", value = 100,
         on = "cpu", why = "99 % of all tokens come within the promised time of the one before"},
  },

  bench = {
    bench{id = "goodput", call = "serve", case = "long-day", metric = "counter:goodput", stages = STAGES,
          title = "requests a second served as promised, in virtual time",
          why = "with your own budget, over two thousand requests with six system prompts"},
  },

  predict = {
    predict{id = "flops", axis = "flops", unit = "TFLOP", answer = "2*f.mm*f.chunk/1e12", rtol = .02,
            ask = [[FLOP of the matrix products of a chunk of {{= f.chunk}} tokens of Llama 3 70B?]],
            worked = "2 FLOP a parameter and token: 2 · {{= n(f.mm/1e9, 1)}}e9 · {{= f.chunk}}."},
    predict{id = "bytes", axis = "bytes", unit = "GB", answer = "2*f.mm/1e9", rtol = .02,
            ask = "Bytes of weights, in bf16, that this chunk's pass reads?",
            worked = "All of them, once, whatever the chunk."},
    predict{id = "intensity", axis = "intensity", unit = "FLOP/B", answer = "f.chunk", rtol = .02,
            ask = "FLOP for each byte of weights in that pass?",
            worked = "2·C FLOP and 2 B a weight: C."},
    predict{id = "parallelism", axis = "parallelism",
            ask = "Which tokens of a prompt may be computed in one pass?",
            choices = {"all of them: the prompt is known", "one, as in decoding", "one block"},
            answer = "all of them: the prompt is known"},
    predict{id = "failure", axis = "failure",
            ask = "A prompt of 32,768 tokens comes while sixty requests decode, and is read in one pass. What happens?",
            choices = {"sixty users wait for seconds", "the prompt waits for them", "memory is full"},
            answer = "sixty users wait for seconds"},
  },

  facts = function()
    local f = {mm = mm + 0.0, kv_B = kv_B, peak = peak + 0.0, bw = bw + 0.0, cards = CARDS, chunk = 512, S = 32768,
               bs = 16, ridge = peak/bw, L = m.L, d = m.H*m.hd, tbt = 100, ttft = 4}
    f.w_ms = 2e3*mm/bw
    -- a chunk of C tokens behind `from` others: the linear layers and attention, at peak, not below the weights' bytes
    f.lin = function(C) return math.max(2e3*mm*C/peak, f.w_ms) end
    f.chunk_ms = function(C, from) return 1e3*(2.0*mm*C + 4.0*m.L*m.H*m.hd*(C*from + C*(C + 1)/2))/peak end
    f.prefill_s = f.chunk_ms(f.S, 0)/1e3
    f.reread_B = function(C) return 1.0*kv_B*C*(f.S/C)*(f.S/C + 1)/2 end
    -- the longest chunk behind `from` tokens that keeps `t` ms
    f.fits = function(t, from)
      local a, b = 2.0*m.L*m.H*m.hd, 2.0*mm + 4.0*m.L*m.H*m.hd*from
      return math.floor((-b + math.sqrt(b*b + 4*a*t*1e-3*peak))/(2*a))
    end
    f.bronze, f.silver, f.gold = STAGES.bronze, STAGES.silver, STAGES.gold
    -- Means of five seeds of the case "day", in virtual time (2026-11): goodput in requests/s, longest time between
    -- tokens in ms, P99 of the first token in s. whole is naive.c, fill the mutant fills-the-promise, bN a fixed
    -- budget, alone the same lengths with no beginning in common.
    f.day = {rate = DAY.rate, whole = {.127, 3198, 18.7}, fill = {1.70, 100, 14.5}, b512 = {2.39, 73.6, 11.2},
             b256 = {3.68, 36.9, 6.86}, b192 = {4.94, 27.7, 5.56}, b128 = {2.15, 20.7, 11.8}, ref = {5.08, 21.1, 5.46},
             alone = {.182, 18.9, 76.7},
             hit = 61.8,
             -- at 3.2 requests a second, 6,000 blocks; and whole prompts at 2.6: P99 and longest time between tokens in
             -- ms, goodput, and that of what the promise allows
             calm_rate = 3.2, calm = 3.0, quiet = {83.6, 2095, 1.34, 2.49}, quiet_rate = 2.6}
    f.system = DAY.system
    f.hashed = function(n, bs) return n*(n/bs + 1)/2 end
    f.pairs = function(n, b) return n^2/2^(b + 1) end
    return f
  end,

  questions = {
    q.num{id = "chunk-time", unit = "ms", rtol = .01, seed = "S003-W30-MS",
      ask = [[Llama 3 70B multiplies each token with {{= n(f.mm/1e9, 1)}}e9 parameters. How long does a chunk of
        {{= n(p.C)}} tokens at the beginning of a prompt take on {{= f.cards}} A100s at their bf16 peak, linear layers
        alone?]],
      vary = {C = {384, 640, 1536}},
      answer = function(f, p) return f.lin(p.C) end,
      wrong = {{value = function(f, p) return f.lin(p.C)*f.cards end, hint = "The cards share the work."},
               {value = function(f, p) return f.lin(p.C)/2 end, hint = "A multiplication and an addition: 2 FLOP."},
               {value = function(f) return f.w_ms end, hint = [[That is reading the weights; here arithmetic is
                 longer.]]}},
      worked = [[2 · {{= n(f.mm/1e9, 1)}}e9 · {{= n(p.C)}} / {{= n(f.peak/1e12)}}e12 = {{= n(f.lin(p.C), 1)}} ms. Every
        decode of the pass waits so long.]]},
    q.num{id = "promise-chunk", unit = "1", rtol = .02, seed = "S003-W30-C1",
      ask = [[Time between tokens is promised to be at most {{= p.t}} ms. How long may a chunk of that model be behind
        {{= n(p.from)}} tokens of its prompt, attention included ({{= f.L}} layers, heads of {{= n(f.d)}} together), at
        peak and with no decode's own tokens counted?]],
      vary = {t = {60, 80, 150}, from = {8192, 24576}},
      answer = function(f, p) return f.fits(p.t, p.from) end,
      wrong = {{value = function(f, p) return f.fits(p.t, 0) end,
                hint = "That is at the beginning of the prompt. Each query also meets the keys before its chunk."},
               {value = function(f, p) return p.t*1e-3*f.peak/(2*f.mm) end, hint = "Attention is left out."}},
      worked = [[C·(2N + 4Ld·p) + 2Ld·C² = t·peak. Linear layers alone would allow {{= n(p.t*1e-3*f.peak/(2*f.mm), 0)}};
        with attention it is {{= n(f.fits(p.t, p.from))}}.]]},
    q.num{id = "rereads", unit = "GB", rtol = .02, seed = "S003-W30-MS",
      ask = [[A prompt of {{= n(p.S)}} tokens is computed in chunks of {{= n(p.C)}}; each chunk reads the cache of
        all tokens
        up to its own end, {{= n(f.kv_B)}} B a token. How many GB do all chunks read together?]],
      vary = {S = {16384, 65536}, C = {256, 1024}},
      answer = function(f, p) return 1e-9*f.kv_B*p.C*(p.S/p.C)*(p.S/p.C + 1)/2 end,
      wrong = {{value = function(f, p) return 1e-9*f.kv_B*p.S end, hint = "That is the cache once."},
               {value = function(f, p) return 1e-9*f.kv_B*p.S*p.S/p.C end,
                hint = "Only the last chunk reads it all; on average it is half."}},
      worked = [[Chunk i reads i·C tokens: C·k(k + 1)/2 with k = {{= n(p.S/p.C)}}, times {{= n(f.kv_B)}} B =
        {{= n(f.kv_B*p.C*(p.S/p.C)*(p.S/p.C + 1)/2/1e9, 1)}} GB.]]},
    q.num{id = "passes", unit = "1", rtol = 0, seed = "S003-W30-C1",
      ask = [[{{= p.D}} requests decode, the budget is {{= p.B}} tokens a pass, and a prompt of {{= n(p.S)}} tokens, of
        which nothing is cached, is alone in the queue. In how many passes is it through, if all of them go on
        decoding?]],
      vary = {D = {24, 60}, B = {128, 256}, S = {3000, 9000}},
      answer = function(_, p) return math.ceil(p.S/(p.B - p.D)) end,
      wrong = {{value = function(_, p) return math.ceil(p.S/p.B) end, hint = [[Decodes come first, out of the same
        budget.]]},
               {value = function(_, p) return p.S//(p.B - p.D) end, hint = "The rest needs a pass, too."}},
      worked = [[{{= p.B}} − {{= p.D}} = {{= p.B - p.D}} tokens are left in each pass:
        {{= n(math.ceil(p.S/(p.B - p.D)))}} passes.]]},
    q.num{id = "cached", unit = "tok", rtol = 0, seed = "S003-W30-C2",
      ask = [[A prompt of {{= n(p.n)}} tokens agrees with a cached text of {{= n(p.n + 900)}} tokens in its first
        {{= n(p.s)}} tokens. Blocks have {{= p.bs}}. How many of its tokens need not be computed?]],
      vary = {n = {1500, 2100}, s = {1021, 1403}, bs = {16, 32}},
      answer = function(_, p) return p.s//p.bs*p.bs end,
      wrong = {{value = function(_, p) return p.s end, hint = "Only whole blocks are shared."},
               {value = function(_, p) return math.ceil(p.s/p.bs)*p.bs end,
                 hint = "The block in which they part differs."}},
      worked = "⌊{{= n(p.s)}} / {{= p.bs}}⌋ = {{= p.s//p.bs}} blocks, {{= n(p.s//p.bs*p.bs)}} tokens."},
    q.num{id = "rehash", unit = "1", rtol = .01, seed = "S003-W30-C2",
      ask = [[Each block's name is a hash of its whole beginning, computed anew. How many tokens are hashed for one
        prompt of
        {{= n(p.n)}} tokens in blocks of {{= p.bs}}?]],
      vary = {n = {4096, 12288}, bs = {16, 64}},
      answer = function(f, p) return f.hashed(p.n, p.bs) end,
      wrong = {{value = function(_, p) return p.n end, hint = "That is what a chain does."},
               {value = function(_, p) return p.n*p.n/p.bs end, hint = "The first blocks have short beginnings."}},
      worked = [[{{= p.bs}} + 2·{{= p.bs}} + … + {{= n(p.n)}} = {{= n(f.hashed(p.n, p.bs))}}, against {{= n(p.n)}} in a
        chain.]]},
    q.num{id = "collisions", unit = "1", rtol = .02, seed = "S003-W30-C2",
      ask = [[{{= p.m}} million different blocks have hashes of {{= p.b}} bits, as good as random. How many pairs
        with the same
        hash are to be expected?]],
      vary = {m = {1, 4}, b = {36, 40, 44}},
      answer = function(f, p) return f.pairs(p.m*1e6, p.b) end,
      wrong = {{value = function(_, p) return p.m*1e6/2^p.b end,
                hint = "That is one block against all others. Every pair can collide."},
               {value = function(f, p) return 2*f.pairs(p.m*1e6, p.b) end, hint = "A pair counts once."}},
      worked = [[n²/2 pairs, each with 2^−{{= p.b}}: {{= n(f.pairs(p.m*1e6, p.b), 3)}}. With 64 bits it is
        {{= n(f.pairs(p.m*1e6, 64)*1e9, 1)}}e-9, by chance; by design it is one.]]},
    q.num{id = "saved", unit = "%", rtol = .02, seed = "S003-W30-C2",
      ask = [[{{= p.r}} requests a second begin with the same {{= n(p.s)}} tokens. Which share of the {{= f.cards}}
        A100s' peak,
        in per cent, do those tokens take without a cache, linear layers alone?]],
      vary = {r = {1.5, 4}, s = {900, 2000}},
      answer = function(f, p) return 100*p.r*p.s*2*f.mm/f.peak end,
      wrong = {{value = function(f, p) return 100*p.r*p.s*f.mm/f.peak end, hint = "2 FLOP a parameter and token."},
               {value = function(f, p) return 100*p.r*p.s*2*f.mm/f.peak*f.cards end, hint = "Four cards, not one."}},
      worked = [[{{= p.r}} · {{= n(p.s)}} · 2 · {{= n(f.mm/1e9, 1)}}e9 FLOP/s of {{= n(f.peak/1e12)}}e12:
        {{= n(100*p.r*p.s*2*f.mm/f.peak, 1)}} %.]]},
    q.choice{id = "all-cached", seed = "S003-W30-C2",
      ask = "All tokens of a prompt are cached. What does the engine have to compute before the first new token?",
      options = {"Nothing", "At least the prompt's last token", "The whole prompt"}, answer = 2,
      worked = [[The cache has keys and values; the first new token needs the logits of the last one. By whole
        blocks, one
        block is computed again.]]},
    q.choice{id = "who-goes", seed = "S003-W30-C2",
      ask = [[The system prompt was matched a second ago, by a request that is over; its last continuation was used
        an hour ago.
        Memory is short. What goes first?]],
      options = {"The last block of that continuation", "The first block of the system prompt",
        "The first block of that continuation"}, answer = 1,
      worked = "The oldest use, and of one use the last block: whoever stands behind a block goes before it."},
    q.choice{id = "full-machine", seed = "S003-W30-C1",
      ask = [[Prompts wait, and a pass is bound by arithmetic. The budget is doubled, and the promise still holds. What
        changes?]],
      options = {"Prompts are through twice as fast", [[Decodes get half as many passes a second, prompts about as
        much as before]],
        "Nothing at all"}, answer = 2,
      worked = [[The pass takes twice as long for twice the tokens. What a decode loses is real: it keeps its seat
        for twice
        the time.]]},
    q.multi{id = "what-to-compare", seed = "S003-W30-C2",
      ask = "A hash was found in the table. What has to be equal before the block may be used?",
      options = {"The block's own tokens", "The block before it, by id", "The whole beginning, token by token",
        "The length of the prompt"}, answer = {1, 2},
      worked = [[The block before was compared in the same way, so the whole beginning is equal by induction;
        comparing it again
        would be quadratic.]]},
    q.text{id = "own-budget", min_words = 40, seed = "S003-W30-MS",
      ask = [[Run the trace with your budget (`ridge profile w30b-radix-chunked`), then with the whole prompt in
        each pass. Give
        goodput, longest time between tokens and P99 of the first token of both, and say how your budget is found
        and why it
        is not larger.]],
      rubric = {"three figures of both runs", "the condition: arithmetic against reading, or the promise",
                "what decodes lose when passes get longer"}},
  },

  hints = {
    {on = "build", match = {"implicit declaration", "undeclared", "unknown type name", "incomplete type"},
     "The structs behind radix_t, radix_node_t, hc_t and cs_t are yours to define in prefix.c; lab.h only names them."},
    {on = "sanitize", [[A node that was evicted is still in a list or in the table; or radix_delete leaves nodes,
      or their
      tokens.]]},
    {on = "gate:match-wide", [[One table for the whole tree, keyed by the parent and the tokens of the child's
      first block. And
      radix_count returns two counters.]]},
    {on = "gate:match-deep", "Each block is hashed and compared once: go on from the node, not from the root."},
    {on = "gate:match-cuts", [[Both parts of a cut edge can share its tokens and ids: each says where its own begin, and
      how many there are.]]},
    {on = "gate:evict", [[A list of the nodes that nobody holds, moved to the young end with every use, the end of
      the beginning
      first: its old end is what you look for.]]},
    {on = "gate:no-rehash", "Keep each block's hash in its entry; the next one's begins with it."},
    {on = "gate:chain-loads", "A table by hash, with few entries a chain. Do not look through all ids."},
    {on = "gate:no-stall", [[pass_time() tells beforehand how long a pass takes. A chunk behind a long prefix costs
      more than one
      at the beginning.]]},
    {on = "gate:promise", "One chunk in a pass, as long as pass_time() stays within tbt."},
    {on = "bench:goodput", [[What does a longer chunk bring when the pass is bound by arithmetic already? Compare
      both sides of the
      maximum in pass_time().]]},
    {on = "case:no-block", "n / bs whole blocks, here none. *end still has to stand for something: the root."},
    {on = "case:no-whole-block", "n / bs whole blocks, here none: no hash is needed."},
    {on = "case:out-in-order", "Of one beginning the last block goes first."},
    {on = "case:few-bits", [[Two blocks may have the same hash, and the same tokens behind different parents, too.
      Compare tokens
      and parent.]]},
    {on = "case:no-bits", [[All hashes are equal: several entries have to live in one chain, and to leave it one by
      one.]]},
    {on = "case:short-of-ids", [[An id comes back as another content. Nothing may be left of the old one: its
      children's count.]]},
    {on = "case:budget-of-the-seats", [[Decodes may take the whole budget: then no prompt goes on, and nobody is
      admitted.]]},
    {on = "case:one-token", "The prompt's last piece gives the only token: such a request never decodes."},
    {on = "case:no-room", "kv_admit says -1: nobody else is asked in this pass, also not a shorter one."},
    {on = "case:whole-prompt-cached", "kv_admit leaves at least one token. Begin there, and not at the prompt's end."},
    {on = "case:twins", [[Several compute the same beginning at once. The tree keeps its own ids, and the others
      are spare.]]},
    {on = "case:small-pool", [[Held blocks must not leave, and the counts have to be exact: the engine evicts what
      radix_count says
      is there.]]},
    {on = "call:tree", [[Draw the tree after the operation before the one that is told. Which beginning was used
      last, and which
      nodes does each slot hold?]]},
    {on = "call:chain", "A parent is cached, an id is in range and free: check before anything changes."},
    {on = "call:sched", [[Decodes in the order of admission, then the prompt that is not through, then the queue. A
      piece is
      min(what is left of the prompt, what is left of the budget).]]},
    {on = "call:serve", [[If sched is right, it is the tree: insert after each prompt, hold the new end, drop the
      old one.]]},
  },
}
