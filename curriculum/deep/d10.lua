-- d10: Speculative Decoding & Disaggregated Inference.

-- Weights in products, and bytes of a token's keys and values, in 16 bits.
local function products(m) return m.L*(2.0*m.d*m.H*m.hd + 2*m.d*m.Hkv*m.hd + 3*m.d*m.ff) + m.V*m.d end
local function cache(m) return 2*m.L*m.Hkv*m.hd*2 end

-- Tokens a round if each of K drafts is kept with chance beta, independently.
local function alpha(beta, K)
  local sum = 1
  for _ = 1, K do sum = 1 + beta*sum end
  return sum
end

-- A tree that has widths[l] children at each node above level l, and a draft whose i-th choice is right with ranks[i].
local function tree(widths, ranks)
  local t, level, right = {nodes = 0, tokens = 1}, 1, 1
  for _, w in ipairs(widths) do
    local hit = 0
    for k = 1, w do hit = hit + ranks[k] end
    level, right = level*w, right*hit
    t.nodes, t.tokens = t.nodes + level, t.tokens + right
  end
  t.each = t.tokens/(t.nodes + 1)
  return t
end

local TREES = {{1, 1, 1, 1}, {2, 1, 1}, {2, 2, 1}, {3, 2, 1, 1}}
local function ranks(first) return {first, .15, .07} end

return deep {
  id = "d10", words = 8900, exercises = 6,
  after = {"d08"},
  labs = {"w05b-specdec", "w33-tree-spec", "w33b-tree-attn", "w34-disagg", "w35-slo-serving", "w35b-engine"},
  hours = {read = 3.5, exercises = 5.5},
  topics = {
    {"S004-C10-T01", at = "#Mechanism/Two clocks"},
    {"S004-C10-T02", at = "w05b-specdec#Math/The law is the target's"},
    {"S004-C10-T03", at = "w05b-specdec#Math/Tokens a round, and the best K"},
    {"S004-C10-T04", at = "#Math/What independence leaves out"},
    {"S004-C10-T05", at = "#Mechanism/Who guesses"},
    {"S004-C10-T06", at = "#Mechanism/A tree in one pass"},
    {"S004-C10-T07", at = "#Math/The price of a pass"},
    {"S004-C10-T08", at = "#Mechanism/Two caches and a clean retreat"},
    {"S004-C10-T09", at = "w34-disagg#Mechanism/Two rooflines and one rate"},
    {"S004-C10-T10", at = "#Mechanism/Different cards for different work"},
    {"S004-C10-T11", at = "#Mechanism/The cache as the centre"},
    {"S004-C10-T12", at = "w34-disagg#Mechanism/The cache travels"},
    {"S004-C10-T13", at = "#Mechanism/A stack, part by part"},
    {"S004-C10-T14", at = "#Mechanism/What is not settled"},
  },
  readings = {
    {"specdec", hours = 1, look_for = "where independence is assumed, and what the cost of a pass is taken to be"},
    {"specsamp", hours = .5, look_for = "the proof, and what is said about the target's cache"},
    {"medusa", hours = 1, look_for = "what typical acceptance gives up, and at which temperature that shows"},
    {"eagle", hours = 1, look_for = "why the draft needs the token that was drawn, and not only the feature"},
    {"eagle2", hours = .5, look_for = "the plot of acceptance over confidence"},
    {"lookahead", hours = .5, look_for = "where its n-grams come from, and what they cost in positions a pass"},
    {"vllmspec", hours = .5, look_for = "the load from which on the curves cross"},
    {"distserve", hours = 1.5, look_for = "the definition of goodput, and which servers it is compared with"},
    {"splitwise", hours = 1, look_for = "which of the two phases wants which card, by cost and by power"},
    {"mooncake", hours = 1, look_for = "what is refused, when, and how the load of the decode side is foreseen"},
    {"haodisagg", hours = .5, look_for = "which objections were left after eighteen months"},
  },
  sources = {
    "vLLM, docs/features/speculative_decoding: the kinds of draft, the guarantees, K by batch size (read 2026-11)",
    "vllm-project/vllm, pull request 35060, February 2026: disable_by_batch_size had been read by nobody since 0.10.0",
    "vLLM, docs/features/disagg_prefill: connectors, and what splitting is for (read 2026-11)",
    "TensorRT-LLM 1.3, MTPDecodingConfig: use_relaxed_acceptance_for_thinking, use_rejection_sampling (read 2026-11)",
    "DeepSeek-V3 Technical Report, 2024, sections 2.2 and 5.4.3: one further token, kept in 85 to 90 of 100 places",
    "NVIDIA Dynamo, glossary, 2026: conditional disaggregation; router, planner, block manager, NIXL",
    "Sun et al., SpecTr, 2023: several candidates as a problem of transport",
  },
  ephemeral = {{"Names and defaults of vLLM's, SGLang's, TensorRT-LLM's and Dynamo's settings", as_of = "2026-11"},
               {"Which kind of draft is the usual one", as_of = "2026-11"},
               {"H100 for prompts and A100 for answers", as_of = "2024-06"}},
  disputed = {
    {id = "iid", says = {
      {"each draft is kept with one probability, independently of its place and of the others",
       source = "Leviathan et al., 2023, section 3.1, as a simplification"},
      {[[in our toy model a first draft is kept in 28 of 100 rounds, and a second one, where the first was kept, in
         54 of 100]], source = "derived from the measured tokens a round of lab w33-tree-spec, 2026-11"}}},
    {id = "domain", says = {
      {"acceptance of the second token lies between 85 and 90 %, whatever the text is about",
       source = "DeepSeek-V3 Technical Report, 2024, section 5.4.3"},
      {"gains depend on the family of models, the traffic, the hardware and the settings of sampling",
       source = "vLLM's documentation on speculative decoding, 2026"}}},
    {id = "pays", says = {
      {"7.4 times as many requests within their promises as a colocated server, at 90 % of requests in time",
       source = "Zhong et al., DistServe, 2024, abstract"},
      {"splitting does not improve throughput; it is a more reliable way to keep the tail of the gaps short",
       source = "vLLM's documentation on disaggregated prefilling, 2026"},
      {[[worth nothing at a quarter of the load and nearly everything at the whole of it; with short prompts and long
         answers a loss]], source = "simulated in lab w34-disagg, 2026-11"}}},
  },
  typed = {{"0.10.0", source = "a release of vLLM"},
           {"2.35 times", source = "Patel et al., Splitwise, 2024, abstract"}},
  class = {"d10-trees", "d10-night"},
  facts = function(hw, models)
    local gpu = hw.h100
    local f = {gpu = gpu, m = models.llama3_8b, big = models.llama3_70b, alpha = alpha, tree = tree, ranks = ranks,
               trees = TREES}
    f.mm, f.kv = products(f.m), cache(f.m)
    -- seconds: arithmetic of one position, reading of the weights, reading of one token's keys and values
    f.pos, f.read, f.tok = 2*f.mm/gpu.bf16, 2*f.mm/gpu.bw, f.kv/gpu.bw
    f.math = function(b, k) return b*k*f.pos end
    f.bytes = function(b, S) return f.read + b*S*f.tok end
    f.step = function(b, S, k) return math.max(f.math(b, k or 1), f.bytes(b, S)) end
    f.round = function(b, S, K, c) return f.step(b, S, K + 1) + K*c*f.step(b, S) end
    f.speed = function(b, S, beta, K, c) return alpha(beta, K)*f.step(b, S)/f.round(b, S, K, c) end
    f.simple = function(beta, K, c) return alpha(beta, K)/(1 + K*c) end
    f.best = function(b, S, beta, c)
      local best = 0
      for K = 1, 16 do
        if f.speed(b, S, beta, K, c) > f.speed(b, S, beta, best, c) then best = K end
      end
      return best
    end
    f.top = function(b, S, beta, c) return f.speed(b, S, beta, f.best(b, S, beta, c), c) end
    -- the length from which on a plain step is never bound by arithmetic; the one from which on speculation always pays
    f.even_S = f.pos/f.tok
    f.always = function(beta, K, c) return f.even_S*(K + 1)/(alpha(beta, K) - K*c) end
    f.limit = function(S, beta, K, c) return alpha(beta, K)*S*f.tok/((K + 1)*f.pos + K*c*S*f.tok) end
    -- the batch at which the gain is gone, where verifying is bound by arithmetic and a plain step by reading
    f.gone = function(S, beta, K, c)
      local net = alpha(beta, K) - K*c
      return net*f.read/((K + 1)*f.pos - net*f.tok*S)
    end
    f.even_sheet = f.pos*gpu.bf16/hw.h200.ridge/f.kv
    f.even_seen = f.pos*gpu.bf16/hw.h200_m.ridge/f.kv
    f.even_big = 2*products(f.big)/gpu.bf16/(cache(f.big)/gpu.bw)
    -- the worked example, and the account of one step
    f.ex = {beta = .7, K = 5, c = .08}
    f.acct = {b = 64, S = 1024}
    f.acct.all = math.floor(f.bytes(f.acct.b, f.acct.S)/f.pos)
    f.acct.left = f.acct.all - f.acct.b
    f.acct.each = f.acct.left//f.acct.b
    f.beta, f.K, f.c = .8, 4, .05
    f.kept = (alpha(f.beta, f.K) - 1)/f.K                        -- kept drafts among all that were made
    -- two halves of all places, and runs
    f.mix = function(a, b, K) return (alpha(a, K) + alpha(b, K))/2 end
    -- lab w33's microlm at temperature one, chains of one, two and four
    f.toy = {1.28, 1.43, 1.53}
    f.toy.first = f.toy[1] - 1
    f.toy.second = (f.toy[2] - f.toy[1])/f.toy.first
    -- one request of the large model through two pools of four cards
    f.two = {tp = 4, mfu = .5, S = 2048, answer = 256, b = 32, K = 3, sums = 2*f.big.L, alpha = 10e-6,
             far = 4*hw.ib_ndr.bw_dir}
    local t = f.two
    t.mm, t.kv = products(f.big), cache(f.big)
    t.prefill = 2*t.mm*t.S/(t.tp*t.mfu*gpu.bf16)
    t.bytes, t.x, t.t = t.kv*t.S, t.kv*t.S/f.big.L/t.far, t.prefill/f.big.L
    t.step = (2*t.mm + t.b*t.kv*(t.S + t.answer/2))/(t.tp*gpu.bw) + t.sums*t.alpha
    t.verify = 2*t.mm*t.b*(t.K + 1)/(t.tp*gpu.bf16)
    t.spec = t.step*(1 + t.K*f.c)/alpha(f.beta, t.K)
    t.plain_all = t.prefill + t.x + (t.answer - 1)*t.step
    t.spec_all = t.prefill + t.x + (t.answer - 1)*t.spec
    -- positions of that request where every position has its price, and those of a token of the answer
    t.dear = (t.K + 1)/alpha(f.beta, t.K)
    t.mixed = t.S + t.answer*t.dear
    -- a prefix that is fetched instead of computed: bytes a second from which on that is faster
    f.fetch = f.kv*t.mfu*gpu.bf16/(2*f.mm)
    t.fetch = t.kv*t.tp*t.mfu*gpu.bf16/(2*t.mm)
    t.held = 1e12/t.kv
    -- d10-night
    f.n = {S = 128, night = 4, day = 320}
    f.share = function(b, S, k) return f.math(b, k)/f.step(b, S, k) end
    f.streamed = function(L, x, t) return math.max(x, L*x - (L - 1)*t) end
    return f
  end,

  questions = {
    q.num{id = "d10-batch", unit = "x", rtol = .01, seed = "S004-C10-EX",
      ask = [[{{= f.m.name}} on one H100, {{= n(256)}} sequences, each with {{= n(p.S)}} tokens in its cache. A step of
        k positions a sequence takes max(2·{{= n(f.mm)}}·256·k/P, (2·{{= n(f.mm)}} + 256·{{= n(f.kv)}}·{{= n(p.S)}})/B),
        with P = {{= n(f.gpu.bf16/1e12, 1)}} TFLOP/s and B = {{= n(f.gpu.bw/1e12, 2)}} TB/s. Speculation with K = {{=
        f.K}} drafts, each accepted with {{= f.beta}}, independently; a draft step costs {{= pct(f.c, 0)}} of a
        plain step of the target. How many times as fast as plain decoding is it?]],
      vary = {S = {128, 512, 1024}},
      answer = function(f, p) return f.speed(256, p.S, f.beta, f.K, f.c) end,
      wrong = {{value = function(f) return f.simple(f.beta, f.K, f.c) end,
                hint = "Is T(5) still T(1) at this batch?"},
               {value = function(f) return f.alpha(f.beta, f.K) end,
                hint = "Those are tokens a round. Drafting and verifying cost something, too."},
               {value = function(f, p)
                  return f.alpha(f.beta, f.K)*f.step(256, p.S)/f.step(256, p.S, f.K + 1)
                end,
                hint = "And the draft's four steps?"}},
      hint = "Tokens a round, times T(1), over the time of a round: T(5) and four draft steps.",
      worked = [[A round brings (1 − {{= f.beta}}⁵)/{{= n(1 - f.beta, 1)}} = {{= n(f.alpha(f.beta, f.K), 4)}} tokens.
        T(1) = {{= ms(f.step(256, p.S), 2)}}, bound by reading; T(5) = {{= ms(f.step(256, p.S, 5), 2)}}, bound by
        arithmetic. {{= n(f.alpha(f.beta, f.K), 4)}}·{{= n(1e3*f.step(256, p.S), 2)}}/({{= n(1e3*f.step(256, p.S, 5),
        2)}} + 0.2·{{= n(1e3*f.step(256, p.S), 2)}}) = {{= n(f.speed(256, p.S, f.beta, f.K, f.c), 3)}}. For 128, 512
        and 1,024 tokens it is {{= n(f.speed(256, 128, f.beta, f.K, f.c), 3)}}, {{= n(f.speed(256, 512, f.beta, f.K,
        f.c), 3)}} and {{= n(f.speed(256, 1024, f.beta, f.K, f.c), 3)}}: with the length of the caches, idle arithmetic
        comes back. {{= n(f.simple(f.beta, f.K, f.c), 2)}} is the limit of small batches.]]},

    q.table{id = "d10-trees", units = {"1", "tok", "tok"}, exact = {1}, rtol = .002, seed = "S004-C10-EX",
      ask = [[A draft's first, second and third choice is the target's token with probability {{= p.first}}, 0.15 and
        0.07, at each level, independently of the others. Trees are given by the children of each node, level by level.
        How many nodes has each, without the root? How many tokens does a round bring? And how many for each position
        that the target verifies, the root's among them?]],
      vary = {first = {.60, .70}},
      rows = {"1·1·1·1", "2·1·1", "2·2·1", "3·2·1·1"},
      columns = {"nodes", "tokens a round", "tokens a position"},
      answer = function(f, p)
        local out = {}
        for k, widths in ipairs(f.trees) do
          local t = f.tree(widths, f.ranks(p.first))
          out[k] = {t.nodes, t.tokens, t.each}
        end
        return out
      end,
      wrong = {{cell = {2, 1}, value = function() return 4 end, hint = "Both children have a successor."},
               {cell = {2, 2}, value = function(f, p) return f.tree(f.trees[1], f.ranks(p.first)).tokens end,
                hint = "Level one holds if either of its two nodes is right."},
               {cell = {2, 2}, value = function(f, p) return f.tree({1, 1, 1}, f.ranks(p.first)).tokens end,
                hint = "Level one holds if either of its two nodes is right."},
               {cell = {1, 2}, value = function(f, p) return f.tree(f.trees[1], f.ranks(p.first)).tokens - 1 end,
                hint = "A round always yields one token of the target."},
               {cell = {1, 3}, value = function(f, p) return f.tree(f.trees[1], f.ranks(p.first)).tokens/4 end,
                hint = "The root goes through the target, too."}},
      hint = "A level holds with the sum of the ranks that are in it; a path holds with the product of its levels.",
      worked = [[One node a level holds with {{= p.first}}, two with {{= n(p.first + .15, 2)}}, three with {{=
        n(p.first + .22, 2)}}. 1·1·1·1: 1 + {{= p.first}} + … + {{= p.first}}⁴ = {{= n(f.tree(f.trees[1],
        f.ranks(p.first)).tokens, 4)}} with 4 nodes. 2·1·1: 1 + {{= n(p.first + .15, 2)}}·(1 + {{= p.first}} + {{=
        p.first}}²) = {{= n(f.tree(f.trees[2], f.ranks(p.first)).tokens, 4)}} with 2 + 2 + 2 = 6. 2·2·1: {{=
        n(f.tree(f.trees[3], f.ranks(p.first)).tokens, 4)}} with 2 + 4 + 4 = 10. 3·2·1·1: {{= n(f.tree(f.trees[4],
        f.ranks(p.first)).tokens, 4)}} with 3 + 6 + 6 + 6 = 21. Over nodes + 1 that is {{= n(f.tree(f.trees[1],
        f.ranks(p.first)).each, 4)}}, {{= n(f.tree(f.trees[2], f.ranks(p.first)).each, 4)}}, {{= n(f.tree(f.trees[3],
        f.ranks(p.first)).each, 4)}}, {{= n(f.tree(f.trees[4], f.ranks(p.first)).each, 4)}}: trees buy tokens at
        falling efficiency, which is right where arithmetic is idle, and wrong where it is not.]]},

    q.expr{id = "d10-stream", unit = "s", seed = "S004-C10-EX",
      ask = [[Prefill finishes its L layers at t, 2t, …, L·t. The keys and values of each layer take x on the link. They
        go one layer after another, and a layer may leave when it is computed. How long after the end of the prefill
        has the last byte arrived?]],
      vars = {L = {2, 128, int = true}, x = {1e-4, 1e-2, log = true, unit = "s"},
              t = {1e-4, 1e-2, log = true, unit = "s"}},
      answer = "max(x, L*x - (L-1)*t)",
      wrong = {{expr = "L*x", hint = "Sending starts before the end."},
               {expr = "x", hint = "Only if the link keeps up."},
               {expr = "max(0, L*(x-t))", hint = "The last layer's keys and values exist only at the end."}},
      hint = "Two cases: either the link waits for layers, or layers wait for the link.",
      worked = [[Unrolled, the last layer has arrived at max over j of j·t + (L − j + 1)·x: the link is idle for the
        last time before layer j, and from then on it sends. This is linear in j, so its largest value is at an end: j =
        L gives L·t + x, j = 1 gives t + L·x. Less L·t: max(x, L·x − (L − 1)·t). For L = 80, t = 2 ms it is {{=
        ms(f.streamed(80, 1e-3, 2e-3), 0)}} at x = 1 ms and {{= ms(f.streamed(80, 3e-3, 2e-3), 0)}} at x = 3 ms.
        Streaming hides all but one layer, as long as x ≤ t.]]},

    q.diagnose{id = "d10-night", source = "made",
      from = "the step times of {{= f.m.name}} on an H100 by max(arithmetic, reading), contexts of {{= f.n.S}} tokens",
      seed = "S004-C10-EX",
      ask = [[Speculation with K = {{= f.K}} was {{= n(f.speed(f.n.night, f.n.S, f.beta, f.K, f.c), 1)}} times as
        fast in a test at night. By day the service is slower with it than without. What is it, which lines show it, and
        what would you do first?]],
      title = "one engine, at night and by day",
      lines = {
        {"tokens a round at night: {{= n(f.alpha(f.beta, f.K), 2)}}", role = "neutral"},
        {"tokens a round by day: {{= n(f.alpha(f.beta, f.K), 2)}}", role = "against",
         hint = "As many as at night: the draft fits the text as well as before."},
        {"sequences in the batch: {{= f.n.night}} at night, {{= f.n.day}} by day", role = "for"},
        {[[at night verifying takes {{= ms(f.step(f.n.night, f.n.S, 5), 2)}}, a plain step {{= ms(f.step(f.n.night,
           f.n.S), 2)}}]], role = "neutral"},
        {[[by day verifying takes {{= ms(f.step(f.n.day, f.n.S, 5), 1)}}, a plain step {{= ms(f.step(f.n.day, f.n.S),
           2)}}]], role = "for"},
        {"four draft steps: {{= pct(f.K*f.c, 0)}} of a plain step, both times", role = "against",
         hint = "The draft's share has not changed."},
        {[[arithmetic's share of verifying: {{= pct(f.share(f.n.night, f.n.S, 5), 0)}} at night, {{=
           pct(f.share(f.n.day, f.n.S, 5), 0)}} by day]], role = "for"},
        {"temperature of requests: unchanged", role = "against", hint = "So both rows are as flat as before."},
        {"contexts of {{= f.n.S}} tokens", role = "neutral"},
      },
      claims = {"the draft fits the texts of the day badly",
                "at a large batch verifying is bound by arithmetic and costs what five steps cost",
                "memory for the caches is short", "the draft is too slow"},
      claim = 2,
      fixes = {"choose K by load, and none above the break-even batch", "take a larger draft", "take K = 8",
               "verify a wider tree"},
      fix = 1, need = 2,
      hints = {claim = {[1] = "Lines 1 and 2: as many tokens a round as at night.",
                        [3] = "Line 9: caches this short are a small part of the memory, and nobody waits for room.",
                        [4] = "Line 6: its share of a plain step is what it was."},
               fix = {[2] = "It raises the tokens a round by little, and what is dear is verifying.",
                      [3] = "Still more positions to verify.",
                      [4] = "Still more positions to verify, and fewer tokens for each."}},
      worked = [[By day a round takes {{= ms(f.step(f.n.day, f.n.S, 5), 2)}} + {{= ms(f.K*f.c*f.step(f.n.day, f.n.S),
        2)}} and brings {{= n(f.alpha(f.beta, f.K), 2)}} tokens, for which plain steps take {{= n(f.alpha(f.beta, f.K),
        2)}}·{{= ms(f.step(f.n.day, f.n.S), 2)}}: a factor of {{= n(f.speed(f.n.day, f.n.S, f.beta, f.K, f.c), 2)}}. At
        night verifying is as cheap as a plain step, since both are bound by reading. Nothing about the draft changed;
        the batch did. It breaks even at {{= n(f.gone(f.n.S, f.beta, f.K, f.c), 0)}} sequences of this length. A
        benchmark's batch is part of its result.]]},

    q.build{id = "d10-two", lab = "w05b-specdec", drill = "two", seed = "S004-C10-EX",
      ask = [[Two candidates for one place are drawn from q, independently. The first is accepted with min(1, p/q).
        Write the rest of the rule: what does the second one meet, and where does the token come from if it is refused
        as well? The law has to be p, whatever q is.]],
      worked = [[Kept or refused, the first candidate pays min(p, q) of every token. What is left is (p − q)₊, with the
        sum R; over R it is a row, and the target of what follows. The second candidate x is accepted with min(1, (p −
        q)₊(x)/(R·q(x))) and pays min((p − q)₊, R·q). What is left of that is drawn from. Payments add up to p, so the
        law is right for two candidates, and by the same step for any number. If the second were tested against p
        again, what the first has paid would be paid twice. An equal second candidate is always refused, since the
        residual is 0 where the first was refused: but the refusal counts, and who drops it draws from another row.
        For p = (0.5, 0.3, 0.2) and q = (0.2, 0.3, 0.5) one candidate is kept in {{= pct(.7, 0)}} of all rounds, one of
        two in {{= pct(.7 + .3*.2, 0)}}. Losslessness survives trees only if the target is updated.]]},

    q.text{id = "d10-lossless", min_words = 120, seed = "S004-C10-EX",
      ask = [["Speculative decoding is lossless." Say exactly what is preserved and under which assumptions, and give
        three ways in which a real system loses it.]],
      worked = [[What is preserved is a law: given the text so far, each token is drawn with the target's probabilities,
        and so whole texts are. It is not the text that plain decoding writes with the same seed, since the random
        numbers are used for other things. Proof in a line: an accepted draft pays token x the amount min(p, q)(x),
        refusals have the mass that is missing, and the residual gives x exactly p(x) − min(p, q)(x). Assumed is that x
        was really drawn from that q; that p is the row with which plain decoding would sample, after temperature,
        top-k and penalties; that the coins are independent of the drafts; and exact arithmetic. At temperature zero the
        law is a spike, and then texts are equal.
        Real systems lose it in three ways. Arithmetic: a pass over k rows uses other kernels and another order of sums
        than a step of one, so logits differ in their last bits, and a greedy text may part where two tokens are nearly
        equal. The rule: typical, relaxed or threshold acceptance draws from another law, on purpose. Bugs: replacing
        from p and not from the residual, a q that is not the one drawn from, a refused token whose keys stay in the
        cache, penalties that count refused tokens.]],
      rubric = {"the law of each token given its prefix is preserved, not the text of a seed",
                "the idea of the proof in a line: the minimum and the residual",
                "p is the row after temperature, top-k and penalties, the same with and without speculation",
                "floating point: a batched verification gives other logits than single steps",
                "typical, relaxed or threshold acceptance is not lossless",
                "bugs: the residual of a wrong p, a cache that was not cut back"}},
  },
}
