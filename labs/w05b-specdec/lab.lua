-- w05b-specdec: one round of speculative decoding, its exact law, and when it pays.

local STAGES = {bronze = .35, silver = .65, gold = .90}
local YIELD = {bronze = .90, silver = .95, gold = .98}
local ANY, SHIFTED, EQUAL, DISJOINT, GREEDY, HOLES = 0, 1, 2, 3, 4, 5
local LONG, WIDE, ROUNDS = 60000, 32768, 48

-- How many sequences of 0..n tokens there are.
local function sequences(V, n)
  local sum = 0
  for k = 0, n do sum = sum + V^k end
  return math.tointeger(sum)
end

-- A small case whose exact law is computed; `rows` says how the two models differ.
local function law(id, V, K, rows, more)
  local c = {id = id, V = V, K = K, rows = rows, prefixes = sequences(V, K), seqs = sequences(V, K + 1),
             calls = {"law"}}
  for k, v in pairs(more or {}) do c[k] = v end
  return c
end

local function long(id, V, K, rows, more)
  local c = {id = id, V = V, K = K, rows = rows, rounds = LONG, calls = {"decode"}}
  for k, v in pairs(more or {}) do c[k] = v end
  return c
end

local EDGE = {tags = {"edge"}}

-- Parameters of a model that a decoded token is multiplied by.
local function matmul_params(m)
  return m.L*(2*m.d*m.H*m.hd + 2*m.d*m.Hkv*m.hd + 3*m.d*m.ff) + m.V*m.d
end

return lab {
  api = 1, rev = 1, id = "w05b-specdec", title = "Speculative decoding acceptance",
  kind = "system", week = 5, part = 1, domain = {"inference", "sampling"},
  seeds = {"S000-P4-T2", "S001-29", "S002-R-9", "S002-8-3", "S003-DN-inference", "S003-W05-C5",
           "S003-W05-C6", "S003-W33-C1", "S004-MAP-10", "S004-C08-T10", "S004-C10-T02",
           "S004-C10-T03", "S004-C10-T04", "S004-C10-EX"},
  requires = {"w05-int8-outliers"}, suggests = {"w03-txmath"},
  hours = {read = 1.5, lab = 2.5},
  durable = {"Accept with min(1, p/q), replace from (p - q)+: the law is the target's, exactly",
             "Overlap of two distributions is the acceptance rate",
             "Speculation spends idle arithmetic; where none is idle it loses"},
  ephemeral = {{"Which draft goes with which target", as_of = "2026-11"},
               {"Bandwidth and ridge of the example accelerator", as_of = "2026-11"}},
  readings = {
    {"specdec", hours = 1, look_for = [[theorem 3.5: acceptance as one minus a distance; and the
      assumption of independence that the formula for tokens per round rests on]]},
    {"specsamp", hours = .5, look_for = [[the same rule found independently; read the proof in the
      appendix beside yours, and the table of acceptance by domain]]},
  },

  lang = "c", backends = {"cpu"},
  edit = {"specdec.c"},
  reference = "ref.c", ladder = {"naive.c", "ref.c"},
  limits = {wall_s = 30, mem_MiB = 512, threads = 1},

  buffers = {
    tree = {dtype = "f32", shape = {"2", "prefixes", "V"}, dist = gen.custom"tree",
            note = "rows after every prefix: target's, then draft's"},
    mass = {dtype = "f64", shape = {"seqs"}, note = "probability of every possible result"},
    tabs = {dtype = "f32", shape = {"2", "V", "V"}, dist = gen.custom"tabs",
            note = "rows after every token: target's, then draft's"},
    dice = {dtype = "u64", shape = {"1"}, dist = gen.custom"dice"},
    toks = {dtype = "i32", shape = {"rounds", "K + 2"}, note = "how many, and which"},
    fault = {dtype = "f64", shape = {"3"}},
    calls = {dtype = "f64", shape = {"2"}},
    wide = {dtype = "f32", shape = {"(2*K + 1)*V + rounds*K"}, dist = gen.custom"wide"},
    work = {dtype = "f32", shape = {"V"}},
    betas = {dtype = "f64", shape = {"R"}, dist = gen.custom"worth"},
    costs = {dtype = "f64", shape = {"R"}, dist = gen.custom"worth"},
    Ks = {dtype = "i32", shape = {"R"}, dist = gen.custom"worth"},
    alpha = {dtype = "f64", shape = {"R"}},
    speed = {dtype = "f64", shape = {"R"}},
    best = {dtype = "i32", shape = {"R"}},
  },

  calls = {
    worth = call{harness = true, args = {input"betas", input"costs", input"Ks", output"alpha", output"speed",
                 output"best"}, verify = "worth", title = "alpha, speed-up, best K"},
    law = call{harness = true, asks = {fn = "spec_verify"},
               args = {i32"V", i32"K", input"tree", output"mass", output"fault"},
               verify = "law", title = "exact law of spec_verify"},
    decode = call{harness = true, asks = {fn = "spec_round"},
                  args = {i32"V", i32"K", i32"rounds", input"tabs", input"dice",
                  output"toks", output"fault", output"calls"}, verify = "decode",
                  title = "long runs of spec_round"},
    verify = call{harness = true, asks = {fn = "spec_verify"},
                  args = {i32"V", i32"K", i32"rounds", input"wide", input"dice",
                  output"work", output"toks", output"fault"}, verify = "wide",
                  title = "spec_verify over a large vocabulary"},
  },

  cases = {
    {id = "figures", R = 400, calls = {"worth"}},
    {id = "hidden-figures", hidden = true, R = gen.pick{150, 300}, calls = {"worth"}},
    law("no-draft", 5, 0, ANY, EDGE),
    law("one-draft", 2, 1, ANY, EDGE),
    law("equal", 4, 2, EQUAL, {tags = {"edge"}, note = "p = q: everything is accepted"}),
    law("disjoint", 4, 2, DISJOINT, {tags = {"edge"}, note = "nothing is accepted"}),
    law("greedy", 4, 3, GREEDY, {tags = {"edge"}, note = "all rows have a single token"}),
    law("zeros", 5, 2, HOLES, {tags = {"edge"}, note = "p without tokens of q, q without tokens of p"}),
    law("six-three", 6, 3, ANY),
    law("hidden-law", 5, 3, gen.pick{ANY, HOLES, SHIFTED}, {hidden = true}),
    long("chat", 16, 4, ANY),
    long("chat-zeros", 12, 3, HOLES),
    long("chat-greedy", 16, 5, GREEDY, {rounds = 500, tags = {"edge"}}),
    long("no-speculation", 8, 0, ANY, {rounds = 4000, tags = {"edge"}}),
    long("most-drafts", 6, 64, SHIFTED, {rounds = 1000, tags = {"edge"}, note = "SPEC_MAX_K drafts"}),
    long("hidden-chat", gen.pick{7, 20}, gen.pick{2, 6}, ANY, {hidden = true}),
    {id = "hidden-wide", hidden = true, V = gen.pick{500, 1500}, K = gen.pick{2, 4}, rounds = 20, calls = {"verify"}},
    long("beta8", 16, 4, SHIFTED, {tags = {"gate", "bench"}, note = "overlap 0.8 after every token"}),
    {id = "wide", V = WIDE, K = 4, rounds = ROUNDS, calls = {"verify"}, tags = {"gate", "bench"}},
  },

  counters = {target_calls = "calls of the target a round", draft_calls = "calls of the draft a round",
              yield_off_pct = "off the yield's formula, %", tok_per_call = "tokens a call of the target"},
  gates = {
    gate{id = "one-call", call = "decode", case = "beta8", counter = "target_calls", op = "==", value = 1,
         on = "cpu", why = "the target reads its weights once a round: that is the whole saving"},
    gate{id = "draft-calls", call = "decode", case = "beta8", counter = "draft_calls", op = "==",
         value = "K", on = "cpu", why = "one row of the draft for each drafted token"},
    gate{id = "yield", call = "decode", case = "beta8", counter = "yield_off_pct", op = "<=", value = 2,
         on = "cpu", why = "tokens for each call of the target are what the formula says"},
    gate{id = "loads", call = "verify", case = "wide", counter = "c_loads", op = "<=",
         value = "rounds*(2*V + 16*K + 64)", on = "cpu",
         why = "at most one row of p and one of q are read in a round, however many drafts it has"},
  },

  bench = {
    bench{id = "yield", call = "decode", case = "beta8", metric = "counter:tok_per_call", stages = YIELD,
          title = "tokens for each call of the target", why = "the draft and its rows are the same for both"},
    bench{id = "verify", call = "verify", case = "wide", clock = "cpu", stages = STAGES,
          title = "rounds over 32,768 tokens", why = "what is left of a round beside the two models"},
  },

  predict = {
    predict{id = "flops", axis = "flops", unit = "FLOP", answer = "2*f.target*5", rtol = .05,
            ask = [[Llama 3 70B multiplies each token by {{= n(f.target)}} parameters. FLOP of one call
              that judges K = 4 drafts?]],
            worked = "K + 1 = 5 tokens, 2 FLOP for each parameter."},
    predict{id = "bytes", axis = "bytes", unit = "GB", answer = "2*f.target/1e9",
            ask = "Bytes of weights which that call reads, in bf16?",
            worked = "As many as for one token: that is the point."},
    predict{id = "intensity", axis = "intensity", unit = "FLOP/B", answer = "5",
            ask = "So its FLOP for each byte of weights?",
            worked = "K + 1. The H200's ridge is at {{= n(f.ridge, 0)}}."},
    predict{id = "parallelism", axis = "parallelism", unit = "tok", answer = "f.alpha(0.8, 4)", rtol = .02,
            ask = "With 0.8 of the drafts accepted, how many tokens does a call bring on average?",
            worked = "1 + 0.8 + 0.8² + 0.8³ + 0.8⁴ = {{= n(f.alpha(.8, 4), 4)}}."},
    predict{id = "failure", axis = "failure",
            choices = {"the output's quality", "the speed only", "nothing"},
            answer = "the speed only",
            ask = "The draft is replaced by one that guesses at random. What suffers?"},
  },

  facts = function(hw)
    local big, small = models.llama3_70b, models.llama3_8b
    local f = {rounds = LONG, wide = WIDE, yield = YIELD, time = STAGES, V = big.V,
               target = matmul_params(big), draft = matmul_params(small)}
    f.alpha = function(beta, K)
      local sum = 1
      for _ = 1, K do sum = 1 + beta*sum end
      return sum
    end
    f.speed = function(beta, K, c) return f.alpha(beta, K)/(1 + K*c) end
    f.best = function(beta, c)
      local best = 0
      for K = 1, 64 do
        if f.speed(beta, K, c) > f.speed(beta, best, c) then best = K end
      end
      return best
    end
    f.top = function(beta, c) return f.speed(beta, f.best(beta, c), c) end
    f.c = f.draft/f.target
    f.bw = hw.h200.bw + 0.0 -- + 0.0: whole figures this large would be integers to Lua
    f.peak = hw.h200.bf16 + 0.0
    f.ridge = f.peak/f.bw
    f.ms = 2e3*f.target/f.bw
    f.ms_draft = 2e3*f.draft/f.bw
    -- milliseconds of one call with `tokens` rows: weights read, or arithmetic, whichever lasts longer
    f.call_ms = function(params, tokens)
      return 1e3*math.max(2*params/f.bw, 2*params*tokens/f.peak)
    end
    -- tokens a second of b sequences, plain and with K drafts
    f.plain = function(b) return b/f.call_ms(f.target, b)*1e3 end
    f.spec = function(b, beta, K)
      return b*f.alpha(beta, K)/(K*f.call_ms(f.draft, b) + f.call_ms(f.target, b*(K + 1)))*1e3
    end
    -- the smallest batch at which speculation is no longer ahead
    f.lost = function(beta, K)
      for b = 1, 4096 do
        if f.spec(b, beta, K) <= f.plain(b) then return b end
      end
    end
    -- the lesson's example over three tokens
    f.kv_tok = 2*big.L*big.Hkv*big.hd*2
    return f
  end,

  questions = {
    q.num{id = "alpha", unit = "tok", rtol = .002, seed = "S004-C10-T04",
      ask = [[Each draft is accepted with probability {{= p.beta}}, independently; K = {{= p.K}}.
        Expected tokens for each call of the target?]],
      vary = {beta = {.75, .7, .65}, K = {3, 5}},
      answer = function(f, p) return f.alpha(p.beta, p.K) end,
      wrong = {{value = function(f, p) return f.alpha(p.beta, p.K) - 1 end,
                hint = "That counts the accepted drafts. Every round brings one token more."},
               {value = function(f, p) return f.alpha(p.beta, p.K - 1) end,
                hint = "One term too few: the last one is beta to the K, the bonus token."},
               {value = function(_, p) return 1 + p.K*p.beta end,
                hint = "A draft counts only if all before it were accepted."}},
      worked = "(1 - {{= p.beta}}^{{= p.K + 1}})/(1 - {{= p.beta}}) = {{= n(f.alpha(p.beta, p.K), 4)}}."},
    q.table{id = "speedup", unit = "x", rtol = .005, seed = "S004-C10-T03",
      ask = [[A row of the draft costs c calls of the target; K = {{= p.K}}. How many times as fast as plain
        decoding?]],
      rows = {"beta 0.8, c 0.05", "beta 0.8, c 0.2", "beta 0.3, c 0.2"}, columns = {"speed-up"},
      vary = {K = {2, 3, 6}},
      answer = function(f, p) return {{f.speed(.8, p.K, .05)}, {f.speed(.8, p.K, .2)}, {f.speed(.3, p.K, .2)}} end,
      hint = "Tokens of a round over its cost: one call of the target and K of the draft.",
      worked = [[{{= n(f.alpha(.8, p.K), 4)}}/{{= n(1+p.K*.05, 2)}} = {{= n(f.speed(.8, p.K, .05), 2)}};
        {{= n(f.alpha(.8, p.K), 4)}}/{{= n(1+p.K*.2, 1)}} = {{= n(f.speed(.8, p.K, .2), 2)}};
        {{= n(f.alpha(.3, p.K), 3)}}/{{= n(1+p.K*.2, 1)}} = {{= n(f.speed(.3, p.K, .2), 2)}}: slower than no
        speculation.]]},
    q.table{id = "best-k", unit = "1", rtol = 1e-6, seed = "S003-W05-C6",
      ask = "Which K is best at beta = {{= p.beta}}?",
      rows = {"c = 0.05", "c = 0.2"}, columns = {"K"},
      vary = {beta = {.6, .7, .9}},
      answer = function(f, p) return {{f.best(p.beta, .05)}, {f.best(p.beta, .2)}} end,
      hint = "Go on while the next term beta^K buys more than its share of the cost.",
      worked = [[{{= f.best(p.beta, .05)}} ({{= n(f.top(p.beta, .05), 2)}} times) and {{= f.best(p.beta, .2)}}
        ({{= n(f.top(p.beta, .2), 2)}} times). Flat around the top: a K off by one costs a per cent or two.]]},
    q.num{id = "overlap", unit = "%", rtol = .005, seed = "S004-C10-T02",
      ask = [[p = (0.5, 0.3, 0.2), q = ({{= p.a}}, {{= n(.9 - p.a, 1)}}, 0.1). With which probability is a
        draft accepted?]],
      vary = {a = {.2, .4, .5}},
      answer = function(_, p) return 100*(p.a + .3 + .1) end,
      wrong = {{value = function(_, p) return 100 - 100*(p.a + .3 + .1) end, hint = "That is the chance of a refusal."},
               {value = function(_, p) return 100*(p.a*.5 + (.9 - p.a)*.3 + .1*.2) end,
                hint = "That is the chance that two independent draws agree."}},
      worked = [[The sum of min(p, q): {{= p.a}} + 0.3 + 0.1 = {{= pct(p.a + .4)}}. One minus half of the
        sum of |p - q| is the same number.]]},
    q.table{id = "residual", unit = "%", rtol = .005, seed = "S004-C10-T02",
      ask = [[The same p, and q = ({{= n(p.q, 1)}}, {{= n(.9 - p.q, 1)}}, 0.1): the draft is refused. The law of the
        token drawn instead?]],
      vary = {q = {.1, .2, .4}},
      rows = {"token 1", "token 2", "token 3"}, columns = {"probability"},
      answer = function(f, p) return {{100*(.5 - p.q)/(.6 - p.q)}, {0}, {10/(.6 - p.q)}} end,
      hint = "Where p is larger than q, p - q remains; elsewhere nothing. What do the three add up to?",
      worked = [[({{= n(.5 - p.q, 1)}}, 0, 0.1) over {{= n(.6 - p.q, 1)}}: {{= pct((.5 - p.q)/(.6 - p.q))}}, never,
        {{= pct(.1/(.6 - p.q))}}. Only token 2 can be refused here, and it is the one that never replaces itself.]]},
    q.num{id = "cost", unit = "1", rtol = .01, seed = "S004-C10-T03",
      ask = [[Draft Llama 3 8B in {{= n(p.bits, 2)}} bits a weight, target Llama 3 70B in bf16, batch 1, both bound by
        reading weights: they multiply a token by {{= n(f.draft)}} and {{= n(f.target)}} parameters. c?]],
      vary = {bits = {4.25, 6.5, 8}},
      answer = function(f, p) return f.c*p.bits/16 end,
      wrong = {{value = function(f, p) return 16/p.bits/f.c end, hint = "The other way round: the draft is cheaper."},
               {value = function(f) return f.c end, hint = "That is a draft in 16 bits as well."},
               {value = function(f, p) return f.c*16/p.bits end, hint = "Fewer bits are read sooner."}},
      worked = "The ratio of the bytes: {{= n(f.c, 4)}} x {{= n(p.bits, 2)}}/16 = {{= n(f.c*p.bits/16, 4)}}."},
    q.num{id = "pair", unit = "tok/s", rtol = .01, seed = "S001-29",
      ask = [[The pair, both in bf16, on one H200 of {{= si(f.bw, "B/s")}}, ideal reading, caches left aside, beta =
        {{= p.beta}}, K = 4: tokens a second?]],
      vary = {beta = {.5, .6, .75}},
      answer = function(f, p) return f.spec(1, p.beta, 4) end,
      wrong = {{value = function(f) return f.plain(1) end, hint = "That is without a draft."},
               {value = function(f, p) return f.plain(1)*f.alpha(p.beta, 4) end,
                hint = "The draft's four rows take time as well."}},
      worked = [[{{= n(f.alpha(p.beta, 4), 3)}} tokens in {{= n(f.ms, 2)}} + 4 · {{= n(f.ms_draft, 2)}} ms =
        {{= n(f.spec(1, p.beta, 4), 1)}} tok/s; without a draft {{= n(f.plain(1), 1)}}.]]},
    q.num{id = "batch", unit = "1", rtol = .03, seed = "S004-C08-T10",
      ask = [[With K = {{= p.K}}, from about which batch on does the verifying call leave the bandwidth
        roof of an H200 (ridge {{= n(f.ridge, 1)}} FLOP/B, bf16 weights, caches left aside)?]],
      vary = {K = {3, 5, 7}},
      answer = function(f, p) return f.ridge/(p.K + 1) end,
      wrong = {{value = function(f) return f.ridge end,
                hint = "Each sequence brings K + 1 rows, not one."},
               {value = function(f, p) return f.ridge/p.K end, hint = "K drafts, and the token before them."}},
      worked = "{{= p.K + 1}} rows a sequence: {{= n(f.ridge, 1)}}/{{= p.K + 1}} = {{= n(f.ridge/(p.K + 1), 1)}}."},
    q.choice{id = "temperature", seed = "S003-W05-C6",
      ask = [[Acceptance was measured on greedy decoding. The service samples at temperature 1. What do
        you expect of beta?]],
      options = {"the same: the text is about the same", "another: it is the overlap of the two sampled rows",
                 "exactly 1, since both sample"}, answer = 2,
      worked = [[Greedy acceptance asks whether the two largest tokens agree. At temperature 1 it is the sum
        of min(p, q) over the whole row. Either may be higher; measure what you will run.]]},
    q.choice{id = "quality", seed = "S004-C10-T02",
      ask = "A reviewer asks how much quality speculative sampling costs. The answer?",
      options = {"it depends on the draft", "none: the output's law is the target's",
                 "none at temperature 0, some above"}, answer = 2,
      worked = "min(p, q) from acceptance and (p - q)+ from the residual add up to p, for every token."},
    q.multi{id = "loses", seed = "S003-W05-C6",
      ask = "Where does speculation lose?",
      options = {"large batches of short sequences", "beta = 0.3, c = 0.2, K = 4", "batch 1 with a good, small draft",
                 "a draft as slow as the target"}, answer = {1, 2, 4},
      worked = [[Large batches use the idle arithmetic themselves. With beta = 0.3 and c = 0.2, K = 4 makes
        {{= n(f.speed(.3, 4, .2), 2)}} times; K = 1 would still win a little,
        {{= n(f.speed(.3, 1, .2), 2)}}. With c = 1 no K can win.]]},
    q.order{id = "round", seed = "S003-W05-C5",
      ask = "One round, in order.",
      items = {"The draft proposes K tokens, one after the other", "The target computes K + 1 rows in one call",
               "Drafts are accepted in turn, up to the first refusal",
               "One token from the residual, or from the last row", "Caches are cut back to what was kept"},
      hint = "Judging needs all rows; cutting back needs to know how far."},
    q.text{id = "why", min_words = 50, seed = "S004-C10-T02",
      ask = [[Why must the replacement be drawn from (p - q)+ and not from p? Show it on one token, and say
        what somebody who gets it wrong would see.]],
      rubric = {"acceptance already gives token x the probability min(p, q)",
                "what is missing is p - min(p, q) = (p - q)+",
                "drawing from p adds (1 - overlap) times p to min(p, q): likes of the draft are said too often",
                "no crash, no odd text: only statistics, or an exact enumeration, show it"}},
  },

  hints = {
    {on = "build", match = {"defines no", "redefinition", "undefined reference", "rng_", "draft_row", "target_rows"},
     "specdec.c defines five functions; rng_coin, rng_pick, draft_row, target_rows are given."},
    {on = "sanitize", [[out has K + 1 places, draft has K, q has K rows. With K = 0 the latter two are
      empty: look only at what exists.]]},
    {on = "call:worth", [[beta = 0, beta = 1 and c = 0 are allowed, and the answer of spec_best_K may be 0.
      The message has the numbers: add up the powers by hand.]]},
    {on = "case:no-draft", "K = 0: nothing to judge, one token from row 0 of p."},
    {on = "case:equal", "p = q: every ratio is 1, the residual is empty and must never be needed."},
    {on = "case:disjoint", "Nothing is accepted: every round is one token from (p - q)+, which is p here."},
    {on = "case:greedy", "Rows with a single token need no special case. Which token replaces a refused one?"},
    {on = "case:zeros", "A draft with p = 0 is refused for certain. A token with q = 0 can only be a replacement."},
    {on = "call:law", [["law" in the message: some sequence comes too often. Take V = 2, K = 1 and write
      down the probabilities of all results. "yield": the law is right but you refuse too much. Off by
      1e-8 only: a division in float.]]},
    {on = "case:no-speculation", "K = 0 still asks the target for one row, and the draft for none."},
    {on = "case:most-drafts", "K may be SPEC_MAX_K, with one token more than drafts: how long are your arrays?"},
    {on = "gate:one-call", "Collect the K + 1 tokens first, then ask for all rows at once."},
    {on = "gate:draft-calls", "K drafts, K rows. A round that stops early has drafted them all the same."},
    {on = "call:decode", [[Row j of the target follows the token before draft j: last, then draft 0, 1, ...
      Is every draft drawn from the row that you hand to spec_verify?]]},
    {on = "gate:loads", [[Acceptance needs two floats a draft. Work on a whole row only after a refusal,
      once, with the sum in the same loop.]]},
    {on = "bench:verify", [[One sum is a chain: each addition waits some four cycles for the one before. Keep
      eight, add them at the end, and look whether the loop has a branch.]]},
    {after = 3, "Play V = 2, K = 1 on paper, with p = (0.7, 0.3) and q = (0.4, 0.6)."},
  },
}
