-- w22-moe-router: a gate, its gradient, a loss that balances it, slots, and a toy that is trained.

local STAGES = {bronze = .35, silver = .65, gold = .90}
local RANDOM, INTEGERS, EQUAL, BROKEN, ENDS, STEEP, BELOW = 0, 1, 2, 3, 4, 5, 6
local G = {T = 512, d = 512, E = 64, k = 2}

local function make(call, fields, more)
  fields.calls = {call}
  for k, v in pairs(more or {}) do fields[k] = v end
  return fields
end
local function gate_(id, T, d, E, k, mode, more)
  return make("gate", {id = id, T = T, d = d, E = E, k = k, mode = mode}, more)
end
local function back(id, T, E, k, mode, more)
  return make("back", {id = id, T = T, E = E, k = k, mode = mode, lean = 0}, more)
end
local function balance(id, T, E, k, alpha, beta, lean, size, more, mode)
  return make("balance", {id = id, T = T, E = E, k = k, alpha = alpha, beta = beta, lean = lean, size = size,
              mode = mode or RANDOM}, more)
end
local function capacity(id, T, E, k, cap, lean, mode, more)
  return make("capacity", {id = id, T = T, E = E, k = k, cap = cap, lean = lean, mode = mode}, more)
end
local function choice(id, T, E, cap, mode, more, size)
  return make("choice", {id = id, T = T, E = E, cap = cap, mode = mode, size = size or 1}, more)
end
local function step(id, T, d, E, k, o, alpha, beta, more, mode)
  return make("step", {id = id, T = T, d = d, E = E, k = k, o = o, alpha = alpha, beta = beta, lr = .25,
              mode = mode or RANDOM}, more)
end
local function train(id, E, seed, more)
  return make("train", {id = id, E = E, steps = 600, seed = seed, d = 16, o = 8, loss_most = .17}, more)
end

local function EDGE(note) return {tags = {"edge"}, note = note} end
local HIDDEN = {hidden = true}

return lab {
  api = 1, rev = 1, id = "w22-moe-router", title = "Top-k routing, capacity, balance",
  kind = "system", week = 22, part = 3, domain = {"training", "moe"},
  seeds = {"S003-W22", "S003-W22-C1", "S003-W22-C2", "S003-W22-C3", "S003-W22-C4", "S003-W22-C5", "S003-W22-C6",
           "S003-W22-HO", "S003-W23-C6", "S003-DN-moeTraining", "S003-DE-13", "S003-DE-28"},
  requires = {"w07-ddp-overlap"}, suggests = {"c11-transformer-fwd"},
  hours = {read = 11, lab = 3},
  durable = {"A choice has no gradient; what is learnt is the weight of what was chosen",
             "Who is chosen more learns faster and is chosen more: balance needs a force of its own",
             "A fixed capacity drops at one expert while another one computes on zeros"},
  ephemeral = {{"Which balance method large models use", as_of = "2026-11"},
               {"Mixtral's and DeepSeek-V3's shapes", as_of = "2026-11"}},
  readings = {
    {"switch", hours = 4, look_for = [[section 2.2: the balance loss, and which of its two factors is
      differentiable; then the table over capacity factors]]},
    {"gshard", hours = 3, look_for = [[algorithm 1, line by line: what happens to the second choice, and in
      which order tokens get their slots]]},
    {"mixtral", hours = 2, look_for = [[over which logits the softmax is taken, and what the routing analysis
      says about tokens that follow one another]]},
    {"wolfe", hours = 1, look_for = [[a table of your own: model, k, E, how it is balanced, what happens to the rest]]},
    {"expchoice", hours = 1, look_for = [[figure 1, and the paragraph on why it does not fit a decoder]]},
  },

  lang = "c", backends = {"cpu"},
  edit = {"router.c"},
  reference = "ref.c", ladder = {"naive.c", "ref.c"},
  partial = {by = "case", functions = {gate = 2, step = 2}},
  limits = {wall_s = 60, mem_MiB = 512, threads = 1},

  buffers = {
    x = {dtype = "f32", shape = {"T", "d"}, dist = gen.custom"tokens"},
    Wg = {dtype = "f32", shape = {"d", "E"}, dist = gen.custom"tokens"},
    chosen = {dtype = "i32", shape = {"T", "k"}},
    w = {dtype = "f32", shape = {"T", "k"}},
    rejected = {dtype = "i32", shape = {"1"}},
    idx = {dtype = "i32", shape = {"T", "k"}, dist = gen.custom"idx"},
    share = {dtype = "f32", shape = {"T", "k"}, dist = gen.custom"share"},
    dw = {dtype = "f32", shape = {"T", "k"}, dist = gen.custom"dw"},
    was = {dtype = "f32", shape = {"T", "E"}, dist = gen.normal{}, note = "dl before the call"},
    dl = {dtype = "f32", shape = {"T", "E"}},
    logits = {dtype = "f32", shape = {"T", "E"}, dist = gen.custom"score"},
    loss = {dtype = "f64", shape = {"1"}},
    slot = {dtype = "i32", shape = {"T", "k"}},
    wanted = {dtype = "i32", shape = {"E"}},
    dropped = {dtype = "i32", shape = {"1"}},
    score = {dtype = "f32", shape = {"T", "E"}, dist = gen.custom"score"},
    tok = {dtype = "i32", shape = {"E", "cap"}},
    nobody = {dtype = "i32", shape = {"1"}},
    target = {dtype = "f32", shape = {"T", "o"}, dist = gen.normal{}},
    We0 = {dtype = "f32", shape = {"E", "d", "o"}, dist = gen.normal{sd = .5}},
    Wg1 = {dtype = "f32", shape = {"d", "E"}, note = "after the step"},
    We1 = {dtype = "f32", shape = {"E", "d", "o"}},
    load = {dtype = "i32", shape = {"E"}},
    Wg2 = {dtype = "f32", shape = {"d", "E"}, note = "trained by your recipe"},
    We2 = {dtype = "f32", shape = {"E", "d", "o"}},
    curve = {dtype = "f32", shape = {"steps"}},
    Wg3 = {dtype = "f32", shape = {"d", "E"}, note = "the same with alpha = 0"},
    We3 = {dtype = "f32", shape = {"E", "d", "o"}},
    curve0 = {dtype = "f32", shape = {"steps"}},
    recipe = {dtype = "f64", shape = {"3"}},
  },

  calls = {
    gate = call{harness = true, asks = {fn = "gate_topk"},
                args = {i32"T", i32"d", i32"E", i32"k", input"x", input"Wg", output"chosen", output"w",
                output"rejected"}, verify = "gate", title = "the gate"},
    back = call{harness = true, asks = {fn = "gate_bwd"},
                args = {i32"T", i32"E", i32"k", input"idx", input"share", input"dw", input"was",
                output"dl"}, verify = "back", title = "the gate's gradient"},
    balance = call{harness = true, asks = {fn = "router_loss"},
                   args = {i32"T", i32"E", i32"k", f64"alpha", f64"beta", input"logits", input"idx",
                   output"dl", output"loss"}, verify = "balance", title = "the loss that balances"},
    capacity = call{harness = true, asks = {fn = "assign_capacity"},
                    args = {i32"T", i32"E", i32"k", i32"cap", input"idx", output"slot", output"wanted",
                    output"dropped"}, verify = "capacity", title = "slots"},
    choice = call{harness = true, asks = {fn = "expert_choice"},
                  args = {i32"T", i32"E", i32"cap", input"score", output"tok", output"nobody"},
                  verify = "choice", title = "experts choose"},
    step = call{harness = true, asks = {fn = "moe_step"},
                args = {i32"T", i32"d", i32"E", i32"k", i32"o", f64"alpha", f64"beta", f64"lr",
      input"x",
                input"target", input"Wg", input"We0", output"Wg1", output"We1", output"load", output"loss"},
                verify = "step", title = "a step of training"},
    train = call{harness = true, args = {i32"seed", i32"E", i32"steps", output"Wg2", output"We2", output"curve",
                 output"Wg3", output"We3", output"curve0", output"recipe"}, verify = "train",
                 title = "a toy that is trained"},
  },

  cases = {
    gate_("no-token", 0, 8, 4, 2, RANDOM, EDGE()),
    gate_("one-expert", 5, 7, 1, 1, RANDOM, EDGE("E = 1: the weight is 1")),
    gate_("all-experts", 9, 12, 6, 6, RANDOM, EDGE("k = E: a sorted softmax")),
    gate_("fewer-tokens", 3, 33, 16, 2, RANDOM, EDGE("T < E")),
    gate_("ties", 200, 6, 8, 3, INTEGERS, EDGE("small integers: logits are exact, and often equal")),
    gate_("all-equal", 70, 20, 8, 2, EQUAL, EDGE("every token is the same")),
    gate_("not-finite", 67, 18, 20, 2, BROKEN, EDGE("NaN and infinity in some tokens, others beside them are whole")),
    gate_("two-experts", 60, 5, 2, 1, BROKEN, EDGE("often both logits are infinite, and of one sign")),
    gate_("ends-of-float", 67, 18, 20, 2, ENDS, EDGE("logits of hundreds, 2e38, and infinite ones of finite tokens")),
    gate_("ends-all-chosen", 40, 7, 5, 5, ENDS, EDGE("the same, k = E")),
    gate_("odd", 131, 77, 37, 4, RANDOM),
    gate_("widest", 20, 130, 128, 8, RANDOM, EDGE("EXPERTS_MOST")),
    gate_("long-tokens", 5, 1300, 20, 3, RANDOM, EDGE("d is as large as it likes")),
    gate_("most-choices", 9, 16, 128, 128, RANDOM, EDGE("CHOICES_MOST")),
    gate_("hidden-gate", gen.pick{31, 66, 129}, gen.pick{16, 65, 200}, gen.pick{8, 24, 60}, gen.pick{1, 2, 6},
          gen.pick{RANDOM, INTEGERS, BROKEN, ENDS}, HIDDEN),
    back("one-choice", 6, 5, 1, RANDOM, EDGE("one weight is 1 whatever its logit is: no gradient")),
    back("two-choices", 40, 8, 2, RANDOM),
    back("all-choices", 12, 6, 6, RANDOM, EDGE()),
    back("some-rejected", 22, 7, 3, BROKEN, EDGE("dw of a rejected token is NaN")),
    back("most-choices-back", 5, 128, 128, RANDOM, EDGE("CHOICES_MOST")),
    back("hidden-back", gen.pick{9, 33}, gen.pick{8, 19}, gen.pick{2, 5}, gen.pick{RANDOM, BROKEN}, HIDDEN),
    balance("balanced", 64, 8, 2, 1, 0, 0, 1),
    balance("leaning", 50, 8, 2, .5, 0, .9, 1, EDGE("nine tokens of ten want expert 0 first")),
    balance("only-z", 30, 6, 1, 0, .1, .5, 1, EDGE("alpha = 0")),
    balance("large-logits", 20, 8, 2, .5, .001, .5, 1500, EDGE("e^1000 is no float64")),
    balance("far-below", 20, 8, 2, .5, .001, .5, 1, EDGE("all logits near -2000"), BELOW),
    balance("widest-balance", 12, 128, 4, .5, .01, .3, 2, EDGE("EXPERTS_MOST")),
    balance("nothing-to-pay", 9, 5, 2, 0, 0, .5, 1, EDGE("alpha = beta = 0: a gradient of zeros is stored")),
    balance("one-token", 1, 6, 2, .5, .1, 0, 1, EDGE("T = 1")),
    balance("one-alone", 7, 1, 1, 1, .01, 0, 1, EDGE("E = 1")),
    balance("hidden-balance", gen.pick{21, 60}, gen.pick{4, 8, 30}, gen.pick{1, 2, 4}, gen.pick{.1, 1},
            gen.pick{.001, .01}, gen.pick{.3, .8}, gen.pick{1, 20}, HIDDEN),
    capacity("nobody-there", 0, 4, 2, 3, 0, RANDOM, EDGE("T = 0")),
    capacity("no-room", 20, 4, 2, 0, 0, RANDOM, EDGE("cap = 0: all are dropped")),
    capacity("all-fit", 40, 8, 2, 40, .5, RANDOM),
    capacity("hot", 100, 8, 2, 32, .9, RANDOM, EDGE("expert 0 is wanted by nearly all")),
    capacity("second-choices", 60, 4, 3, 20, .7, RANDOM, EDGE("the first choice of a late token goes before")),
    capacity("most-rounds", 12, 128, 100, 7, .3, RANDOM, EDGE("EXPERTS_MOST, a hundred rounds")),
    capacity("rejected-too", 50, 6, 2, 9, .4, BROKEN, EDGE("a choice of -1 takes no slot and is not dropped")),
    capacity("hidden-capacity", gen.pick{33, 90}, gen.pick{5, 16}, gen.pick{1, 2, 4}, gen.pick{3, 9, 20},
             gen.pick{0, .6}, gen.pick{RANDOM, BROKEN}, HIDDEN),
    capacity("traced", 2048, 64, 2, 80, .3, RANDOM, {tags = {"gate"}}),
    choice("takes-none", 10, 3, 0, RANDOM, EDGE("cap = 0")),
    choice("takes-one", 30, 4, 1, RANDOM),
    choice("more-than-there-are", 5, 3, 8, RANDOM, EDGE("cap > T")),
    choice("no-tokens", 0, 3, 2, RANDOM, EDGE()),
    choice("all-scores-equal", 40, 4, 7, EQUAL, EDGE("the first tokens")),
    choice("few-values", 90, 5, 25, INTEGERS, EDGE("many ties; 0 and -0 are equal")),
    choice("tiny-scores", 60, 3, 20, RANDOM, EDGE("all near 1e-12"), 1e-12),
    choice("huge-scores", 60, 3, 60, RANDOM, EDGE("up to 1e37"), 3e36),
    choice("most-experts", 40, 128, 6, RANDOM, EDGE("EXPERTS_MOST")),
    choice("very-many", 3000, 2, 40, RANDOM),
    choice("hidden-choice", gen.pick{50, 101}, gen.pick{3, 8}, gen.pick{6, 20}, gen.pick{RANDOM, INTEGERS}, HIDDEN),
    choice("long", 1024, 4, 256, RANDOM, {tags = {"gate"}}),
    step("one-of-one", 6, 4, 1, 1, 2, .1, 0, EDGE("one expert: a linear layer")),
    step("switch", 16, 5, 4, 1, 3, .5, 0, EDGE("k = 1: the gate learns from the balance loss alone")),
    step("mixtral", 20, 6, 6, 2, 3, .2, .05),
    step("no-balance", 12, 6, 4, 3, 2, 0, 0, EDGE()),
    step("not-wanted", 3, 4, 9, 1, 2, .8, .02, EDGE("experts that no token chose: balance moves their column of Wg")),
    step("one-token-step", 1, 3, 4, 2, 2, .3, .05, EDGE("T = 1")),
    step("steep", 12, 3, 5, 2, 2, .2, .01, EDGE("exact logits, many equal, up to 1,200"), STEEP),
    step("widest-tokens", 3, 128, 2, 2, 1, .2, .01, EDGE("d = EXPERTS_MOST")),
    step("widest-gate", 5, 2, 128, 128, 1, .2, .01, EDGE("k = E = EXPERTS_MOST")),
    step("widest-result", 4, 2, 3, 2, 128, .2, .01, EDGE("o = EXPERTS_MOST")),
    step("many-tokens", 300, 3, 4, 2, 2, .2, .01, EDGE("more tokens than the toy has")),
    step("broad", 6, 24, 12, 2, 20, .2, .01),
    step("hidden-step", gen.pick{9, 18}, gen.pick{4, 7}, gen.pick{3, 5}, 2, gen.pick{2, 4}, gen.pick{.1, .6},
         gen.pick{0, .02}, HIDDEN),
    train("eight", 8, 3, {tags = {"gate"}}),
    train("eight-again", 8, 11, EDGE("another seed, the same recipe")),
    train("hidden-train", 8, gen.pick{21, 22, 23, 24, 25, 26, 27, 28}, HIDDEN),
    gate_("mixture", G.T, G.d, G.E, G.k, RANDOM, {tags = {"gate"}}),
    gate_("tokens-2048", 2048, G.d, G.E, G.k, RANDOM, {tags = {"bench"}}),
  },

  counters = {
    max_load = "load of the fullest expert over the mean", entropy = "entropy of the loads over its largest value",
    toy_loss = "loss on tokens not trained on", max_load_alone = "load of the fullest expert without balance",
    entropy_alone = "entropy without balance", toy_loss_alone = "loss without balance",
  },
  gates = {
    gate{id = "eight-tokens-a-line", call = "gate", case = "mixture", counter = "l1_miss", op = "<=",
         value = "1.1*(T*d/16 + T/8*d*E/16)", on = "cpu", why = "a line of Wg that comes serves at least eight tokens"},
    gate{id = "one-pass", call = "capacity", case = "traced", counter = "c_loads", op = "<=", value = "4*T*k + 4*E",
         on = "cpu", why = "every choice is looked at once, not once for each expert"},
    gate{id = "no-search-for-each", call = "choice", case = "long", counter = "c_loads", op = "<=",
         value = "40*T*E", on = "cpu", why = "a heap or a sort, not a search through all tokens for each place"},
    gate{id = "balanced", call = "train", case = "eight", counter = "max_load", op = "<=", value = 1.25, on = "cpu",
         why = "the fullest expert sets the time of a layer"},
    gate{id = "even", call = "train", case = "eight", counter = "entropy", op = ">=", value = .97, on = "cpu",
         why = "all experts are at work"},
  },

  bench = {
    bench{id = "gate", call = "gate", case = "tokens-2048", clock = "cpu", stages = STAGES, flops = "2*T*d*E",
          items = "T", item = "tok", why = "logits, choice and weights of 2,048 tokens"},
  },

  curves = {
    {id = "loss", call = "train", case = "eight", output = "curve", title = "Loss by step, your recipe", seed = "seed"},
    {id = "loss-alone", call = "train", case = "eight", output = "curve0", title = "Loss by step, alpha = 0",
     seed = "seed"},
  },

  predict = {
    predict{id = "flops", axis = "flops", unit = "MFLOP", answer = "f.gate_flop/1e6", rtol = .02,
            ask = "The gate of {{= n(f.T)}} tokens of {{= f.d}} numbers, {{= f.E}} experts: how many FLOP?",
            worked = "2·T·d·E = {{= n(f.gate_flop/1e6, 1)}} MFLOP; the choice is small beside it."},
    predict{id = "bytes", axis = "bytes", unit = "MB", answer = "f.gate_bytes/1e6", rtol = .05,
            ask = "And how many bytes must it read at least?",
            worked = "4·(T·d + d·E) = {{= mb(f.gate_bytes, 2)}}."},
    predict{id = "intensity", axis = "intensity", unit = "FLOP/B", answer = "f.gate_flop/f.gate_bytes", rtol = .1,
            ask = "So FLOP for each byte?", worked = "{{= n(f.gate_flop/f.gate_bytes, 1)}}: about E/2 if x dominates."},
    predict{id = "parallelism", axis = "parallelism", unit = "1", answer = "f.T", rtol = .01,
            ask = "How many tokens can be routed independently (before capacity is dealt out)?",
            worked = "All. Only the slots depend on who came before."},
    predict{id = "failure", axis = "failure",
            choices = {"the experts are too small", "one expert gets most tokens", "the gate's FLOP"},
            answer = "one expert gets most tokens",
            ask = "What makes a mixture no better than one dense layer of the same active size?"},
  },

  facts = function(hw, models)
    local m = models.mixtral_8x7b
    local f = {T = G.T, d = G.d, E = G.E, k = G.k, eight = 8, tokens = 2048, CF = 1.25,
               bronze = STAGES.bronze, silver = STAGES.silver, gold = STAGES.gold}
    f.gate_flop, f.gate_bytes = 2*G.T*G.d*G.E, 4*(G.T*G.d + G.d*G.E)
    f.mx = {E = m.E, k = m.k, d = m.d, L = m.L, expert = 3*m.d*m.ff, gate = m.d*m.E}
    f.naive_lines = G.T*G.d*(1 + G.E)/16
    f.block_lines = G.T*G.d/16 + G.T/64*G.d*G.E/16
    f.gate_most = 1.1*(G.T*G.d/16 + G.T/8*G.d*G.E/16)
    -- Twenty seeds of the toy, 600 steps, lr .3, beta .001, the reference of 2026-11 (gcc 12.2 -O3): the least and the
    -- greatest of the last fifty steps' loss, of max/mean load, and of the entropy over ln 8; by alpha.
    f.toy = {
      {0, .0761, .2129, 1.71, 3.02, .779, .927}, {.03, .0855, .1666, 1.14, 2.20, .941, .994},
      {.1, .0668, .1486, 1.17, 1.72, .976, .996}, {.3, .073, .1297, 1.09, 1.37, .992, .998},
      {1, .0617, .1339, 1.05, 1.13, .998, 1},
    }
    f.toy_first = {3.30, 6.40}
    f.sigmoid = function(x) return 1/(1 + math.exp(-x)) end
    return f
  end,

  questions = {
    q.num{id = "slots", unit = "1", rtol = 0, seed = "S003-W22-C3",
      ask = [[{{= n(p.T)}} tokens, {{= f.eight}} experts, top-2, capacity factor {{= f.CF}}. How many slots does
        one expert have?]],
      vary = {T = {2048, 8192, 16384}},
      answer = function(f, p) return math.ceil(f.CF*2*p.T/f.eight) end,
      wrong = {{value = function(f, p) return math.ceil(f.CF*p.T/f.eight) end,
                hint = "A token makes two choices, and each takes a slot."},
               {value = function(f, p) return 2*p.T//f.eight end,
                 hint = "That is the mean. The factor is the slack above it."}},
      worked = [[{{= f.CF}} · 2 · {{= n(p.T)}} / {{= f.eight}} = {{= n(f.CF*2*p.T/f.eight)}}.]]},
    q.num{id = "drops", unit = "1", rtol = .001, seed = "S003-W22-C6",
      ask = [[1,000 tokens, {{= f.eight}} experts, top-1, {{= p.cap}} slots an expert. {{= p.hot}} tokens want
        expert 0, the others are spread evenly over the other seven. How many slots of the whole layer stay
        empty?]],
      vary = {cap = {150, 160, 200}, hot = {300, 440}},
      answer = function(f, p) return f.eight*p.cap - p.cap - math.min(1000 - p.hot, 7*p.cap) end,
      wrong = {{value = function(f, p) return p.hot - p.cap end, hint = "Those are the dropped tokens."},
               {value = function(f, p) return f.eight*p.cap - 1000 end,
                 hint = "Not all 1,000 tokens have got a slot."}},
      worked = [[{{= f.eight}} · {{= p.cap}} = {{= n(f.eight*p.cap)}} slots, of which expert 0 fills {{= p.cap}}
        and the others {{= n(1000 - p.hot)}}: {{= n(f.eight*p.cap - p.cap - (1000 - p.hot))}} are empty while
        {{= p.hot - p.cap}} tokens are dropped.]]},
    q.num{id = "aux-two", unit = "1", rtol = .002, seed = "S003-W22-C2",
      ask = [[{{= f.eight}} experts. A share {{= p.s}} of the choices falls on expert 0, the rest evenly on the
        others, and the mean probabilities P are the same shares. What is E · Σ f·P?]],
      vary = {s = {.3, .5, .65}},
      answer = function(f, p) return f.eight*(p.s^2 + (1 - p.s)^2/(f.eight - 1)) end,
      wrong = {{value = function(f, p) return f.eight*p.s^2 end, hint = "The other seven have a part in the sum, too."},
               {value = function(f, p) return p.s^2 + (1 - p.s)^2/(f.eight - 1) end, hint = "Times E."}},
      worked = [[{{= f.eight}} · ({{= p.s}}² + {{= n(1 - p.s, 2)}}²/7) =
        {{= n(f.eight*(p.s^2 + (1 - p.s)^2/7), 3)}}. Balanced it is 1, collapsed {{= f.eight}}.]]},
    q.num{id = "push", unit = "1", rtol = .005, seed = "S003-W22-C2",
      ask = [[Two experts, top-1, alpha = 1, one token with p = ({{= p.p}}, {{= n(1 - p.p)}}); over the batch
        f = ({{= p.f}}, {{= n(1 - p.f)}}). What is T times the gradient of the balance loss at the first
        logit?]],
      vary = {p = {.6, .75, .9}, f = {.8, .7}},
      answer = function(_, p)
        local mean = p.f*p.p + (1 - p.f)*(1 - p.p)
        return 2*p.p*(p.f - mean)
      end,
      wrong = {{value = function(_, p) return 2*p.f end, hint = "That is the derivative by P, not by the logit."},
               {value = function(_, p) return 2*p.p*p.f end, hint = "The softmax takes the mean of f under p off."}},
      worked = [[E·p₀·(f₀ − Σ f·p), with Σ f·p = {{= n(p.f*p.p + (1 - p.f)*(1 - p.p), 3)}}:
        {{= n(2*p.p*(p.f - p.f*p.p - (1 - p.f)*(1 - p.p)), 4)}}. Positive: descent pushes the favourite down.]]},
    q.num{id = "renorm", unit = "%", rtol = .01, seed = "S003-W22-C2",
      ask = [[Logits {{= p.a}}, 1, and 0 for six more experts; top-2. By how much does the first one's weight
        grow, in per cent, if the softmax is taken over the two chosen instead of over all eight?]],
      vary = {a = {2, 3, 1.5}},
      answer = function(_, p)
        local two, all = math.exp(p.a) + math.exp(1), math.exp(p.a) + math.exp(1) + 6
        return 100*(all/two - 1)
      end,
      wrong = {{value = function(_, p) return 100*6/(math.exp(p.a) + math.exp(1) + 6) end,
                hint = "That is the share of the six; relative to what was there before it is more."}},
      worked = [[Over all: the six take {{= pct(6/(math.exp(p.a) + math.exp(1) + 6), 1)}}, and the two sum to
        less than 1. Over the chosen: everything is divided by the smaller sum.]]},
    q.num{id = "idle", unit = "%", rtol = .01, seed = "S003-W23-C6",
      ask = [[Capacity factor {{= p.CF}}, and {{= p.drop}} % of all choices are dropped. Which share of the
        experts' FLOP multiplies zeros, in per cent?]],
      vary = {CF = {1.25, 1.5, 2}, drop = {2, 10}},
      answer = function(_, p) return 100*(1 - (1 - p.drop/100)/p.CF) end,
      wrong = {{value = function(_, p) return 100*(1 - 1/p.CF) end,
        hint = "The dropped ones leave their slots' worth empty, too."},
               {value = function(_, p) return 100*(p.CF - 1) end, hint = "Relative to all slots."}},
      worked = [[{{= n(1 - p.drop/100, 2)}} of the choices in {{= p.CF}} as many slots:
        {{= pct((1 - p.drop/100)/p.CF, 1)}} are used.]]},
    q.num{id = "tokens-a-line", unit = "1", rtol = .02, seed = "S003-W22-HO",
      ask = [[T = {{= p.T}} tokens of {{= f.d}} floats, {{= f.E}} experts; Wg does not fit the L1, x and Wg are
        read in lines of 64 bytes. How many lines come if each group of {{= p.g}} tokens walks through Wg
        together and x comes once?]],
      vary = {T = {512, 1024}, g = {4, 16, 32}},
      answer = function(f, p) return p.T*f.d/16 + p.T/p.g*f.d*f.E/16 end,
      wrong = {{value = function(f, p) return p.T*f.d/16 + p.T*f.d*f.E/16 end, hint = "That is one token at a time."},
               {value = function(f, p) return p.T*f.d/16 + f.d*f.E/16 end, hint = "Wg comes once for each group."}},
      worked = [[x: {{= n(p.T*f.d/16)}}. Wg: {{= n(p.T/p.g)}} times {{= n(f.d*f.E/16)}}.]]},
    q.num{id = "share-of-gate", unit = "%", rtol = .02, seed = "S003-W22-C1",
      ask = [[A Mixtral-like layer: d = {{= n(f.mx.d)}}, {{= f.mx.E}} experts of {{= n(f.mx.expert)}} parameters
        each. If a token uses {{= p.k}} of them, which share of the layer's expert parameters works on it, in
        per cent, the gate's {{= n(f.mx.gate)}} counted on both sides?]],
      vary = {k = {1, 3, 4}},
      answer = function(f, p) return 100*(p.k*f.mx.expert + f.mx.gate)/(f.mx.E*f.mx.expert + f.mx.gate) end,
      wrong = {{value = function(f, p) return 100/p.k end, hint = "k of E, not one of k."}},
      worked = [[{{= p.k}} · {{= n(f.mx.expert)}} of {{= f.mx.E}} · {{= n(f.mx.expert)}}: the gate does not show
        in the figure.]]},
    q.choice{id = "k1", seed = "S003-W22-C3",
      ask = "Top-1 with the softmax over the chosen logits: what does the gate learn from the loss of the task?",
      options = {"As much as with top-2", "Nothing: the weight is 1 whatever the logit is",
                 "Only the sign"}, answer = 2,
      worked = [[w = 1 is a constant. Switch therefore multiplies by the probability over all experts; the order
        of softmax and choice is no matter of taste at k = 1.]]},
    q.choice{id = "leak", seed = "S003-W22-C5",
      ask = "Which of these makes the output of one token depend on later tokens of its sequence?",
      options = {"Top-2 without capacity", "Expert choice", "A balance loss during training"}, answer = 2,
      worked = [[An expert keeps its best tokens, so a later and better one pushes an earlier one out. A
        capacity with first come, first served depends on earlier ones only, which is bad enough.]]},
    q.multi{id = "collapse", seed = "S003-W22-C2",
      ask = "Which are signs of a gate that collapses?",
      options = {"E·Σ f·P rises from 1 towards E", "The entropy of the loads falls", "The fullest expert drops tokens",
                 "All logits shrink"}, answer = {1, 2, 3},
      worked = "Logits grow rather than shrink, which is why many add the z-loss."},
    q.text{id = "own-runs", min_words = 40, seed = "S003-W22-HO",
      ask = [[Train with your alpha and with alpha = 0 (`ridge profile w22-moe-router` counts
        both runs). Give loss, load of the fullest expert and entropy of the two, and say why the loss of the task is
        lower with a term that has nothing to do with the task.]],
      rubric = {"max/mean load and entropy of both runs", "both losses",
                "experts that no token reaches do not learn: balance gives each cluster its own"}},
  },

  hints = {
    {on = "build", match = {"implicit declaration", "undeclared", "unknown type name"},
     "lab.h has math.h, stdint.h, stdlib.h and string.h. Is the name spelled as it is there?"},
    {on = "sanitize", [[A block that is not full: the last tokens of T, the last experts of E, or d no multiple
      of your slice.]]},
    {on = "gate:eight-tokens-a-line", [[A million lines or more is one token at a time. Let several tokens share
      each row of Wg: a block of tokens outside, d in slices, so that slice and tokens fit the L1 together.]]},
    {on = "gate:one-pass", "One counter for each expert, and one walk over the choices."},
    {on = "gate:no-search-for-each", "A heap of cap tokens with the worst on top, or one sort an expert."},
    {on = "gate:balanced", "Raise alpha until the fullest expert is near the mean, and look at the loss while you do."},
    {on = "gate:even", "Raise alpha: an expert that no token reaches does not learn."},
    {on = "bench:gate", [[Four tokens and sixteen experts at a time in local arrays of constant size: a row
      of Wg serves four tokens. As eight variables of a vector type of eight floats the sums stay in registers, and the
      gate is several times faster.]]},
    {on = "case:ties", "`>` keeps the first of equal ones, `>=` the last. Insertion has to stop at an equal one."},
    {on = "case:not-finite", [[A comparison with NaN is false, so NaN is never chosen, and never seen. Ask for
      isfinite of each logit before you choose.]]},
    {on = "case:large-logits", [[Take the largest logit off before you call exp, and put it back into
      z = top + log(sum).]]},
    {on = "case:one-choice", "With one choice the weight is 1 and stays 1. What is w·(dw − Σ w·dw)?"},
    {on = "case:switch", "k = 1: the task's gradient does not reach the gate; that of router_loss does."},
    {on = "case:second-choices", "All first choices before any second one: the outer loop is over j."},
    {on = "case:rejected-too", "A choice of -1 is no choice: no slot, no count, not dropped."},
    {on = "call:gate", "Choose by logits, then softmax over the k chosen, the largest taken off."},
    {on = "call:back", "dl_j += w_j · (dw_j − Σ w_i·dw_i), added at idx_j and nowhere else."},
    {on = "call:balance", [[Gradient of one row: p_e/T · (alpha·E·(f_e − Σ f·p) + 2·beta·z). f is a share of T·k
      choices and a constant.]]},
    {on = "call:capacity", "The place is the number of earlier choices of that expert, dropped ones included."},
    {on = "call:choice", "Score down, token number up. Column e of score is E floats apart."},
    {on = "call:step", [[Compute all gradients first, from the old weights; only then move both matrices. The
      gate's gradient is xᵀ·dl, with dl from both the weights and router_loss.]]},
    {on = "call:train", [[Print loss and loads for a few values of alpha between 0 and 1, and of lr. A step that
      is right and a recipe that is too timid look the same.]]},
  },
}
