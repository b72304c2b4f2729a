-- w28c-capstone-3: one pipeline out of the labs of part III, judged by what the workbook recorded of them.

-- The stages, and what an attempt of each lab has to have recorded. One line more is one stage more, with its
-- attempts in kernels/w28c-capstone-3/pipeline.json; of a lab with two lines each has a row of its own.
local STAGES = {
  {lab = "w24-data-stream", what = "the stream", call = "feed", case = "sized", counters = {"stall_permille"}},
  {lab = "w26-qlora", what = "fine-tuning", call = "tune", case = "three-runs",
   counters = {"peak_full", "peak_qlora", "state_full", "state_qlora", "pace_full", "pace_qlora", "loss_qlora"},
   ratios = {{"state_qlora", "state_full"}, {"peak_qlora", "peak_full"}, {"pace_qlora", "pace_full"}}},
  {lab = "w27-ppo", what = "a policy with a critic", call = "train", case = "answers-keys-again",
   counters = {"score", "score_before", "answer_kl"},
   drawn = {case = "hidden-train", counters = {"score", "answer_kl"}, least = 3}},
  {lab = "w28-dpo-grpo", what = "preferences by pairs", call = "train", case = "dpo-draft",
   counters = {"reward", "policy_kl", "plain_nll", "margin"}, curves = {"dpo-margin"},
   drawn = {case = "hidden-dpo", counters = {"reward", "policy_kl", "margin"}, least = 3}},
  {lab = "w28-dpo-grpo", what = "preferences by groups", call = "train", case = "grpo-draft",
   counters = {"reward", "policy_kl", "plain_nll"},
   drawn = {case = "hidden-grpo", counters = {"reward", "policy_kl"}, least = 3}},
  {lab = "w25-async-ckpt", what = "checkpoints", call = "job", case = "steady", counters = {"stall_B"}},
}
local LABS = {}
for _, stage in ipairs(STAGES) do
  if stage.lab ~= LABS[#LABS] then LABS[#LABS + 1] = stage.lab end
end
-- The critic's policy has no pair: a score and a KL are results, and the manifest has them of the first version and the
-- last.
local PAIRED = {"w24-data-stream", "w25-async-ckpt", "w26-qlora", "w28-dpo-grpo"}

return lab {
  api = 1, rev = 1, id = "w28c-capstone-3", title = "Part III capstone",
  kind = "capstone", week = 28, part = 3, domain = {"method", "training", "rlhf"},
  seeds = {"S003-W28-MS", "S002-6-3"},
  requires = {"w24-data-stream", "w25-async-ckpt", "w26-qlora"},
  suggests = {"w27-ppo", "w28-dpo-grpo", "w28b-logp-gather", "w12-capstone-1", "w20b-capstone-2"},
  hours = {read = 0, lab = 8},
  durable = {"A pipeline is as fast as its slowest stage, and as large as its largest",
             "A reward is a claim only beside its KL and what else it cost",
             "What was predicted before it was measured can be believed"},
  readings = {
    {"llama3", look_for = [[section 3 and 4: for each stage, what is said of data, of memory and of failures, and which
      number stands behind it?]]},
  },

  lang = "c", backends = {"cpu", "ranks"},
  reference = "pipeline.json", ladder = {"pipeline.json"},

  tracks = {
    track{id = "P", title = "stream, fine-tuning, preferences, checkpoints, evaluation",
          uses = LABS, passed = LABS, each = PAIRED, figure = {kind = "results", results = STAGES},
          why = "what each stage holds, how fast it is, what checkpoints cost, what the policy says at the end"},
  },

  deliverables = {
    deliverable{id = "passed", need = "passed", max = 10, goal = "each stage's lab is correct"},
    deliverable{id = "baseline", need = "profile", max = 10,
                goal = "each of these stages was profiled before its change, by an older attempt"},
    deliverable{id = "pairs", need = "pairs", min = #PAIRED, within = 2, max = 15,
                goal = "a pair before and after in each stage but the critic's: predicted, measured in one run"},
    deliverable{id = "total", need = "total", max = 10,
                goal = "of each of them the first version against the last, measured, not multiplied"},
    deliverable{id = "manifest", need = "figure", max = 20,
                goal = "the manifest by stage: memory, tokens a second, score, margin, reward, KL, out of attempts"},
    deliverable{id = "account", need = "text", question = "account", words = 60, numbers = 2*#LABS, cites = #LABS,
                recorded = true, after = "pairs", max = 5,
                goal = "what the manifest says of your pipeline: 60 words, figures beside the attempts that have them"},
    deliverable{id = "explain", need = "text", question = "explain", words = 100, factors = true, after = "pairs",
                max = 10, goal = "which stage bounds the pipeline, and why: 100 words, both factors of each pair"},
    deliverable{id = "provenance", need = "text", question = "provenance", words = 40, cites = 1, after = "pairs",
                max = 5, goal = "what an assistant wrote, how it was checked: at least 40 words that name an attempt"},
    deliverable{id = "next", need = "text", question = "next", words = 40, numbers = 1, after = "pairs", max = 5,
                goal = "one next step and its gain, after the last pair: at least 40 words and a number"},
  },

  facts = function(_, models)
    local m = models.llama3_8b
    local f = {N = 8e9, frozen = 2, trained = 16, lora = 16*20971520, nf4 = 4.127/8, vocab = m and m.V or 128256,
               every = 600, stall = 12}
    f.goodput = function(every, stall) return every/(every + stall) end
    -- Bytes of logits of a batch of pairs, both answers of T tokens.
    f.logits = function(n, T) return 2*2*n*T*f.vocab end
    f.slowest = function(list)
      local least = math.huge
      for _, x in ipairs(list) do least = math.min(least, x) end
      return least
    end
    f.spread = function(list)
      local mean, square = 0, 0
      for _, x in ipairs(list) do mean = mean + x/#list end
      for _, x in ipairs(list) do square = square + (x - mean)^2/(#list - 1) end
      return math.sqrt(square)
    end
    return f
  end,

  questions = {
    q.num{id = "goodput", unit = "%", rtol = .005, seed = "S003-W28-MS",
      ask = [[A run stops for {{= p.s}} s every {{= p.e}} s of work to write a checkpoint. Written beside the steps, the
        stop is half a second. By how many per cent does the work done in a day grow?]],
      vary = {s = {30, 60, 90}, e = {600, 900}},
      answer = function(f, p) return 100*(f.goodput(p.e, .5)/f.goodput(p.e, p.s) - 1) end,
      wrong = {{value = function(_, p) return 100*p.s/(p.e + p.s) end,
                hint = "That is the share that was lost, of all."},
               {value = function(_, p) return 100*p.e/(p.e + p.s) end, hint = "That is the goodput before."}},
      worked = [[{{= n(f.goodput(p.e, .5), 4)}} of the time in place of {{= n(f.goodput(p.e, p.s), 4)}}.]]},
    q.num{id = "bound", unit = "1", rtol = .005, seed = "S003-W28-MS",
      ask = [[A loader gives {{= p.d}} thousand tokens a second, a trainer takes 40 thousand, and each token is read
        twice, by the policy and by the reference, from one stream. The loader is made 1.5 times as fast. By which
        factor does the pipeline become faster?]],
      vary = {d = {30, 35, 60}},
      answer = function(f, p) return f.slowest{1.5*p.d, 40}/f.slowest{p.d, 40} end,
      wrong = {{value = function() return 1.51 end, hint = "Only until the trainer is the slowest."},
               {value = function(f, p) return f.slowest{.75*p.d, 40}/f.slowest{p.d/2, 40} end,
                hint = "One stream serves both: a token is loaded once."}},
      worked = [[min({{= n(1.5*p.d)}}, 40) over min({{= p.d}}, 40) =
        {{= n(f.slowest{1.5*p.d, 40}/f.slowest{p.d, 40}, 3)}}.]]},
    q.num{id = "peak", unit = "GB", rtol = .01, seed = "S003-W28-MS",
      ask = [[Full DPO of 8 billion parameters, 16 B a trained one and 2 B a frozen one, against QLoRA-DPO: the base in
        NF4 at 4.127 bits serves policy and reference alike, and adapters of {{= p.M}} million parameters are trained.
        How many GB of state less?]],
      vary = {M = {21, 42, 84}},
      answer = function(f, p) return (f.N*(f.trained + f.frozen) - f.N*f.nf4 - 16*p.M*1e6)/1e9 end,
      wrong = {{value = function(f, p) return (f.N*(f.trained + f.frozen) - 2*f.N*f.nf4 - 16*p.M*1e6)/1e9 end,
                hint = "Without its adapters the base is the reference: it is there once."},
               {value = function(f, p) return (f.N*f.trained - f.N*f.nf4 - 16*p.M*1e6)/1e9 end,
                hint = "Full DPO has a frozen reference beside it."}},
      worked = [[{{= n(f.N*18/1e9)}} GB against {{= n(f.N*f.nf4/1e9, 2)}} + {{= n(16*p.M*1e6/1e9, 2)}} GB. Logits and
        activations come to both.]]},
    q.num{id = "spread", unit = "1", rtol = .01, seed = "S003-W28-MS",
      ask = "Margins of four seeds: {{= p.a}}, 2.4, 2.9, 3.1. Their sample standard deviation?",
      vary = {a = {1.6, 2, 3.8}},
      answer = function(f, p) return f.spread{p.a, 2.4, 2.9, 3.1} end,
      wrong = {{value = function(f, p) return f.spread{p.a, 2.4, 2.9, 3.1}*math.sqrt(3/4) end,
                hint = "A sample of four: divide by three."},
               {value = function(f, p) return f.spread{p.a, 2.4, 2.9, 3.1}/2 end,
                hint = "That is the error of their mean."}},
      worked = [[{{= n(f.spread{p.a, 2.4, 2.9, 3.1}, 3)}} around a mean of {{= n((p.a + 8.4)/4, 2)}}: a margin of one
        run is one draw.]]},
    q.multi{id = "claims", answer = {1, 3}, seed = "S003-W28-MS",
      ask = "Which sentences may stand in the manifest?",
      options = {"reward 0.81 at a KL of 1.2 nats, attempt 41, floor 0.56",
                 "the margin rose to 5, so answers are better",
                 "4,100 tokens a second before, 6,200 after, in one run, attempt 38",
                 "checkpoints cost nothing, since they are asynchronous"},
      worked = [[A margin is a distance from the reference. Asynchronous work costs what it takes from the steps: that
        number was counted, and may be 0.]]},
    q.order{id = "stages", ask = "The pipeline, first to last.",
      items = {"stream and pack documents", "supervised fine-tuning of adapters", "log-probabilities of the reference",
               "preference training", "evaluation on prompts not trained on"}},
    q.choice{id = "restart", answer = 2,
      ask = [[The preference stage dies at step 900 and is started again from the checkpoint of step 800. What has to be
        in it beside weights and moments?]],
      options = {"Nothing", "Where the stream stood, and the states of all random numbers", "The reward curve",
                 "The reference's weights"},
      worked = "Else a hundred batches are seen twice, or never, and no loss curve tells which."},

    q.text{id = "account", min_words = 60, seed = "S003-W28-MS",
      ask = [[What the manifest says of your pipeline. For streaming, fine-tuning, the critic's policy, preferences and
        checkpoints: the number that counts there, before and after, and the attempt that has it ("attempt 61"). How
        wide is the spread of reward, KL and margin, over how many seeds? Which numbers of your account did you compute
        and not measure?]],
      rubric = {"a number for each stage, with its unit and its attempt", "memory, by what it is made of",
                "reward beside KL, and both beside their spread", "what is computed is called so"}},
    q.text{id = "explain", min_words = 100, seed = "S003-W28-MS",
      ask = [[Which stage bounds your pipeline, in time and in memory, before your changes and after? What did each
        change do to it, against what you predicted?]],
      rubric = {"the slowest stage by number, before and after", "each pair with its prediction and measurement",
                "a change in a stage that bounds nothing is said to be one",
                "what the checkpoint's stall is of a step"}},
    q.text{id = "provenance", min_words = 40, seed = "S002-8",
      ask = [[What in this work did an assistant, or anybody but you, write? For each piece: how was it checked, and
        which attempt shows that ("attempt 61")? If there is none, say how you would know, and which attempt shows that
        your own version is right.]],
      rubric = {"each piece that somebody else wrote is named, or that there is none",
                "a check that could have failed, for each", "the attempt that shows it"}},
    q.text{id = "next", min_words = 40,
      ask = "One thing you would do next with more time or hardware, and the gain that you expect, with its bound.",
      rubric = {"one step, not a list", "a number, and the ceiling it follows from", "how it would be measured"}},
  },
}
