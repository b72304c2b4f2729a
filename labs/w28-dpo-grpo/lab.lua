-- w28-dpo-grpo: log-probabilities in one pass, five losses with their gradients, and a language model that is trained.

local STAGES = {bronze = .35, silver = .65, gold = .90}
-- kernels/w28-dpo-grpo/oracle.c has the same
local RANDOM, FAR, EQUAL, SPIKE, HOLES, RISING, BELOW, NEAR = 0, 1, 2, 3, 4, 5, 6, 7
local DPO, GRPO = 0, 1
local TRACED = {T = 16, V = 32000}
local WEIGHTS = 115008                        -- microlm's draft
local PROMPT, ANSWER, DOCS = 4, 5, 32         -- policy.h
local STEPS = {[DPO] = 40, [GRPO] = 30}
-- What a policy is asked for, on 320 prompts that no training draws. Ten seeds each of the reference's recipe (2026-11,
-- gcc 12.2), on 512 such prompts, end between these: DPO reward .773 and .842, KL .81 and 2.11, plain text 2.08 and
-- 2.73 nats a byte; GRPO .867 and .887, .82 and 1.14, 2.05 and 2.10. The bounds leave as much again as lies between
-- the middle and the worst of them, at least .04 of reward; a draft that is left as it is has .572, 0 and 1.86. DPO's
-- margins under the ten seeds of curves.md, least, middle and most: at the last step, and in nats before beta on pairs
-- that no training saw, whose bound leaves as much.
local MARGIN = {trained = {3.74, 5.33, 5.96}, unseen = {1.26, 1.94, 4.19}}
local ASKED = {[DPO] = {reward_least = .72, kl_most = 3, nll_most = 3.1, margin_least = .57},
               [GRPO] = {reward_least = .83, kl_most = 1.5, nll_most = 2.3}}

local function make(calls, fields, more)
  fields.calls = calls
  for k, v in pairs(more or {}) do fields[k] = v end
  return fields
end
local function rows(id, T, V, mode, more)
  return make({"gather", "back"}, {id = id, T = T, V = V, mode = mode}, more)
end
local function pairs_(id, n, beta, apart, more)
  return make({"dpo"}, {id = id, n = n, beta = beta, apart = apart, shift = 0, ahead = 0}, more)
end
local function thumbs(id, n, m, beta, up, down, shift, apart, more)
  return make({"kto"}, {id = id, n = n, m = m, beta = beta, up = up, down = down, shift = shift, apart = apart,
               ahead = 0}, more)
end
local function odds(id, n, lambda, size, more)
  return make({"orpo"}, {id = id, n = n, lambda = lambda, size = size}, more)
end
local function groups(id, g, K, mode, more)
  return make({"advantages"}, {id = id, groups = g, K = K, eps = 1e-4, mode = mode}, more)
end
local function tokens(id, n, most, clip, beta, apart, mode, more)
  return make({"grpo"}, {id = id, n = n, most = most, clip = clip, beta = beta, apart = apart, mode = mode},
              more)
end
local function leave(id, g, K, most, beta, mode, more)
  return make({"rloo"}, {id = id, groups = g, K = K, most = most, beta = beta, apart = .3, clip = .2, mode = mode,
              n = g*K}, more)
end
local function train(id, method, seed, more)
  local fields = {id = id, method = method, seed = seed, steps = STEPS[method]}
  for k, v in pairs(ASKED[method]) do fields[k] = v end
  return make({"train"}, fields, more)
end
local function EDGE(note) return {tags = {"edge"}, note = note} end
local HIDDEN = {hidden = true}

return lab {
  api = 1, rev = 1, id = "w28-dpo-grpo", title = "Preference losses that train",
  kind = "kernel", week = 28, part = 3, domain = {"training", "rlhf"},
  seeds = {"S003-W28", "S003-W28-C1", "S003-W28-C2", "S003-W28-C3", "S003-W28-C4", "S003-W28-C5", "S003-W28-HO",
           "S003-DN-rlhf", "S003-DE-16", "S003-DE-17"},
  requires = {"w26-qlora", "w21-ring-attention"}, suggests = {"w27-ppo"},
  hours = {read = 7.5, lab = 4},
  durable = {"Reward under a KL penalty has a closed form, and pairs cancel what is unknown in it",
             "The mean of a group, or of the others in it, is a critic for nothing",
             "A log-sum-exp and a gather need one pass, and their gradient another",
             "What a rule costs in KL has a floor: minus the logarithm of how often it held before"},
  ephemeral = {{"Which variant is in fashion, and a library's defaults", as_of = "2026-11"}},
  readings = {
    {"dpo", hours = 3, look_for = [[the step in which Z(x) cancels; then the gradient of the loss: what is the weight of
      a pair that is already in order?]]},
    {"dsmath", hours = 2.5, look_for = [[equation 3 and where the KL term stands in it; over what the mean of a token's
      term is taken]]},
    {"rloohf", hours = 1, look_for = [[why the whole answer is one action, and where the KL went]]},
    {"kto", hours = .5, look_for = [[the reference point: from which pairs is it estimated, and why does no gradient go
      through it?]]},
    {"orpo", hours = .5, look_for = [[the odds ratio's gradient, and what the authors say a ratio of probabilities would
      do]]},
  },

  lang = "c", backends = {"cpu"},
  edit = {"preference.c"},
  reference = "ref.c", ladder = {"naive.c", "ref.c", "opt.c"},
  partial = {by = "case", functions = {train = 2, grpo = 2}},
  limits = {wall_s = 120, mem_MiB = 512, threads = 1},

  buffers = {
    logits = {dtype = "f32", shape = {"T", "V"}, dist = gen.custom"logits"},
    tok = {dtype = "i32", shape = {"T"}, dist = gen.custom"tok"},
    lp = {dtype = "f32", shape = {"T"}},
    keep = {dtype = "f32", shape = {"T", "2"}},
    kept = {dtype = "f32", shape = {"T", "2"}, dist = gen.custom"kept", note = "keep, from the way there"},
    slope = {dtype = "f32", shape = {"T"}, dist = gen.custom"slope", note = "g"},
    dlogits = {dtype = "f32", shape = {"T", "V"}},
    pc = {dtype = "f64", shape = {"n"}, dist = gen.custom"sums", note = "chosen, by the policy"},
    pr = {dtype = "f64", shape = {"n"}, dist = gen.custom"sums", note = "rejected, by the policy"},
    rc = {dtype = "f64", shape = {"n"}, dist = gen.custom"sums", note = "chosen, by the reference"},
    rr = {dtype = "f64", shape = {"n"}, dist = gen.custom"sums", note = "rejected, by the reference"},
    margin = {dtype = "f64", shape = {"n"}},
    dc = {dtype = "f64", shape = {"n"}, note = "dchosen"},
    dr = {dtype = "f64", shape = {"n"}, note = "drejected"},
    loss = {dtype = "f64", shape = {"1"}},
    good = {dtype = "i32", shape = {"n"}, dist = gen.custom"good"},
    other = {dtype = "f64", shape = {"m"}, dist = gen.custom"sums"},
    qother = {dtype = "f64", shape = {"m"}, dist = gen.custom"sums", note = "ref_other"},
    mc = {dtype = "f64", shape = {"n"}, dist = gen.custom"means", note = "chosen"},
    mr = {dtype = "f64", shape = {"n"}, dist = gen.custom"means", note = "rejected"},
    lc = {dtype = "i32", shape = {"n"}, dist = gen.custom"lengths", note = "len_chosen"},
    lr = {dtype = "i32", shape = {"n"}, dist = gen.custom"lengths", note = "len_rejected"},
    reward = {dtype = "f64", shape = {"groups", "K"}, dist = gen.custom"rewards"},
    adv = {dtype = "f64", shape = {"groups", "K"}},
    leave = {dtype = "f64", shape = {"groups", "K"}, note = "RLOO's"},
    from = {dtype = "i32", shape = {"n + 1"}, dist = gen.custom"from"},
    lps = {dtype = "f64", shape = {"n*most"}, dist = gen.custom"tokens", note = "lp"},
    old = {dtype = "f64", shape = {"n*most"}, dist = gen.custom"tokens"},
    tref = {dtype = "f64", shape = {"n*most"}, dist = gen.custom"tokens", note = "ref"},
    advs = {dtype = "f64", shape = {"n"}, dist = gen.custom"advs", note = "adv"},
    dlp = {dtype = "f64", shape = {"n*most"}},
    kl = {dtype = "f64", shape = {"1"}},
    draft = {dtype = "u16", shape = {WEIGHTS}, dist = gen.custom"draft", note = "microlm's draft, bf16"},
    w = {dtype = "f32", shape = {WEIGHTS}, note = "the policy's weights after training"},
    curve_loss = {dtype = "f32", shape = {"steps"}},
    curve_margin = {dtype = "f32", shape = {"steps"}, note = "DPO: mean margin of the batch; GRPO: mean of k3"},
    curve_reward = {dtype = "f32", shape = {"steps"}, note = "of 32 answers; DPO samples every fifth step"},
    curve_kl = {dtype = "f32", shape = {"steps"}, note = "of these, nats an answer"},
    recipe = {dtype = "f64", shape = {"2"}},
  },

  calls = {
    gather = call{harness = true, asks = {fn = "logp_gather"},
                  args = {i32"T", i32"V", input"logits", input"tok", output"lp", output"keep"},
                  verify = "gather", title = "log-probabilities in one pass"},
    back = call{harness = true, asks = {fn = "logp_bwd"},
                args = {i32"T", i32"V", input"logits", input"tok", input"kept", input"slope",
                output"dlogits"}, verify = "back", title = "their gradient, in place"},
    dpo = call{harness = true, asks = {fn = "dpo_loss"},
               args = {i32"n", f64"beta", input"pc", input"pr", input"rc", input"rr", output"margin",
               output"dc", output"dr", output"loss"}, verify = "dpo", title = "DPO"},
    kto = call{harness = true, asks = {fn = "kto_loss"},
               args = {i32"n", i32"m", f64"beta", f64"up", f64"down", input"pc", input"rc",
               input"good", input"other", input"qother", output"dc", output"loss"}, verify = "kto", title = "KTO"},
    orpo = call{harness = true, asks = {fn = "orpo_loss"},
                args = {i32"n", f64"lambda", input"mc", input"mr", input"lc", input"lr", output"dc",
                output"dr", output"loss"}, verify = "orpo", title = "ORPO"},
    advantages = call{harness = true, args = {i32"groups", i32"K", f64"eps", input"reward", output"adv",
                      output"leave"}, verify = "advantages", title = "advantages of a group"},
    grpo = call{harness = true, asks = {fn = "grpo_loss"},
                args = {i32"n", f64"clip", f64"beta", input"from", input"lps", input"old",
                input"tref", input"advs", output"dlp", output"kl", output"loss"}, verify = "grpo", title = "GRPO"},
    rloo = call{harness = true, asks = {fn = "rloo_loss"},
                args = {i32"groups", i32"K", f64"beta", input"from", input"lps", input"tref",
                input"reward", output"dlp", output"loss"}, verify = "rloo", title = "RLOO"},
    train = call{harness = true, args = {i32"method", i32"seed", i32"steps", input"draft", output"w",
                 output"curve_loss", output"curve_margin", output"curve_reward", output"curve_kl", output"recipe"},
                 verify = "train", title = "a model that is trained"},
  },

  cases = {
    rows("no-rows", 0, 9, RANDOM, EDGE("T = 0")),
    rows("one-column", 5, 1, RANDOM, EDGE("V = 1: certain")),
    rows("two-columns", 9, 2, RANDOM, EDGE()),
    rows("equal-logits", 7, 130, EQUAL, EDGE("all the same: 1/V")),
    rows("far-apart", 20, 100, FAR, EDGE("logits up to 1e4 of both signs")),
    rows("spike", 12, 77, SPIKE, EDGE("one logit 1e4 above the rest, in another place of each row")),
    rows("below-zero", 6, 45, BELOW, EDGE("all near -9e4")),
    rows("rising-row", 4, 5000, RISING, EDGE("a new largest one again and again")),
    rows("ignored-rows", 31, 64, HOLES, EDGE("two of three tokens are IGNORED, and their rows and g are NaN")),
    rows("no-multiple", 17, 1001, RANDOM),
    rows("bytes", 40, 256, RANDOM),
    rows("hidden-rows", gen.pick{9, 30}, gen.pick{33, 255, 700, 1537}, gen.pick{RANDOM, FAR, SPIKE, HOLES, RISING},
         HIDDEN),
    pairs_("one-pair", 1, .1, 1, EDGE()),
    pairs_("at-the-start", 12, .1, 0, EDGE("policy = reference: log 2")),
    pairs_("sixty-pairs", 60, .1, 2),
    pairs_("large-beta", 20, 1, 3),
    pairs_("well-in-order", 9, 40, 6, EDGE("margins of hundreds, both signs")),
    pairs_("enormous", 8, 1000, 30, EDGE("margins beyond 1e4: e^x is no number")),
    pairs_("settled", 7, 1, .5, {ahead = 40, tags = {"edge"}, note = "margins near 40: a loss of 1e-18 is not 0"}),
    pairs_("hidden-pairs", gen.pick{5, 33}, gen.pick{.05, .5, 7}, gen.pick{.5, 4}, HIDDEN),
    thumbs("one-thumb", 1, 1, .1, 1, 1, .5, 1, EDGE()),
    thumbs("thumbs", 40, 20, .1, 1, 1.33, .8, 2),
    thumbs("kl-below-zero", 15, 10, .5, 1, 1, -2, 1, EDGE("the mismatched log-ratios are negative: z = 0")),
    thumbs("no-mismatched", 10, 0, .3, 2, 1, 0, 1, EDGE("m = 0")),
    thumbs("far-thumbs", 12, 3, 100, 1, .5, 1, 20, EDGE("h beyond 1e3")),
    thumbs("hidden-thumbs", gen.pick{7, 26}, gen.pick{0, 9}, gen.pick{.1, 1}, 1, gen.pick{.7, 1.5},
           gen.pick{-1, .6}, 1, HIDDEN),
    odds("one-of-odds", 1, .1, 1, EDGE()),
    odds("odds", 30, .25, 1),
    odds("nearly-certain", 12, .5, 1e-13, EDGE("e^a is 1 but for its last bits")),
    odds("hardly-likely", 12, .5, 200, EDGE("1 - e^a is 1")),
    odds("hidden-odds", gen.pick{6, 21}, gen.pick{.1, 1}, gen.pick{.3, 2}, HIDDEN),
    groups("groups", 6, 8, RANDOM),
    groups("two-each", 5, 2, RANDOM, EDGE("K = 2")),
    groups("right-or-wrong", 9, 5, HOLES, EDGE("rewards 0 and 1")),
    groups("no-variance", 8, 7, EQUAL, EDGE("each second group has seven times 0.1, whose mean is not 0.1")),
    groups("nearly-equal", 4, 6, NEAR, EDGE("rewards 30 and 2e-8 apart: nearly equal is not equal")),
    groups("hidden-groups", gen.pick{3, 7}, gen.pick{3, 4, 9}, gen.pick{RANDOM, EQUAL, HOLES}, HIDDEN),
    tokens("first-step", 12, 9, .2, .04, 0, RANDOM, EDGE("policy = old = reference: ratio 1, k3 = 0")),
    tokens("clipped", 24, 12, .2, .04, .4, RANDOM),
    tokens("tight-clip", 10, 7, .02, 0, .3, RANDOM, EDGE("beta = 0")),
    tokens("empty-answers", 17, 5, .2, .1, .3, HOLES, EDGE("each fourth answer has no token, and from[0] is 3")),
    tokens("far-off", 8, 6, .2, .01, 6, RANDOM, EDGE("ratios and e^d beyond 1e5")),
    tokens("hidden-tokens", gen.pick{6, 19}, gen.pick{4, 15}, gen.pick{.1, .3}, gen.pick{0, .2}, .35,
           gen.pick{RANDOM, HOLES}, HIDDEN),
    leave("pairs-leave", 4, 2, 6, .05, RANDOM, EDGE("K = 2")),
    leave("eights", 3, 8, 9, .1, RANDOM),
    leave("no-penalty", 5, 4, 7, 0, HOLES, EDGE("beta = 0, rewards 0 and 1, answers without tokens, from[0] is 3")),
    leave("large-batch", 20, 16, 2, .05, RANDOM, EDGE("320 answers")),
    leave("hidden-leave", 4, 5, gen.pick{4, 11}, gen.pick{.02, .3}, gen.pick{RANDOM, HOLES}, HIDDEN),
    train("dpo-draft", DPO, 3),
    train("grpo-draft", GRPO, 3),
    train("hidden-dpo", DPO, gen.pick{5, 6, 7, 8, 9, 10}, HIDDEN),
    train("hidden-grpo", GRPO, gen.pick{5, 6, 7, 8, 9, 10}, HIDDEN),
    rows("traced", TRACED.T, TRACED.V, RANDOM, {tags = {"gate"}}),
    make({"gather"}, {id = "vocabulary", T = 64, V = TRACED.V, mode = RANDOM}, {tags = {"bench"}}),
  },

  counters = {
    reward = "answers that the rule likes, on prompts not trained on", policy_kl = "nats an answer from the reference",
    plain_nll = "nats a byte of plain text",
    margin = "nats that the better answer gained on the other, of pairs not trained on",
  },
  gates = {
    gate{id = "read-once", call = "gather", case = "traced", counter = "c_bytes", op = "<=", value = "4.04*T*V + 128*T",
         on = "cpu", why = "a row of logits comes once: largest and sum are found on one way"},
    gate{id = "in-place", call = "back", case = "traced", counter = "c_bytes", op = "<=", value = "8.08*T*V + 128*T",
         on = "cpu", why = "a row is read once and written once, and there is no second array of T x V"},
  },

  curves = {
    {id = "dpo-margin", call = "train", case = "dpo-draft", output = "curve_margin", title = "DPO: margin by step",
     seed = "seed"},
    {id = "dpo-loss", call = "train", case = "dpo-draft", output = "curve_loss", title = "DPO: loss by step",
     unit = "nat", seed = "seed"},
    {id = "dpo-reward", call = "train", case = "dpo-draft", output = "curve_reward",
     title = "DPO: share of answers that the rule likes", seed = "seed"},
    {id = "dpo-kl", call = "train", case = "dpo-draft", output = "curve_kl", title = "DPO: KL of an answer",
     unit = "nat", seed = "seed"},
    {id = "grpo-loss", call = "train", case = "grpo-draft", output = "curve_loss", title = "GRPO: loss by batch",
     seed = "seed"},
    {id = "grpo-reward", call = "train", case = "grpo-draft", output = "curve_reward",
     title = "GRPO: share of answers that the rule likes", seed = "seed"},
    {id = "grpo-kl", call = "train", case = "grpo-draft", output = "curve_kl", title = "GRPO: KL of an answer",
     unit = "nat", seed = "seed"},
  },

  bench = {
    bench{id = "gather", call = "gather", case = "vocabulary", clock = "cpu", stages = STAGES, bytes = "4*T*V",
          flops = "3*T*V", items = "T", item = "tok", why = "log-probabilities of 64 tokens among 32,000"},
  },

  predict = {
    predict{id = "bytes", axis = "bytes", unit = "GB", answer = "f.logits(8192)/1e9", rtol = .03,
            ask = [[Log-probabilities of {{= n(f.T)}} tokens over Llama-3's vocabulary of {{= n(f.V)}}, logits in bf16:
              fewest bytes that logp_gather moves?]],
            worked = "{{= n(f.T)}} · {{= n(f.V)}} · 2 B = {{= n(f.logits(f.T)/1e9, 2)}} GB; the rest is a few KB."},
    predict{id = "flops", axis = "flops", unit = "1", answer = 1, rtol = .5,
            ask = "How many exponentials does each logit cost at least?",
            worked = "One. That of a new largest one serves the sum so far, or the logit itself."},
    predict{id = "intensity", axis = "intensity", ask = "What bounds logp_gather on a GPU?",
            choices = {"bandwidth", "exponentials", "the gather"}, answer = "bandwidth",
            worked = [[{{= n(f.T)}} · {{= n(f.V)}} exponentials at {{= f.ex2}} a clock on {{= hw.h200.sms}} SMs take
              {{= n(f.exp_us, 0)}} µs, the bytes {{= n(f.logits(f.T)/hw.h200.bw*1e6, 0)}}.]]},
    predict{id = "parallelism", axis = "parallelism", unit = "1", answer = 8192, rtol = .01,
            ask = "Rows that can be summed independently, of {{= n(f.T)}} tokens?", worked = "All."},
    predict{id = "failure", axis = "failure", ask = "The margin of a DPO run rises and rises. What does that prove?",
            choices = {"answers get better", "the policy moves away from the reference along the pairs",
                       "the reference is bad"},
            answer = "the policy moves away from the reference along the pairs",
            worked = "Both log-probabilities may fall, the chosen one's too. Look at what the policy says."},
  },

  facts = function(hw)
    local f = {T = 8192, V = 128256, ex2 = 16, weights = WEIGHTS, prompt = PROMPT, answer = ANSWER, docs = DOCS,
               steps_dpo = STEPS[DPO], steps_grpo = STEPS[GRPO], margins = MARGIN, dpo = ASKED[DPO], grpo = ASKED[GRPO],
               bronze = STAGES.bronze, silver = STAGES.silver, gold = STAGES.gold}
    f.logits = function(T) return 2*T*f.V end
    f.exp_us = f.T*f.V/(16*hw.h200.sms*hw.h100.clock)*1e6
    f.sigmoid = function(x) return 1/(1 + math.exp(-x)) end
    f.beta, f.dw, f.dl = .1, 2, -1
    f.margin = f.beta*(f.dw - f.dl)
    f.softplus = function(x) return math.log(1 + math.exp(x)) end
    f.odds = function(p) return math.log(p/(1 - p)) end
    f.same = function(p, K) return p^K + (1 - p)^K end
    -- microlm's draft, before any training: share of its answers that the rule likes, nats a byte of plain text.
    f.share, f.plain = .572, 1.864
    -- The reference of 2026-11 (gcc 12.2) on 512 prompts that no training draws, by method, beta and rate: least and
    -- greatest reward, KL in nats an answer, nats a byte of plain text. Six seeds a row, of the lab's two recipes ten;
    -- 40 steps of DPO, 30 batches of GRPO.
    f.runs = {
      {"DPO", .1, 5e-4, .963, .980, 6.26, 9.71, 3.78, 5.86},
      {"DPO", .3, 2e-4, .852, .883, 1.79, 2.48, 2.50, 3.49},
      {"DPO", 1, 2e-4, .773, .842, .81, 2.11, 2.08, 2.73},
      {"GRPO", .01, 5e-4, .965, .975, 4.57, 8.57, 2.97, 4.07},
      {"GRPO", .1, 2e-4, .895, .916, 1.41, 1.85, 2.22, 2.44},
      {"GRPO", .3, 2e-4, .867, .887, .82, 1.14, 2.05, 2.10},
    }
    f.run = function(i)
      local r = f.runs[i]
      return ("%s | %g | %g | %.3f – %.3f | %.2f – %.2f | %.2f – %.2f"):format(table.unpack(r))
    end
    f.floor = function(p) return -math.log(p) end
    return f
  end,

  questions = {
    q.num{id = "pull", unit = "1", rtol = .005, seed = "S003-W28-C1",
      ask = [[One pair, beta = {{= p.b}}, log π/π_ref of {{= p.w}} for the chosen answer and {{= f.dl}} for the rejected
        one. How large is the gradient of DPO's loss by the chosen answer's log-probability, without its sign?]],
      vary = {b = {.2, .3, .5}, w = {1, 3}},
      answer = function(f, p) return p.b*f.sigmoid(-p.b*(p.w - f.dl)) end,
      wrong = {{value = function(f, p) return f.sigmoid(-p.b*(p.w - f.dl)) end,
                hint = "That is the gradient by the margin; the margin has beta in it."},
               {value = function(f, p) return p.b*f.sigmoid(p.b*(p.w - f.dl)) end,
                hint = "A pair in good order pulls less, not more: sigmoid of minus the margin."}},
      worked = [[m = {{= p.b}} · {{= n(p.w - f.dl)}} = {{= n(p.b*(p.w - f.dl), 2)}}, and beta · σ(−m) =
        {{= n(p.b*f.sigmoid(-p.b*(p.w - f.dl)), 4)}}.]]},
    q.num{id = "late", unit = "%", rtol = .01, seed = "S003-W28-C1",
      ask = [[A pair pulls with all of its weight at margin 0. Which share of that is left at a margin of
        {{= p.m}}?]],
      vary = {m = {1, 2, 5}},
      answer = function(f, p) return 100*2*f.sigmoid(-p.m) end,
      wrong = {{value = function(f, p) return 100*f.sigmoid(-p.m) end,
                hint = "At margin 0 the sigmoid is a half, and that is the whole here."},
               {value = function(f, p) return 100*math.exp(-p.m) end, hint = "A sigmoid, not an exponential."}},
      worked = "σ(−{{= p.m}})/σ(0) = {{= pct(2*f.sigmoid(-p.m), 1)}}."},
    q.num{id = "longer", unit = "1", rtol = .01, seed = "S003-W28-C1",
      ask = [[Policy and reference differ by {{= p.d}} nats in every token of both answers, the chosen one has
        {{= p.T}} tokens and the rejected one 50; beta is 0.1. Log-probabilities are summed. What margin does length
        alone make?]],
      vary = {d = {.02, .04}, T = {150, 250, 400}},
      answer = function(_, p) return .1*p.d*(p.T - 50) end,
      wrong = {{value = function() return 0 end, hint = "That is what averages would give."},
               {value = function(_, p) return p.d*(p.T - 50) end, hint = "The margin has beta in it."}},
      worked = "0.1 · {{= p.d}} · ({{= p.T}} − 50) = {{= n(.1*p.d*(p.T - 50), 2)}}; no token is better."},
    q.num{id = "thumb", unit = "1", rtol = .005, seed = "S003-W28-C4",
      ask = [[KTO, beta = {{= p.b}}, up = down = 1. An answer with a thumb up has log π/π_ref of 1.5; the mean over the
        mismatched answers is {{= p.z}}. Its term of the loss?]],
      vary = {b = {.2, .5, .7}, z = {.4, .8, 1}},
      answer = function(f, p) return 1 - f.sigmoid(p.b*(1.5 - math.max(p.z, 0))) end,
      wrong = {{value = function(f, p) return 1 - f.sigmoid(p.b*1.5 - math.max(p.z, 0)) end,
                hint = "beta stands before the difference."},
               {value = function(f, p) return f.sigmoid(p.b*(1.5 - math.max(p.z, 0))) end,
                hint = "The loss is 1 minus that."}},
      worked = [[z = max(0, {{= p.z}}), h = {{= p.b}} · (1.5 − {{= n(math.max(p.z, 0), 1)}}), 1 − σ(h) =
        {{= n(1 - f.sigmoid(p.b*(1.5 - math.max(p.z, 0))), 4)}}.]]},
    q.num{id = "odds", unit = "1", rtol = .005, seed = "S003-W28-C5",
      ask = [[ORPO: a mean token of the chosen answer has probability {{= p.p}}, of the rejected one {{= p.q}}. The log
        odds ratio?]],
      vary = {p = {.8, .9}, q = {.5, .6, .3}},
      answer = function(f, p) return f.odds(p.p) - f.odds(p.q) end,
      wrong = {{value = function(_, p) return math.log(p.p/p.q) end, hint = "That is a ratio of probabilities."},
               {value = function(f, p) return f.odds(p.q) - f.odds(p.p) end, hint = "Chosen over rejected."}},
      worked = [[ln({{= p.p}}/{{= n(1 - p.p, 1)}}) − ln({{= p.q}}/{{= n(1 - p.q, 1)}}) =
        {{= n(f.odds(p.p) - f.odds(p.q), 3)}}.]]},
    q.num{id = "alone", unit = "1", rtol = .005, seed = "S003-W28-C2",
      ask = [[One of {{= p.K}} answers is right (reward 1), all others are not. GRPO's advantage of the right one,
        eps = 0?]],
      vary = {K = {8, 16, 5}},
      answer = function(_, p) return math.sqrt(p.K - 1) end,
      wrong = {{value = function(_, p) return 1 - 1/p.K end, hint = "Divide by the deviation."},
               {value = function(_, p) return (p.K - 1)/math.sqrt(p.K) end,
                hint = "That is the sample deviation; the lab has the population's."}},
      worked = [[(1 − 1/K)/√((1/K)(1 − 1/K)) = √(K − 1) = {{= n(math.sqrt(p.K - 1), 3)}}: the rarer a success, the
        harder it pulls.]]},
    q.num{id = "others", unit = "1", rtol = .005, seed = "S003-W28-C3",
      ask = "{{= p.K}} answers with rewards 1, {{= p.r}}, and 0 for all others. RLOO's advantage of the second one?",
      vary = {K = {4, 6, 11}, r = {.5, .8}},
      answer = function(_, p) return p.r - 1/(p.K - 1) end,
      wrong = {{value = function(_, p) return p.r - (1 + p.r)/p.K end, hint = "Its own reward is in that baseline."},
               {value = function(_, p) return p.r - 1/p.K end, hint = "There are K − 1 others."}},
      worked = "The others have 1 in all: {{= p.r}} − 1/{{= p.K - 1}} = {{= n(p.r - 1/(p.K - 1), 3)}}."},
    q.num{id = "no-signal", unit = "%", rtol = .01, seed = "S003-W28-C2",
      ask = [[A rule likes {{= pct(p.p, 0)}} of a policy's answers, independently. In which share of groups of
        {{= p.K}} do all answers get the same reward, so that the group teaches nothing?]],
      vary = {p = {.9, .8}, K = {4, 8, 6}},
      answer = function(f, p) return 100*f.same(p.p, p.K) end,
      wrong = {{value = function(_, p) return 100*(1 - p.p)^p.K end, hint = "All right is as mute as all wrong."},
               {value = function(_, p) return 100*p.p end, hint = "All of the group have to agree."}},
      worked = "{{= p.p}}^{{= p.K}} + {{= n(1 - p.p, 1)}}^{{= p.K}} = {{= pct(f.same(p.p, p.K), 1)}}."},
    q.num{id = "floor", unit = "1", rtol = .005,
      ask = [[A rule likes {{= pct(p.p, 0)}} of the reference's answers. The least KL, in nats an answer, of a policy
        all of whose answers it likes?]],
      vary = {p = {.5, .2, .05}},
      answer = function(f, p) return f.floor(p.p) end,
      wrong = {{value = function(_, p) return 1 - p.p end, hint = "The answers that are left grow by 1/p each."},
               {value = function(_, p) return -p.p*math.log(p.p) end,
                hint = "The mean is over the policy's answers, and all of those have the ratio 1/p."}},
      worked = [[The reference, told to go on until the rule is content: each answer that is left is 1/{{= p.p}} times
        as likely, and ln(1/{{= p.p}}) = {{= n(f.floor(p.p), 3)}}. Whoever pays more has changed what nobody
        asked for.]]},
    q.num{id = "token-weight", unit = "x", rtol = .005, seed = "S003-W28-C2",
      ask = [[Two answers of a group are equally wrong, one of 40 tokens and one of {{= p.T}}. In grpo_loss, by which
        factor does a token of the short one pull harder?]],
      vary = {T = {100, 320, 600}},
      answer = function(_, p) return p.T/40 end,
      wrong = {{value = function() return 1 end, hint = "Each answer's sum is divided by its own length."}},
      worked = [[1/40 over 1/{{= p.T}}. A wrong answer is punished less the longer it is, token for token, which is one
        reason why some average over all tokens instead.]]},
    q.num{id = "saved", unit = "GB", rtol = .01, seed = "S003-W28-HO",
      ask = [[Logits of {{= n(p.T)}} tokens over {{= n(f.V)}} in bf16. A library casts them to fp32, writes the
        log-softmax beside that, and gathers. How many GB are there at the same time, that logp_gather does without?]],
      vary = {T = {4096, 16384, 32768}},
      answer = function(f, p) return 8*p.T*f.V/1e9 end,
      wrong = {{value = function(f, p) return 4*p.T*f.V/1e9 end, hint = "The cast and the result: two of them."},
               {value = function(f, p) return 10*p.T*f.V/1e9 end, hint = "The bf16 logits are there in any case."}},
      worked = "2 · 4 B · {{= n(p.T)}} · {{= n(f.V)}} = {{= n(8*p.T*f.V/1e9, 1)}} GB."},
    q.choice{id = "falling", seed = "S003-W28-C1",
      ask = "The margin rises, and log-probabilities of chosen and rejected answers both fall. What is wrong?",
      options = {"The sign of the gradient", "Nothing need be: DPO sees their difference only",
                 "The reference is being trained"}, answer = 2,
      worked = [[What both lose goes to answers in no pair. A likelihood term beside the loss, as ORPO has it, or
        answers of the policy itself hold against it.]]},
    q.choice{id = "upside", seed = "S003-W28-C2",
      ask = "A token has advantage −1 and ratio 0.6, clip is 0.2. What does grpo_loss do with it?",
      options = {"Its gradient goes on: the ratio may still fall", "No gradient: min takes the clipped term",
                 "It is as if the advantage were −0.6"}, answer = 2,
      worked = [[r·A = −0.6, clipped −0.8, and the lesser is −0.8: a constant. The token was pushed down far enough. At
        ratio 1.6 it is −1.6 against −1.2, and the gradient stays.]]},
    q.multi{id = "needs", seed = "S003-W28",
      ask = "Which of these need a reference model, or its stored log-probabilities, by their own definition?",
      options = {"DPO", "KTO", "ORPO", "GRPO with beta = 0"}, answer = {1, 2},
      worked = "ORPO has a likelihood term for a leash, and GRPO without its KL term none at all."},
    q.order{id = "batch", ask = "One batch of GRPO, first to last.",
      items = {"sample K answers to each prompt", "judge each answer by the rule", "advantages within each group",
               "loss and gradient, token by token", "a step of the optimiser"},
      hint = "Advantages need nothing but rewards, and the loss needs advantages."},
    q.text{id = "own-runs", min_words = 50, seed = "S003-W28-HO",
      ask = [[Train with a recipe of your own that the rule likes better and one that stays nearer to the reference
        (`ridge curve w28-dpo-grpo`). Give reward, KL and plain text of three runs, hold them against the floor
        −ln p, and say why GRPO pays less for the same reward here.]],
      rubric = {"three runs with reward, KL and nats a byte", "the floor, computed from the draft's own rate",
                "off-policy pairs are the reference's answers: what the policy says meanwhile is in none of them",
                "few pairs seen often: what is learnt is these pairs"}},
  },

  hints = {
    {on = "build", match = {"implicit declaration", "undeclared", "unknown type name"},
     "lab.h has math.h, stdint.h, stdlib.h and string.h. Is the name spelled as it is there?"},
    {on = "sanitize", [[A token of IGNORED is no index; and the last columns of a row are no whole vector.]]},
    {on = "gate:read-once", [[Keep the largest so far and the sum of e^(x − largest). A new largest shrinks the sum by
      e^(old − new). Sixteen of these pairs side by side make vectors.]]},
    {on = "gate:in-place", [[One loop: read a logit, store its gradient. The token's own one gets g added
      afterwards. Read tok[t], g[t] and keep before the loop: behind each store to logits they are read again else.]]},
    {on = "bench:gather", [[One e^−|x − largest| serves both cases. Write it as a polynomial over a vector type of
      floats: a call of expf for each logit is what the naive rung does.]]},
    {on = "case:rising-row", "Every few logits there is a new largest one. What happens to the sum then?"},
    {on = "case:ignored-rows", [[These rows hold NaN, and so does g. Store zeros; do not multiply by 0.]]},
    {on = "case:below-zero", "All logits are near −9e4. What does your largest start from?"},
    {on = "case:enormous", "log(1 + e^x) = max(x, 0) + log1p(e^−|x|), for any x."},
    {on = "case:kl-below-zero", "z = max(0, mean), since a KL is not negative, and its estimate may be."},
    {on = "case:nearly-certain", "1 − e^a is −expm1(a): the subtraction has no digits left."},
    {on = "case:no-variance", "Seven times 0.1 have a mean that is not 0.1. Ask whether all rewards are the same."},
    {on = "case:empty-answers", "An answer without tokens: no division by its length. It still counts in n."},
    {on = "call:gather", "largest + log of the sum is the log-sum-exp; lp is the token's logit minus both."},
    {on = "call:back", "g·(1 at the token, else 0) − g·softmax, with softmax = e^(x − keep[0] − keep[1])."},
    {on = "call:dpo", "∂/∂chosen = −beta·σ(−margin)/n, and the opposite for the rejected one."},
    {on = "call:kto", "With s = σ(±h): the gradient is ∓ weight·beta·s·(1 − s)/n."},
    {on = "call:orpo", "∂ log odds/∂a = 1/(1 − e^a), and a is a mean: divide by the length again."},
    {on = "call:advantages", "Population deviation, eps outside the root; RLOO leaves its own reward out."},
    {on = "call:grpo", [[∂(r·A)/∂lp = r·A where that term is the lesser one, else 0; ∂k3/∂lp = 1 − e^(ref − lp). All
      over length and n, with a minus.]]},
    {on = "call:rloo", "The KL is in the return, the return is a constant: each token's gradient is −adv/n."},
    {on = "call:train", [[If the losses are right, it is the recipe. Too little reward: a larger rate. Too far away: a
      larger beta, or a smaller rate.]]},
  },
}
