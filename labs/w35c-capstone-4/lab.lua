-- w35c-capstone-4: one engine out of the labs of part IV, judged by what the workbook recorded.

-- The rows, and what an attempt of each lab has to have recorded.
local STAGES = {
  {lab = "w30b-radix-chunked", what = "cached beginnings, prompts in chunks", call = "serve", case = "day",
   counters = {"goodput", "goodput_plain", "hit_pct", "tbt_p99_ms"}},
  {lab = "w33-tree-spec", what = "trees of guesses", call = "microlm", case = "microlm",
   counters = {"tok_per_call", "draft_calls", "nodes_max"}},
  {lab = "w34-disagg", what = "two pools", call = "serve", case = "chat",
   counters = {"goodput", "attained_pct", "hidden_pct", "moved_GB"}},
  {lab = "w35-slo-serving", what = "promises, when more comes than fits", call = "serve", case = "rush",
   counters = {"goodput", "goodput_low", "goodput_high", "ttft_p99_ms", "bound_pct", "use_pct"},
   drawn = {case = "hidden-serve", counters = {"goodput", "kept_pct"}, least = 3}},
  {lab = "w35-slo-serving", what = "a day and its bill", call = "serve", case = "day",
   counters = {"kept_pct", "tok_s", "use_pct", "usd_mtok", "usd_mtok_kept"}, ratios = {{"usd_mtok_kept", "usd_mtok"}}},
  {lab = "w35b-engine", what = "all parts that change no text", call = "serve", case = "all",
   counters = {"passes_share", "prefill_share", "wait_share", "gap_share", "held_share", "ppl_ratio"}},
  {lab = "w35b-engine", what = "the scheduler alone", call = "serve", case = "slo",
   counters = {"passes_share", "wait_share", "gap_share"}},
  {lab = "w35b-engine", what = "chunks alone", call = "serve", case = "chunk",
   counters = {"passes_share", "gap_share"}},
  {lab = "w35b-engine", what = "forgetting alone", call = "serve", case = "forget",
   counters = {"held_share", "ppl_ratio"}},
  {lab = "w35b-engine", what = "two machines", call = "serve", case = "pools",
   counters = {"gap_share", "moved_share", "shown_share"}},
}
local LABS = {}
for _, stage in ipairs(STAGES) do
  if stage.lab ~= LABS[#LABS] then LABS[#LABS + 1] = stage.lab end
end
-- Those with a bench, all of which count in virtual time. The engine has shares of one run: they are its pairs.
local PAIRED = {"w30b-radix-chunked", "w33-tree-spec", "w34-disagg", "w35-slo-serving"}
local PARTS = {"w30b-radix-chunked", "w30-kv-evict", "w33-tree-spec", "w34-disagg", "w35-slo-serving"}
local USES = {"w30-kv-evict", table.unpack(LABS)}

return lab {
  api = 1, rev = 1, id = "w35c-capstone-4", title = "Part IV capstone",
  kind = "capstone", week = 35, part = 4, domain = {"method", "serving", "inference"},
  seeds = {"S003-W35-MS", "S002-6-3"},
  requires = {"w35b-engine"},
  suggests = {"w30-kv-evict", "w34-disagg", "w35-slo-serving", "w31b-fp8-gemm", "h06-accel-tco", "w28c-capstone-3"},
  hours = {read = 0, lab = 6},
  durable = {"What a part wins alone is a bound on what it wins in the whole",
             "A latency is a claim with a load, a percentile and an interval",
             "A price is of tokens that kept their promise"},

  lang = "c", backends = {"cpu"},
  reference = "engine.json", ladder = {"engine.json"},

  tracks = {
    track{id = "E", title = "prefixes, guesses, pools, promises, and one engine out of them",
          uses = USES, passed = USES, each = PAIRED, figure = {kind = "results", results = STAGES},
          why = "what each part wins alone, what is left of that in one engine, and what a token costs"},
  },

  deliverables = {
    deliverable{id = "passed", need = "passed", max = 5, goal = "the engine and each part's lab are correct"},
    deliverable{id = "own", need = "own", of = "w35b-engine", parts = PARTS, max = 10,
                goal = "an engine that is correct with all five parts your own"},
    deliverable{id = "baseline", need = "profile", max = 5,
                goal = "each of the labs with a pair was profiled before its change, by an older attempt"},
    deliverable{id = "pairs", need = "pairs", min = #PAIRED, within = 2, max = 15,
                goal = "a pair before and after of prefixes, guesses, pools and promises: predicted, counted"},
    deliverable{id = "total", need = "total", max = 10,
                goal = "of each of them the first version against the last, measured, not multiplied"},
    deliverable{id = "manifest", need = "figure", max = 20,
                goal = "goodput, P99, price and what is hidden, and the engine's shares, out of attempts"},
    deliverable{id = "account", need = "text", question = "account", words = 60, numbers = 2*#LABS, cites = #LABS,
                recorded = true, after = "pairs", max = 5,
                goal = "what the manifest says of your engine: 60 words, figures beside the attempts that have them"},
    deliverable{id = "explain", need = "text", question = "explain", words = 100, factors = true, after = "pairs",
                max = 10,
                goal = "the bound of each figure, what parts take from each other: 100 words, each pair's two factors"},
    deliverable{id = "provenance", need = "text", question = "provenance", words = 40, cites = 1, after = "pairs",
                max = 5, goal = "what an assistant wrote, how it was checked: at least 40 words that name an attempt"},
    deliverable{id = "next", need = "text", question = "next", words = 40, numbers = 1, after = "pairs", max = 5,
                goal = "one next step and its gain, after the last pair: at least 40 words and a number"},
  },

  facts = function()
    local f = {tok_s = 6000, hour = 3600, layers = 80}
    -- passes_share of the cases "tree" and "all" of w35b-engine, in virtual time (2026-11, `ridge profile w35b-engine
    -- --impl reference`)
    f.trees, f.whole = .37, .93
    f.usd = function(price, kept) return price/f.hour/(f.tok_s*kept/100)*1e6 end
    f.left = function(share, prompts, passes) return share*prompts + (1 - share)*passes end
    f.half = function(kept, n) return 196*math.sqrt(kept/100*(1 - kept/100)/n) end
    f.seen = function(wire, L) return wire/L end
    return f
  end,

  questions = {
    q.num{id = "price-of-kept", unit = "1", rtol = .005, seed = "S003-W35-MS",
      ask = [[A replica costs {{= p.c }} dollars an hour and says {{= n(f.tok_s) }} tokens a second, of which
        {{= p.k }} % belong to requests that kept their promise. What do a million such tokens cost, in dollars?]],
      vary = {c = {4, 6, 10}, k = {70, 80}},
      answer = function(f, p) return f.usd(p.c, p.k) end,
      wrong = {{value = function(f, p) return f.usd(p.c, 100) end, hint = "That is the price of all tokens."},
               {value = function(f, p) return f.usd(p.c, 100)*p.k/100 end,
                hint = "What is useless makes the rest dearer."}},
      worked = [[{{= p.c }}/3,600 dollars a second over {{= n(f.tok_s*p.k/100) }} tokens:
        {{= n(f.usd(p.c, p.k), 3) }}.]]},
    q.num{id = "two-parts", unit = "%", rtol = .005, seed = "S003-W35-MS",
      ask = [[An engine spends {{= p.s }} % of its time on prompts and the rest on passes of decoding. Cached
        beginnings leave {{= p.a }} % of the prompts' time, trees {{= p.b }} % of the passes'. How many per cent of
        the time are left at best?]],
      vary = {s = {30, 60}, a = {40, 25}, b = {60, 50}},
      answer = function(f, p) return 100*f.left(p.s/100, p.a/100, p.b/100) end,
      wrong = {{value = function(_, p) return p.a*p.b/100 end, hint = "Neither touches the other's time: they add."},
               {value = function(_, p) return (p.a + p.b)/2 end, hint = "Weigh them by the time that each has."}},
      worked = [[{{= p.s }} %·{{= p.a/100 }} + {{= 100 - p.s }} %·{{= p.b/100 }} =
        {{= n(100*f.left(p.s/100, p.a/100, p.b/100), 1) }} %.]]},
    q.num{id = "interval", unit = "%", rtol = .01, seed = "S003-W35-MS",
      ask = [[{{= p.k }} % of {{= n(p.n) }} independent requests kept their promise. Half the width of the
        interval of 95 %, in percentage points?]],
      vary = {k = {80, 90}, n = {400, 900}},
      answer = function(f, p) return f.half(p.k, p.n) end,
      wrong = {{value = function(f, p) return f.half(p.k, p.n)/1.96 end, hint = "One deviation is not 95 %."},
               {value = function(f, p) return f.half(p.k, 1)/p.n end, hint = "It shrinks with the root."}},
      worked = [[1.96·√({{= p.k/100 }}·{{= n(1 - p.k/100, 1) }}/{{= n(p.n) }}) = {{= n(f.half(p.k, p.n), 2) }}
        points. A burst makes neighbours alike, and the true interval wider.]]},
    q.num{id = "seen", unit = "ms", rtol = .005, seed = "S003-W35-MS",
      ask = [[A cache of {{= f.layers }} layers takes {{= p.w }} ms on the wire, and its prefill 200 ms. Sent
        layer by layer, messages for nothing: how many ms after the prefill is the last of it there?]],
      vary = {w = {120, 40, 80}},
      answer = function(f, p) return f.seen(p.w, f.layers) end,
      wrong = {{value = function(_, p) return p.w end, hint = "That is all of it, sent when it is computed."}},
      worked = [[Each layer is sent while the next one is computed: {{= p.w }}/{{= f.layers }} =
        {{= n(f.seen(p.w, f.layers), 1) }} ms.]]},
    q.multi{id = "claims", answer = {2, 4}, seed = "S003-W35-MS",
      ask = "Which sentences may stand on the page?",
      options = {"the engine is 2.5 times as fast: prefixes 1.5, trees 1.7",
                 "P99 to the first token 410 ms [355, 541] at 20 requests a second, attempt 31",
                 "goodput 38 requests a second, a record",
                 "with all parts on 0.93 of the passes and 0.48 of the prompts' bytes of the same trace, attempt 44"},
      worked = [[A product of gains was not measured. A goodput without its promise, its load and its attempt is a
        number.]]},
    q.order{id = "path", ask = "The way of a request through both machines, first to last.",
      items = {"what the decoding machine has of the prompt is held", "the prompt's pass begins",
               "the first layer's keys and values leave", "the first byte is said", "the last layer arrives",
               "a tree of guesses is verified"}},
    q.choice{id = "gap", answer = 3,
      ask = [[With the scheduler on, the longest gap between two bytes grew tenfold and the wait of the urgent
        fell to a fifteenth. What happened?]],
      options = {"A defect: a scheduler must not make gaps", "The trees were too wide",
                 "Seats were taken from those with time, who waited", "Prompts were not cut"},
      worked = "Their next byte was due late enough. Whether the promise allows that is a question to the promise."},

    q.text{id = "account", min_words = 60, seed = "S003-W35-MS",
      ask = [[What the manifest says of your engine and its parts. For prefixes, guesses, pools, promises and the
        engine: the number that counts there, before and after, and the attempt that has it ("attempt 61"). Which
        percentile, at which load, with which interval? What does a million tokens cost that kept their promise?]],
      rubric = {"a number for each lab, with its unit and its attempt", "a percentile with load and interval",
                "the price of what was kept beside that of all", "what was not measured is said to be so"}},
    q.text{id = "explain", min_words = 100, seed = "S003-W35-MS",
      ask = [[Latency, throughput, use of the machines and dollars for a million tokens: which bound does each of
        yours run against? Which part won less in the engine than alone, and which other part took it? What did
        each of your changes do against what you predicted?]],
      rubric = {"a bound for each of the four, with its number", "each pair with its prediction and what was counted",
                "two parts that compete for the same time, blocks or free tokens",
                "a share of the engine beside the gain alone"}},
    q.text{id = "provenance", min_words = 40, seed = "S002-8",
      ask = [[What in this work did an assistant, or anybody but you, write? For each piece: how was it checked,
        and which attempt shows that ("attempt 61")? If there is none, say how you would know, and which attempt
        shows that your own version is right.]],
      rubric = {"each piece that somebody else wrote is named, or that there is none",
                "a check that could have failed, for each", "the attempt that shows it"}},
    q.text{id = "next", min_words = 40,
      ask = "One thing you would do next with more time or hardware, and the gain that you expect, with its bound.",
      rubric = {"one step, not a list", "a number, and the ceiling it follows from", "how it would be measured"}},
  },
}
