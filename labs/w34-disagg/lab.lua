-- w34-disagg: what prefill and decode cost apart, how a cache travels between them, where the GPUs go, and the
-- dispatcher.

local STAGES = {bronze = .80, silver = .92, gold = .99}

-- Llama 3 70B in bf16: the parameters that a token is multiplied with, those that are held, and its cache.
local m, card, net = models.llama3_70b, hw.h100, hw.ib_ndr
local linear = m.L*(2*m.d*m.H*m.hd + 2*m.d*m.Hkv*m.hd + 3*m.d*m.ff)
local mm, total = linear + m.V*m.d, linear + m.L*2*m.d + 2*m.V*m.d + m.d
local kv_B = 2*2*m.L*m.Hkv*m.hd
-- Four-bit weights with scales are 4.15625 bits in the linear layers; embedding and head stay in 16. Per parameter:
local INT4 = (linear*4.15625/8 + 2*2*m.V*m.d)/total

-- What is assumed of a machine: half of the peak in arithmetic, all of the bandwidth, 90 % of the memory, and 10 µs
-- for a
-- message (approximate: an all-reduce of NCCL over NVLink takes about that for a few KiB).
local MFU, KEEP, ALPHA = .5, .9, 10e-6
local PEAK = MFU*card.bf16

-- The rows of `memory`, `cost` and `place`: this model on these cards, with some of it changed.
local function row(f)
  local r = {layers = m.L, d = m.d, heads = m.H, kv_heads = m.Hkv, hd = m.hd, width = 2, bytes = 2, mm = mm,
    weights = total,
             gpus = 16, node = 8, peak = PEAK, bw = card.bw, mem = card.mem, keep = KEEP, near_s = ALPHA,
             near_Bps = card.nvlink_dir, far_s = ALPHA, far_Bps = net.bw_dir, tp = 4, pp = 1, tokens = 2048,
             scores = 2048*2049//2, cached = 2048, prompt = 2048, out = 256, ttft = .5, tpot = .03, draw = 0, n = 1}
  for k, v in pairs(f) do r[k] = v end
  return r
end
local function rows(id, calls, f, more)
  local c = row(f)
  c.id, c.calls = id, calls
  for k, v in pairs(more or {}) do c[k] = v end
  return c
end

-- A site is tp 4 on NVLink. An all-reduce of a pass: one latency, and a ring's bytes for each token.
local TP = 4
local MS = 1000000000
local PRICE = {ps_token = 1e12*2*mm//(TP*PEAK), ps_score = 1e12*4*m.L*m.H*m.hd//(TP*PEAK),
               ps_weights = 1e12*2*mm//(TP*card.bw), ps_cached = 1e12*kv_B//(TP*card.bw),
               ps_pass = 1e12*2*m.L*ALPHA//1, ps_wire = 1e12*2*m.L*2*(TP - 1)*2*m.d//(TP*card.nvlink_dir)}
local ROOM = (TP*card.mem*KEEP - 2*total)//kv_B

-- Lengths by kernels/load/lengths.h: the Azure traces of 2023 (Splitwise, section III, figure 3). SHORT is ours:
-- turns of
-- a talk whose beginning is cached where it is decoded, lognormal as the small cases are.
local CHAT = {lengths = 0, max_prompt = 7500, max_out = 1000, groups = 1}
local CODING = {lengths = 1, max_prompt = 7500, max_out = 500, groups = 1}
local SHORT = {med_prompt = 60, sd_prompt = .9, med_out = 250, sd_out = .8, max_prompt = 1500, max_out = 1000}
local function mean(med, sd) return math.floor(med*math.exp(sd^2/2)) end

local function world(call, id, f, more)
  local c = {id = id, calls = {call}, sites = 3, prefills = 1, room = 20000, budget = 600, n = 60, rate = 10,
    burst = 1, day_s = 0, depth = 0,
             lengths = -1, groups = 4, shared = 0, med_prompt = 150, sd_prompt = .8, max_prompt = 1500,
               med_out = 12, sd_out = .8,
             max_out = 90, ps_msg = 1e12*ALPHA//1, ps_kB = 1e12*1000//(TP*net.bw_dir), ttft = 500*MS, tpot = 25*MS,
             layers = m.L, d = m.d, heads = m.H, kv_heads = m.Hkv, hd = m.hd, width = 2, down_at = 0, down_from = 0,
             down_to = 0, first = 0, log_cap = 400000}
  for k, v in pairs(PRICE) do c[k] = v end
  for k, v in pairs(f) do c[k] = v end
  c.mean_prompt, c.mean_out = mean(c.med_prompt, c.sd_prompt) + c.shared, mean(c.med_out, c.sd_out)
  for k, v in pairs(more or {}) do c[k] = v end
  return c
end
local function own(id, f, more)
  f.prefills = 0
  return world("serve", id, f, more)
end
local function trace(lengths, f)
  local c = {sites = 4, room = ROOM, n = 600, log_cap = 4000000}
  for k, v in pairs(lengths) do c[k] = v end
  for k, v in pairs(f or {}) do c[k] = v end
  return c
end

local function stream(id, f, more)
  local c = {id = id, calls = {"stream"}, n = 40, rows = 60, step = 0, msg = 0, each = 0}
  for k, v in pairs(f) do c[k] = v end
  for k, v in pairs(more or {}) do c[k] = v end
  return c
end
local function search(id, f, more)
  local c = {id = id, calls = {"search"}, n = 40, away = 1000, never = 0, all = 0}
  for k, v in pairs(f) do c[k] = v end
  for k, v in pairs(more or {}) do c[k] = v end
  return c
end

-- The stream of a prompt of 2,048 tokens on tp 4 over one port a GPU, in ns: layers of the prefill, layers of the
-- cache.
local PROMPT = 2048
local prefill_s = 2*mm*PROMPT/(TP*PEAK)
local LAYER = {step = math.floor(1e9*prefill_s/m.L), each = math.floor(1e9*kv_B*PROMPT/m.L/net.bw_dir), msg = 10000}

local function EDGE(note) return {tags = {"edge"}, note = note} end
local HIDDEN = {hidden = true}
local RATE = {chat = 24, coding = 14, short = 120}

return lab {
  api = 1, rev = 1, id = "w34-disagg", title = "Prefill/decode disaggregation",
  kind = "system", week = 34, part = 4, domain = {"serving", "distributed"},
  seeds = {"S003-W34", "S003-W34-C1", "S003-W34-C2", "S003-W34-C3", "S003-W34-C4", "S003-W34-C5", "S003-W34-HO",
           "S003-DN-disagg", "S003-DE-21"},
  requires = {"w06-paged-kv", "w30b-radix-chunked", "w07b-tp-mlp", "w20-ring-allreduce"},
  suggests = {"h01-interconnect"},
  hours = {read = 2, lab = 4},
  durable = {"Goodput counts requests that met both promises; throughput counts tokens",
             "What is sent layer by layer while it is computed is hidden, all but its end",
             "A small all-reduce costs its latency, and no faster link helps",
             "Two pools in a row are as fast as the slower one: their sizes follow the work of each phase"},
  ephemeral = {{"H100 and 400 Gb/s figures", as_of = "2026-11"},
               {"Lengths of the Azure traces", as_of = "2023-11"}},
  readings = {
    {"distserve", hours = 1, look_for = [[the three formulas of section 3.1 for the mean time to the first token, and
      algorithm 1 of section 4]]},
    {"splitwise", hours = .5, look_for = [[figure 3 with the lengths, and what section IV says of sending layer by
      layer]]},
    {"mooncake", hours = .5, look_for = "what happens to a request for whom no decode instance has room"},
  },

  lang = "c", backends = {"cpu"},
  edit = {"disagg.c"},
  reference = "ref.c", ladder = {"naive.c", "ref.c"},
  partial = {by = "case", functions = {pools = 3, serve = 2, place = 2}},
  limits = {wall_s = 10, mem_MiB = 1024, threads = 1},

  buffers = {
    rows = {dtype = "f64", shape = {"n", "28"}, dist = gen.custom"rows", note = "model, cluster, cut and job"},
    sizes = {dtype = "i64", shape = {"n", "2"}},
    costs = {dtype = "f64", shape = {"n", "4"}},
    places = {dtype = "f64", shape = {"n", "8"}},
    streams = {dtype = "i64", shape = {"rows", "n + 3"}, dist = gen.custom"streams"},
    ends = {dtype = "i32", shape = {"rows", "n + 1"}},
    curves = {dtype = "f64", shape = {"n", "4"}, dist = gen.custom"curves"},
    found = {dtype = "f64", shape = {"n", "3"}},
    cfg = {dtype = "i64", shape = {"32"}, dist = gen.custom"cfg"},
    reqs = {dtype = "i64", shape = {"n", "5"}, dist = gen.custom"reqs"},
    log = {dtype = "i64", shape = {"log_cap"}, note = "every decision of the dispatcher"},
  },

  calls = {
    memory = call{harness = true, args = {input"rows", output"sizes"}, verify = "memory",
      title = "what a cache holds"},
    cost = call{harness = true, args = {input"rows", output"costs"}, verify = "cost", title = "what a pass costs"},
    stream = call{harness = true, asks = {fn = "kv_stream"},
                  args = {i32"n", input"streams", output"ends"}, verify = "stream",
                  title = "a cache that travels while it is computed"},
    search = call{harness = true, asks = {fn = "goodput"}, args = {input"curves", output"found"}, verify = "search",
                  title = "the highest rate that keeps a promise"},
    place = call{harness = true, args = {input"rows", output"places"}, verify = "place", title = "where the GPUs go"},
    pools = call{harness = true, asks = {fn = "ds_step"},
                 args = {i32"n", i32"log_cap", input"cfg", input"reqs", output"log"},
      verify = "pools",
                 title = "both pools by the rule"},
    serve = call{harness = true, asks = {fn = "ds_step"},
                 args = {i32"n", i32"log_cap", input"cfg", input"reqs", output"log"},
      verify = "serve",
                 title = "all sites by your own policy"},
  },

  cases = {
    rows("llama-tp4", {"memory", "cost"}, {}),
    rows("llama-tp2", {"memory", "cost"}, {tp = 2, keep = 1}),
    rows("llama-4-bit", {"memory", "cost"}, {tp = 1, keep = 1, bytes = INT4, tokens = 16, scores = 16*2048,
         cached = 16*2048}, {note = [[one GPU with four-bit weights against the pair before; cache and activations
           stay]]}),
    rows("one-gpu", {"memory", "cost"}, {tp = 1, layers = 32, weights = 8.03e9, mm = 7.5e9},
         EDGE("one GPU: nothing is summed")),
    rows("does-not-fit", {"memory"}, {tp = 1}, EDGE("weights that do not fit: room for nothing")),
    rows("copied-heads", {"memory", "cost"}, {tp = 16, gpus = 32}, EDGE([[16 GPUs for 8 key and value heads, over
      nodes]])),
    rows("one-token", {"memory", "cost"}, {tokens = 1, scores = 2048, cached = 2048, tp = 8},
         EDGE("a decode of one: its all-reduces cost their latency")),
    rows("uneven-stages", {"memory", "cost"}, {pp = 3, tp = 2}, EDGE("80 layers in three stages")),
    rows("stages-over-nodes", {"cost"}, {pp = 4, tp = 4}, EDGE("a hop between nodes")),
    rows("long-context", {"memory"}, {tokens = 131072}, EDGE("more bytes than 32 bits count")),
    rows("no-token", {"memory"}, {tokens = 0}, EDGE()),
    rows("many", {"memory", "cost"}, {draw = 16, n = 400}),
    rows("hidden-rows", {"memory", "cost"}, {draw = gen.pick{8, 16}, n = gen.pick{200, 300}}, HIDDEN),
    stream("one-piece", {n = 1, rows = 30}, EDGE("nothing to hide behind")),
    stream("two-pieces", {n = 2, rows = 60}, EDGE()),
    stream("pieces", {}),
    stream("slow-wire", {n = 20, rows = 20, step = 100, each = 350, msg = 5}, EDGE("the wire is never idle")),
    stream("dear-messages", {n = 80, rows = 2, step = 1000, each = 40, msg = 9000},
           EDGE("a message costs more than nine layers take")),
    stream("hidden-stream", {n = gen.pick{17, 33, 60}, rows = 40}, HIDDEN),
    search("near", {away = 2}),
    search("far", {}),
    search("very-far", {away = 1e11}, EDGE("it begins 36 factors of two away, or fewer")),
    search("never", {never = 1, n = 6}, EDGE("no rate reaches the target, or every one does")),
    search("all-of-them", {all = 1, n = 10}, EDGE("a target of 1 is reached, and never passed")),
    search("hidden-search", {n = gen.pick{20, 30}, away = gen.pick{3, 500}}, HIDDEN),
    rows("llama-on-16", {"place"}, {}),
    rows("llama-on-8", {"place"}, {gpus = 8}),
    rows("tight-first-token", {"place"}, {ttft = .2}),
    rows("long-prompts", {"place"}, {prompt = 7000, ttft = 2, gpus = 16}),
    rows("thin-wire", {"place"}, {far_Bps = 1e8}, EDGE("the wire between the pools is the bound")),
    rows("nowhere", {"place"}, {tpot = .001}, EDGE("no placement decodes in time")),
    rows("no-second-pool", {"place"}, {gpus = 3}, EDGE([[three GPUs: weights fit into two, and nobody is left to
      decode]])),
    rows("long-answers", {"place"}, {prompt = 200, out = 3000, ttft = 1, tpot = .2},
         EDGE("memory is the bound, and most of it is for answers")),
    rows("one-gpu-a-node", {"place"}, {node = 1, prompt = 4000, out = 500, ttft = 4, tpot = .5},
         EDGE("pipelines alone: every batch in flight has its caches")),
    rows("six-heads", {"place"}, {heads = 48, kv_heads = 6, d = 6144, ttft = .25},
         EDGE("48 heads, which 4 divides, over 6 of keys and values, which it does not")),
    rows("two-heads", {"place"}, {kv_heads = 2, ttft = .25}, EDGE("four GPUs with two heads of keys and values")),
    rows("no-room-for-a-prompt", {"place"}, {keep = .885, gpus = 6, prompt = 7000, out = 2000, ttft = 4, tpot = .05},
         EDGE("weights fit into two GPUs, and no prompt besides")),
    rows("large-memory", {"place"}, {mem = 400e9, tpot = .06, ttft = 4, prompt = 600, out = 2000},
      EDGE("batches so large that arithmetic is the bound")),
    rows("placements", {"place"}, {draw = 16, n = 40}),
    rows("hidden-places", {"place"}, {draw = gen.pick{9, 16}, n = 25}, HIDDEN),
    world("pools", "alone", {n = 1}, EDGE("one request")),
    world("pools", "steady", {}),
    world("pools", "want-one-token", {max_out = 1, n = 40, room = 1600},
      EDGE("each wants one token: a stream for nothing")),
    world("pools", "prefill-in-the-middle", {sites = 5, prefills = 2, first = 2, rate = 40, n = 120, room = 3000},
          EDGE("sites 2 and 3 prefill: a role is where the settings say")),
    world("pools", "sixteen-sites", {sites = 16, prefills = 7, first = 9, rate = 150, n = 300, room = 2500},
          EDGE("as many sites as there may be")),
    world("pools", "another-model", {layers = 27, heads = 24, kv_heads = 6, hd = 64, d = 3072, width = 1},
          EDGE("27 layers, 6 heads of 64, elements of a byte")),
    world("pools", "all-at-once", {rate = 0, n = 50}),
    world("pools", "two-and-three", {sites = 5, prefills = 2, rate = 40, n = 120}),
    world("pools", "decode-full", {room = 2200, rate = 0, n = 60, max_prompt = 900, med_out = 60},
          EDGE("the decode pool is full: caches wait where they were computed, and nobody overtakes")),
    world("pools", "full-of-one-token", {room = 2200, rate = 6, n = 200, sites = 3, prefills = 2, max_prompt = 900,
          med_out = 20, sd_out = 2, max_out = 200}, EDGE("somebody who waits for room may be over already")),
    world("pools", "to-the-last-token", {room = 1440, budget = 576, rate = 0, n = 80, med_prompt = 96, sd_prompt = 0,
          med_out = 60, sd_out = 0}, EDGE("equal requests, of which a whole number fills budget and rooms")),
    world("pools", "crowd", {sites = 2, rate = 0, n = 320, med_prompt = 5, max_prompt = 20, med_out = 40,
      room = 60000,
          budget = 100000}, EDGE("more requests than a pass has seats")),
    world("pools", "both-full", {room = 1700, rate = 0, n = 60, max_prompt = 1500, med_out = 60, sites = 4,
      prefills = 2},
          EDGE("prefill has no room either, since what was computed cannot leave")),
    world("pools", "hits", {shared = 400, groups = 3, rate = 20}, EDGE("decode sites know the beginning")),
    world("pools", "hits-and-full", {shared = 300, groups = 5, rate = 0, room = 1800, sites = 4, max_prompt = 900,
          med_out = 60, budget = 1500},
          EDGE("whoever has the beginning may have no room")),
    world("pools", "link-down", {rate = 20, down_from = 800*MS, down_to = 2500*MS},
          EDGE("the wire is down: what was sent is computed again, one a pass")),
    world("pools", "link-down-long", {rate = 30, sites = 5, prefills = 2, down_at = 1, down_to = 1e6*MS,
      shared = 100},
          EDGE("one site's wire is never up")),
    world("pools", "all-down", {rate = 60, n = 150, sites = 5, prefills = 3, down_at = -1, down_from = 300*MS,
          down_to = 1500*MS}, EDGE("every wire is down: who was lost first is not who came first")),
    world("pools", "down-and-full", {rate = 0, room = 2500, down_from = 300*MS, down_to = 1500*MS, med_out = 40},
          EDGE("lost ones keep their room")),
    world("pools", "slow-wire-pools", {rate = 20, ps_kB = 20*(1e12*1000//net.bw_dir)},
      EDGE("transfers queue on the wire")),
    world("pools", "small-budget", {budget = 1, n = 30}, EDGE("every prompt is a pass of its own")),
    world("pools", "full-size", trace(CHAT, {n = 120, prefills = 2, rate = 12, budget = 2048})),
    world("pools", "hidden-pools", {sites = gen.pick{3, 5}, budget = gen.pick{200, 900}, room = gen.pick{2500, 9000},
          rate = gen.pick{0, 25}, shared = 100, down_from = 500*MS, down_to = gen.pick{500*MS, 1500*MS}}, HIDDEN),
    own("own-two", {sites = 2}),
    own("own-full", {room = 2500, rate = 0, n = 60, max_prompt = 900}, EDGE("nobody may be left unserved")),
    own("own-late", {sites = 3, rate = 0, n = 40, med_prompt = 900, sd_prompt = .4, max_prompt = 2000, med_out = 4},
        EDGE("most are late whatever is done, and have to be served all the same")),
    own("own-down", {sites = 3, rate = 20, down_to = 2000*MS}, EDGE("the wire of site 0 is down")),
    own("own-tide", trace(CODING, {rate = 14, n = 160, day_s = 6, depth = .9, room = 9000, max_prompt = 4000,
        max_out = 90}), EDGE("a day of six seconds: at its height caches cannot leave, and prefill sites are full")),
    own("own-hits", {shared = 300, rate = 20, sites = 4}),
    own("hidden-serve", {sites = gen.pick{2, 5}, room = gen.pick{3000, 9000}, rate = gen.pick{5, 40}, shared = 50},
      HIDDEN),
    stream("layers", {n = m.L, rows = 1, step = LAYER.step, each = LAYER.each, msg = LAYER.msg}, {tags = {"gate"},
           note = "a prompt of 2,048 tokens over one port of 400 Gb/s"}),
    stream("long", {n = 4000, rows = 2}, {tags = {"gate"}}),
    search("calls", {n = 40}, {tags = {"gate"}}),
    rows("large", {"place"}, {gpus = 512, tpot = .04}, {tags = {"gate"}}),
    own("chat", trace(CHAT, {rate = RATE.chat}), {tags = {"gate", "bench"}}),
    own("coding", trace(CODING, {rate = RATE.coding}), {tags = {"gate", "bench"}}),
    own("short", trace(SHORT, {rate = RATE.short}), {tags = {"gate", "bench"}}),
  },

  counters = {hidden_pct = "of the time on the wire, %, hidden behind prefill",
    goodput = "requests a second served as promised",
              attained_pct = "of the requests, %, served as promised", late_pct = [[of the requests, %, whose first
                token was late]],
              slow_pct = "of the requests, %, whose other tokens were slow",
                ttft_p99_ms = "time to the first token, P99, ms",
              tpot_p99_ms = "mean time between a request's tokens, P99, ms", moved_GB = "caches that travelled, GB",
              sums_us = "all-reduces of a pass, µs", asks_excess = "questions beyond those that a search needs",
              of_best = "rate of the worst placement, of the best one"},
  gates = {
    gate{id = "hidden", call = "stream", case = "layers", counter = "hidden_pct", op = ">=", value = 90, on = "cpu",
         why = "at least 90 % of a transfer is hidden behind prefill"},
    gate{id = "cuts", call = "stream", case = "long", counter = "c_loads", op = "<=", value = "rows*n*60", on = "cpu",
         why = "of all first pieces of a message only two can be best"},
    gate{id = "asks", call = "search", case = "calls", counter = "asks_excess", op = "<=", value = 0, on = "cpu",
         why = "each question is a simulation of its own"},
    gate{id = "rates-once", call = "place", case = "large", counter = "c_loads", op = "<=", value = 6000000,
      on = "cpu",
         why = "an instance's rate does not depend on the other pool"},
    gate{id = "streams", call = "serve", case = "chat", counter = "hidden_pct", op = ">=", value = 90, on = "cpu",
         why = "caches leave while they are computed, and do not wait for a decision"},
  },

  bench = {
    bench{id = "chat", call = "serve", case = "chat", metric = "counter:goodput", stages = STAGES,
          title = "conversation: requests a second served as promised, in virtual time",
          why = "both promises, on sixteen GPUs"},
    bench{id = "coding", call = "serve", case = "coding", metric = "counter:goodput", stages = STAGES,
          title = "coding: the same with long prompts and short answers",
          why = "pools have other sizes where the work is another"},
    bench{id = "short", call = "serve", case = "short", metric = "counter:goodput", stages = STAGES,
          title = "short questions, long answers",
          why = "a pool that has nothing to do costs a quarter of the machine"},
  },

  predict = {
    predict{id = "flops", axis = "flops", unit = "TFLOP", rtol = .03, answer = "2*f.mm*f.prompt/1e12",
            ask = "FLOP of the matrix products of a prompt of {{= n(f.prompt)}} tokens of Llama 3 70B?",
            worked = "2 FLOP a parameter and token: 2 · {{= n(f.mm/1e9, 1)}}e9 · {{= n(f.prompt)}}."},
    predict{id = "bytes", axis = "bytes", unit = "MB", rtol = .03, answer = "f.kv_B*f.prompt/1e6",
            ask = "Bytes of its keys and values, which go to the decode pool?",
            worked = "{{= n(f.kv_B)}} B a token."},
    predict{id = "intensity", axis = "intensity", unit = "FLOP/B", rtol = .05, answer = "2*f.mm/f.kv_B",
            ask = "FLOP of prefill for each byte of the cache that travels?",
            worked = "Both grow with the prompt: 2 · {{= n(f.mm/1e9, 1)}}e9 over {{= n(f.kv_B)}}."},
    predict{id = "parallelism", axis = "parallelism",
            ask = "Which layers of the cache can travel while the last layer is computed?",
            choices = {"all but the last one", "none: the cache is whole at the end", "the first one"},
            answer = "all but the last one"},
    predict{id = "failure", axis = "failure",
            ask = "The decode pool is full, and prompts keep coming. What happens in the prefill pool?",
            choices = {"its memory fills with caches that cannot leave, and it stops",
                       "nothing: the pools are separate", "requests are lost"},
            answer = "its memory fills with caches that cannot leave, and it stops"},
  },

  facts = function()
    local f = {mm = mm + 0.0, total = total + 0.0, kv_B = kv_B, L = m.L, d = m.d, H = m.H, kvh = m.Hkv, hd = m.hd,
               peak = PEAK, mfu = MFU, bw = card.bw, mem = card.mem, keep = KEEP, alpha = ALPHA,
                 near = card.nvlink_dir,
               far = net.bw_dir, tp = TP, prompt = PROMPT, room = ROOM, rate = RATE, ttft = .5, tpot = .025,
               bronze = STAGES.bronze, silver = STAGES.silver, gold = STAGES.gold, sums = 2*m.L}
    f.kv = function(S) return 1.0*kv_B*S end
    f.ring = function(p, B, Bps) return 2*(p - 1)*(ALPHA + B/p/Bps) end
    f.direct = function(p, B, Bps) return ALPHA + (p - 1)*B/Bps end
    f.sum = function(p, B, Bps) return p == 1 and 0 or math.min(f.ring(p, B, Bps), f.direct(p, B, Bps)) end
    -- where both ways take equally long
    f.turn = function(p, Bps) return ALPHA*Bps*(2*(p - 1) - 1)/((p - 1)*(1 - 2/p)) end
    -- seconds of a pass: lab.h's pass_cost() of this model on these cards
    f.pass = function(tp, pp, T, S, K)
      local token = 2.0*m.d*T
      local t = math.max((2*f.mm*T + 4*m.H*m.hd*m.L*S)/tp/PEAK, (2*f.mm/tp + kv_B*K/math.min(tp, m.Hkv))/card.bw) +
                2*m.L*f.sum(tp, token, tp <= 8 and f.near or f.far)
      local hop = pp > 1 and ALPHA + token/tp/(tp*pp <= 8 and f.near or f.far) or 0
      return t + (pp - 1)*hop, t*math.ceil(m.L/pp)/m.L + hop
    end
    f.prefill = function(tp, pp, S) return f.pass(tp, pp, S, S*(S + 1)/2, S) end
    f.holds = function(tp, pp)
      local n = math.ceil(m.L/pp)
      local left = card.mem*KEEP - 2*f.total*n/m.L/tp
      return left > 0 and left//(2*n*m.Hkv/math.min(tp, m.Hkv)*m.hd*2) or 0
    end
    -- requests a second of an instance, as place() rates it: prompts of S, answers of o tokens
    f.pre_rate = function(tp, pp, S, ttft)
      local l, c = f.prefill(tp, pp, S)
      local spare = ttft - l
      if spare <= 0 or f.holds(tp, pp) < S then return 0 end
      return math.min(2*spare/(c*c + 2*c*spare), tp*pp*f.far/f.kv(S))
    end
    f.batch = function(tp, pp, S, o, tpot)
      local b, most = 0, f.holds(tp, pp)//(pp*(S + o))
      while b < most and (f.pass(tp, pp, b + 1, (b + 1)*(S + o/2), (b + 1)*(S + o/2))) <= tpot do b = b + 1 end
      return b
    end
    f.dec_rate = function(tp, pp, S, o, tpot)
      local b = f.batch(tp, pp, S, o, tpot)
      if b == 0 then return 0, 0 end
      local _, c = f.pass(tp, pp, b, b*(S + o/2), b*(S + o/2))
      return b/(c*o), b
    end
    f.wait = function(R, c) return R*c*c/(2*(1 - R*c)) end
    f.job = {S = PROMPT, o = 256, ttft = .5, tpot = .03}
    -- seconds of a stream's last message behind the last layer, if all layers go in messages of g
    f.exposed = function(S, g, Bps) return ALPHA + f.kv(S)*g/m.L/Bps end
    -- Traces of the cases "chat", "coding" and "short", 600 requests each, in virtual time (2026-11, `ridge profile
    -- w34-disagg`): requests a second that come, share served as promised in %, P99 of the first token and of the
    -- mean time between tokens in ms; colocated is naive.c, pools the reference.
    f.chat = {{6, 99.2, 434, 19.1, 99.8, 399, 13.1}, {12, 96.7, 487, 30.8, 99.8, 414, 14.1},
              {18, 89.3, 530, 37.0, 99.5, 434, 14.8}, {24, 44.8, 777, 43.7, 98.2, 595, 15.7},
              {30, 20.7, 810, 63.4, 95.5, 1889, 16.8}}
    -- "short": first token P99 in ms and goodput of two pools, and of sites that do both
    f.short = {1383, 31.6, 60, 34.7}
    -- "chat" at its rate: GB that travelled
    f.moved = 232
    return f
  end,

  questions = {
    q.num{id = "cache", unit = "MB", rtol = .01, seed = "S003-W34-C2",
      ask = [[A prompt of {{= n(p.S)}} tokens of Llama 3 70B ({{= f.L}} layers, {{= f.kvh}} key and value heads of
        {{= f.hd}}, bf16); the decode site has the first {{= n(p.h)}} of them cached. What travels?]],
      vary = {S = {3000, 5000, 7000}, h = {600, 1100}},
      answer = function(f, p) return f.kv(p.S - p.h)/1e6 end,
      wrong = {{value = function(f, p) return f.kv(p.S)/1e6 end, hint = "What is there need not travel."},
               {value = function(f, p) return f.kv(p.S - p.h)*8/1e6 end, hint = [[64 query heads, but 8 key and
                 value heads.]]},
               {value = function(f, p) return f.kv(p.S - p.h)/2e6 end, hint = "Keys and values."}},
      worked = [[{{= n(f.kv_B)}} B a token, {{= n(p.S - p.h)}} tokens: {{= n(f.kv(p.S - p.h)/1e6, 1)}} MB.]]},
    q.num{id = "streamed", unit = "%", rtol = .01, seed = "S003-W34-C2",
      ask = [[A model of {{= p.L}} layers; its prefill takes {{= p.t}} ms, its whole cache {{= p.x}} ms on the wire.
        Each
        layer leaves when it is computed, latencies aside. Which share of the transfer is hidden?]],
      vary = {L = {32, 48, 64}, t = {120, 200}, x = {20, 40}},
      answer = function(_, p) return 100*(1 - 1/p.L) end,
      wrong = {{value = function(_, p) return 100*(1 - p.x/p.t) end,
                hint = "The wire keeps up: it waits for layers, and not layers for it. What is left is one layer."}},
      worked = "Only the last layer's share is left: 1 − 1/{{= p.L}} = {{= n(100*(1 - 1/p.L), 2)}} %."},
    q.num{id = "slow-wire", unit = "ms", rtol = .003, seed = "S003-W34-C5",
      ask = [[Now the wire is slow: {{= p.L}} layers, prefill {{= p.t}} ms, cache {{= p.x}} ms on the wire, layer by
        layer.
        How long after the prefill's end is the last layer there?]],
      vary = {L = {40, 80}, t = {100, 160}, x = {240, 400}},
      answer = function(_, p) return p.t/p.L + p.x - p.t end,
      wrong = {{value = function(_, p) return p.x/p.L end, hint = [[The wire is busy long after the last layer is
        ready.]]},
               {value = function(_, p) return p.x - p.t end, hint = [[The wire cannot begin before the first layer
                 is ready.]]}},
      worked = [[It begins at {{= n(p.t/p.L, 2)}} ms and is never idle: {{= n(p.t/p.L, 2)}} + {{= p.x}} − {{= p.t}} =
        {{= n(p.t/p.L + p.x - p.t, 1)}} ms.]]},
    q.num{id = "sums", unit = "ms", rtol = .02, seed = "S003-W34-C4",
      ask = [[A decode pass of {{= p.b}} requests, tp {{= p.tp}}: {{= f.sums}} all-reduces of {{= p.b}} vectors of
        {{= n(f.d)}} bf16 elements, each by the faster of lab.h's two ways, {{= p.us}} µs a message and
          {{= n(f.near/1e9)}}
        GB/s. How long do they take together?]],
      vary = {b = {4, 16}, tp = {4, 8}, us = {5, 12}},
      answer = function(f, p)
        local B, a, w = 2*f.d*p.b, p.us*1e-6, p.tp - 1
        return 1e3*f.sums*math.min(2*w*(a + B/p.tp/f.near), a + w*B/f.near)
      end,
      wrong = {{value = function(f, p) return 1e3*f.sums*2*(p.tp - 1)*(p.us*1e-6 + 2*f.d*p.b/p.tp/f.near) end,
                hint = "That is the ring, which has many messages one after the other."},
               {value = function(f, p) return 1e3*f.sums*2*f.d*p.b/f.near end, hint = "Latency is most of it."}},
      worked = [[Directly: {{= p.us}} µs and {{= p.tp - 1}} · {{= n(2*f.d*p.b/1024)}} KiB each, {{= f.sums}}
        times.]]},
    q.num{id = "waiting", unit = "ms", rtol = .02, seed = "S003-W34-C3",
      ask = [[Prompts come at random, {{= p.R}} a second, to one prefill instance, which takes {{= p.t}} ms for
        each. How
        long is it until the first token, on average?]],
      vary = {R = {3, 4, 5}, t = {120, 160}},
      answer = function(f, p) return p.t + 1e3*f.wait(p.R, p.t/1e3) end,
      wrong = {{value = function(_, p) return p.t end, hint = "Nobody waits? They come at random."},
               {value = function(f, p) return p.t + 2e3*f.wait(p.R, p.t/1e3) end,
                hint = "All take equally long: that halves the wait of exponential ones."}},
      worked = [[ρ = {{= n(p.R*p.t/1e3, 2)}}: {{= p.t}} + R·D²/(2(1 − ρ)) =
        {{= n(p.t + 1e3*f.wait(p.R, p.t/1e3), 0)}} ms.]]},
    q.num{id = "sizes", unit = "1", rtol = 0, seed = "S003-W34-C3",
      ask = [[{{= p.n}} equal sites. A request needs {{= p.a}} ms of a prefill site and {{= p.b}} ms of a decode
        site, its
        share of a batch. With how many prefill sites is the rate highest?]],
      vary = {n = {8, 12, 16}, a = {90, 150}, b = {40, 60}},
      answer = function(_, p)
        local best, most = 1, 0
        for k = 1, p.n - 1 do
          local r = math.min(k/p.a, (p.n - k)/p.b)
          if r > most + 1e-12 then best, most = k, r end
        end
        return best
      end,
      wrong = {{value = function(_, p) return p.n//2 end, hint = "The pools' work is not the same."}},
      worked = "min(k/{{= p.a}}, ({{= p.n}} − k)/{{= p.b}}): k near {{= n(p.n*p.a/(p.a + p.b), 1)}}, and whole."},
    q.num{id = "copies", unit = "GB", rtol = .02, seed = "S003-W34-C4",
      ask = [[Llama 3 70B decodes with tp {{= p.tp}}. How many GB does each GPU hold of a cache of {{= n(p.T)}}
        tokens?]],
      vary = {tp = {16, 32}, T = {40000, 90000}},
      answer = function(f, p) return f.kv(p.T)/f.kvh/1e9 end,
      wrong = {{value = function(f, p) return f.kv(p.T)/p.tp/1e9 end,
                hint = "A head is not cut: beyond eight GPUs, several have the same one."}},
      worked = "An eighth, whatever tp is beyond 8: {{= n(f.kv(p.T)/f.kvh/1e9, 2)}} GB."},
    q.num{id = "recompute", unit = "ms", rtol = .02, seed = "S003-W34-C2",
      ask = [[A cache of {{= n(p.S)}} tokens is lost on the way, and the decode site, {{= p.tp}} H100s at half of
        their
        peak, computes it again in one pass. Matrix products alone, how long does everybody there wait?]],
      vary = {S = {1500, 3500, 6000}, tp = {4, 8}},
      answer = function(f, p) return 1e3*2*f.mm*p.S/(p.tp*f.peak) end,
      wrong = {{value = function(f, p) return 1e3*f.kv(p.S)/f.far end, hint = "That is sending it once more."},
               {value = function(f, p) return 1e3*f.mm*p.S/(p.tp*f.peak) end,
                 hint = "2 FLOP a parameter and token."}},
      worked = "2 · {{= n(f.mm/1e9, 1)}}e9 · {{= n(p.S)}} over {{= n(p.tp*f.peak/1e12, 0)}} TFLOP/s."},
    q.choice{id = "when-not", seed = "S003-W34-C3",
      ask = "Where are two pools a mistake, though the machine is full?",
      options = {"Long prompts and short answers", "Short prompts and long answers",
        "A strict promise for the time between tokens, and prompts of all lengths"}, answer = 2,
      worked = [[Such a prompt rides in a pass of decodes for its few tokens of arithmetic. A pool for it reads all
        the
        weights for each, and its sites decode nothing.]]},
    q.choice{id = "faster-link", seed = "S003-W34-C4",
      ask = [[tp 8, decode of four requests. All-reduces take a fifth of the pass. What does a link of twice the
        rate bring?]],
      options = {"A tenth of the pass", "Nearly nothing: these sums cost their latency", "All-reduces vanish"},
        answer = 2,
      worked = "A few dozen KiB: the message's latency is most of it. Fewer sums, or a smaller tp, would help."},
    q.multi{id = "back-pressure", seed = "S003-W34-C3",
      ask = "The decode pool is full. Which of these are sound?",
      options = {"Keep the cache where it was computed, and send it when there is room",
        "Send it anyway: there will be room when it arrives", "Stop admitting when the prefill site has no room",
        "Let a smaller request overtake, whenever it fits"}, answer = {1, 3},
      worked = [[Memory has to be taken before something travels. Whoever always lets small ones overtake never
        finds the
        room for a large one.]]},
    q.text{id = "own-policy", min_words = 50, seed = "S003-W34-HO",
      ask = [[Run the three traces with your policy and colocated (`ridge profile w34-disagg`, `--impl naive`). Give
        goodput
        and both P99 of each, say which promise is broken where and why, and how your policy decides between pools and
        sites that do both.]],
      rubric = {"figures of three traces, both ways", [[the time between tokens breaks when prompts share passes;
        the first ]]
                .. "token breaks when a pool is too small", [[a criterion from work or rates, not from the trace's
                  name]]}},
  },

  hints = {
    {on = "build", match = {"implicit declaration", "undeclared", "unknown type name", "incomplete type"},
     "struct ds is yours to define in disagg.c; lab.h only names it."},
    {on = "sanitize", "Arrays of n pieces often need n + 1 places; and whatever ds_new takes, ds_delete gives back."},
    {on = "gate:hidden", [[What is exposed is the last message: its latency and its layers. How many layers should it
      have?]]},
    {on = "gate:cuts", [[For a message that ends with piece k: is there anything better than beginning with the last
      piece
      at which the wire is free before k is ready, or with the one behind that?]]},
    {on = "gate:asks", [[One factor of two at a time until it turns, then halve until the ends are 1 % apart. Keep
      answers.]]},
    {on = "gate:rates-once", [[An instance's rate depends on tp and pp alone. Rate all of them first, then join
      pairs.]]},
    {on = "gate:streams", [[Decide `to` at ADMIT, so that layers leave during the prefill. A SEND sends all of it
      later.]]},
    {on = "bench:short",
      "Prompts here are next to nothing. What does a site that only prefills do most of the time?"},
    {on = "bench:chat", [[cfg.prompt and cfg.out say how much work of each kind a mean request is. Size the pools by
      that.]]},
    {on = "bench:coding", [[A prompt that is late already is late anyway. Who could still be on time, if it
      waited?]]},
    {on = "case:does-not-fit", "Weights that are larger than mem·keep leave room for 0 tokens."},
    {on = "case:copied-heads", "16 GPUs and 8 key and value heads: two GPUs hold and read the same head."},
    {on = "case:uneven-stages", "80 layers in three stages: the longest has 27. It sets period and room."},
    {on = "case:stages-over-nodes", "The sums stay in the node if tp does; the hops do if tp·pp does."},
    {on = "call:memory", [[layers · key and value heads · hd · width, twice; weights that are held, not those
      multiplied with.]]},
    {on = "call:cost", [[t first, from one layer or all of them: arithmetic or memory, then two sums a layer. Then
      hops.]]},
    {on = "case:slow-wire", "The wire begins with the first piece and is never idle again: few messages are best."},
    {on = "case:dear-messages", "Draw the wire: during one message several layers become ready. They go together."},
    {on = "call:stream", [[sent[k]: the earliest time at which pieces 0 .. k - 1 are out. sent[k + 1] from sent[a],
      for all
      a up to k.]]},
    {on = "case:never", "40 factors of two in one direction, then give up: 0, or the last rate."},
    {on = "call:search", "Keep two rates: one that reaches the target and one that does not."},
    {on = "case:thin-wire", "tp·pp wires of an instance, kv_bytes(prompt) a request."},
    {on = "case:nowhere", "A batch of one is slower than tpot: no placement, and *ret stays as it was."},
    {on = "call:place", [[The report has the best rate. Print the rate of each instance by (tp, pp), and look which
      pair you
      did not try.]]},
    {on = "case:decode-full", [[Undecided requests keep their room where they were computed, and the next ones are not
      decided before them, also those that are admitted in this step.]]},
    {on = "case:want-one-token", [[DONE comes at the end of the prefill: room at both sites is free, and no MOVED
      comes.]]},
    {on = "case:hits", [[ds_hit() when it is decided: it chooses the site, and shortens what travels and what is
      taken.]]},
    {on = "case:link-down", [[LOST: room at the source is free, that at the destination is not. Of those that were
      lost at a
      site the oldest is the first of its next pass, one a pass.]]},
    {on = "case:down-and-full", "A lost request's room at its destination stays taken: it is used again."},
    {on = "case:small-budget", "The first prompt of a pass is never too long."},
    {on = "case:own-late", "Who cannot be on time any more goes last, and goes: nobody is left unserved."},
    {on = "case:to-the-last-token", "Whoever fills room or budget to the last token fits: `>` and not `>=`."},
    {on = "case:crowd", "A pass has at most DS_SEATS requests. The others are in the next one."},
    {on = "case:full-of-one-token", [[A request that waits to be decided may be over with its first token. It is not
      undecided then, and bars nobody.]]},
    {on = "call:pools", [[Take the step that is told, and list for each site who is there, in which order that came
      to be, and
      how much room is left.]]},
    {on = "call:serve", [[A pass needs an idle site and requests that are there; everybody has to be served in the
      end.]]},
    {after = 3, [[Write the life of one request on paper: QUEUED, admitted, computed, moving, here or lost, done;
      and at each
      arrow which room is taken or given.]]},
  },
}
