return week {
  n = 33, part = 4, title = "Speculative decoding II: heads, features, trees", seeds = {"S003-W33"},
  summary = [[A separate draft model is one way to guess ahead; this week's drafters live inside
the target. You build candidate trees from Medusa heads and from EAGLE-2's confidences, verify a
whole tree in one forward pass with an ancestor mask, and prove by enumeration that the output law
has not moved. The milestone then stacks pruning, two-bit weights and speculation on a 70B model,
and asks which of the three deserves the credit.]],
  concepts = {
    {id = "review", title = "The speed-up formula, once more", seed = "S003-W33-C1", text = [[
The draft proposes k tokens, the target checks all of them in one pass and keeps the longest
accepted beginning plus one token of its own. With independent acceptance probability β the
expected yield is (1−β^(k+1))/(1−β): for β = {{= n(f.beta, 1) }} and k = {{= f.k }},
{{= n(f.yield, 2) }} tokens a round. Divide by the cost, 1 + k·c target passes:
{{= n(f.speed, 2) }} times as fast at c = {{= n(f.c, 2) }}. Only β and c are properties of the
draft, and a worse β cannot be bought back by a longer k.]]},
    {id = "medusa", title = "Medusa: more heads", seed = "S003-W33-C2", text = [[
Attach a few small heads to the last hidden state of a frozen model. The ordinary LM head predicts
the next token, t+1; Medusa head k predicts t+k+1, so five heads reach t+6 (texts that say +1 to
+5 count the LM head's token as the first). Medusa-1 trains only the heads, Medusa-2 tunes the
backbone jointly at some risk to it. The heads guess independently of one another, so a chain with
accuracies {{= n(f.m1, 1) }}, {{= n(f.m2, 1) }}, {{= n(f.m3, 1) }} yields 1 + {{= n(f.m1, 1) }} +
{{= n(f.m1*f.m2, 1) }} + {{= n(f.m1*f.m2*f.m3, 2) }} = {{= n(f.chain, 2) }} tokens: the products
shrink quickly, and trees are the answer.]]},
    {id = "trees", title = "Trees and their masks", seed = "S003-W33-C3", text = [[
Instead of one chain, propose several tokens at every depth. All nodes go through the target in
one batch; the attention mask lets a node see the committed text and its own ancestors only, and
its position id is the committed length plus its depth, so siblings share a position. Verification
walks down from the root, accepting a child where it can, and the accepted path's KV entries are
moved together while the rest are dropped. A tree that branches 2, 2, 1 has {{= f.nodes }} nodes:
the pass stays free only while it is bounded by reading weights.]]},
    {id = "eagle", title = "EAGLE: draft features, not tokens", seed = "S003-W33-C4", text = [[
EAGLE's drafter is one small transformer layer that runs autoregressively over the
*second-to-top-layer features* of the target; each step takes the last feature together with the
embedding of the token that was actually sampled after it, one position ahead, and predicts the
next feature, which the target's frozen LM head turns into token probabilities. The shifted token
resolves what the feature alone cannot know: which of the likely tokens was chosen. Acceptance
rises well above independent heads because the drafter sees its own guesses.]]},
    {id = "eagle2", title = "EAGLE-2: let confidence shape the tree", seed = "S003-W33-C5",
      text = [[
A fixed tree spends nodes where the text is obvious and lacks them where it is not. EAGLE-2 uses
the drafter's own probability as an estimate of acceptance: grow by expanding the nodes with the
highest product of confidences along their path, then re-rank all of them and keep the best n.
Parents score at least as high as their children, so the survivors form a tree by themselves. The
paper reports 20–40 % over EAGLE-1, with no further training.]]},
    {id = "self-spec", title = "Self-speculation: skip layers", seed = "S003-W33-C6", text = [[
The cheapest drafter is the model with some of its layers left out: no second network, no extra
training, shared KV for the layers that do run. Which layers to skip is searched once per model
and task; the draft's cost is then the fraction that remains. That fraction is its weakness: a
draft that keeps half of the layers has c = {{= n(f.c_skip, 1) }}, and at that price even perfect
acceptance gains less than a factor of {{= n(1/f.c_skip) }}.]]},
  },

  readings = {
    {"medusa", hours = 2.5, seed = "S003-W33-R1", look_for = [[How the tree's shape is chosen from
measured head accuracies, and what "typical acceptance" gives up compared with exact
verification.]]},
    {"eagle", hours = 3, seed = "S003-W33-R2", look_for = [[The figure of inputs shifted by one
token, and the ablation that removes the token from the drafter's input.]]},
    {"eagle2", hours = 2, seed = "S003-W33-R3", look_for = [[The plot of acceptance rate against
drafter confidence: it is what entitles the tree to grow by confidence.]]},
    {"vllmspec", hours = 1, seed = "S003-W33-R4", look_for = [[The curve over request rate: at
which load does speculation turn into a loss, and why?]]},
  },

  practice = {
    {hours = 1, seed = "S003-W33-HO", text = [[Write the attention of the tree's pass as a kernel in
`w33b-tree-attn`: the cache read once for all nodes, the tree a mask of the last columns, and the
accepted path's keys and values moved together in place. First compute how many nodes your model may
have before the products take longer than the reading.]]},
    {hours = 2, seed = "S003-W33-HO", text = [[In `w33-tree-spec`, build the Medusa tree and the
EAGLE-2 tree, verify both in one target pass, and decode microlm greedily and at temperature one.
Greedy output must be byte-identical to plain decoding; at temperature one the output law is
checked by enumeration.]]},
    {hours = 1, seed = "S003-W33-HO", text = [[Tabulate tokens per round and acceptance by depth
for both drafters and both temperatures, then compute the batch size at which the tree pass of
your model leaves the memory-bound side of the ridge.]]},
  },

  milestone = {seed = "S003-W33-MS", text = [[Take a 70B model and apply, on paper, 50 % Wanda
pruning, 2-bit AQLM and EAGLE-2 speculation. Estimate tokens a second for one user against the
16-bit model, saying for each technique which term of the decode time it changes, and rank the
three by throughput gained for each point of quality lost.]]},

  labs = {"w33-tree-spec", "w33b-tree-attn"},
  durable = {"expected tokens per round", "ancestor masks", "lossless verification",
    "gains that act on one bottleneck do not multiply blindly"},
  ephemeral = {{"EAGLE-2's lead over other drafters", as_of = "2024-06"},
    {"H200 as the single-GPU home of a 16-bit 70B model", as_of = "2026-03"}},

  facts = function(hw)
    local L, d, ff, V, kvh, hd = 80, 8192, 28672, 128256, 8, 128
    local linear = L * (2 * d * d + 2 * d * kvh * hd + 3 * d * ff)
    local total = linear + L * 2 * d + 2 * V * d + d
    local beta, k, c = 0.8, 4, 0.05
    local yield = (1 - beta ^ (k + 1)) / (1 - beta)
    local m1, m2, m3 = 0.6, 0.5, 0.4
    local aqlm = 2.07
    local aqlm_B = linear * aqlm / 8 + 2 * 2 * V * d
    local function shrinks(bits) return 2 * total / (linear * bits / 8 + 2 * 2 * V * d) end
    local tau, overhead = 4.5, 0.5
    return {
      beta = beta, k = k, c = c, yield = yield, speed = yield / (1 + k * c), c_skip = 0.5,
      m1 = m1, m2 = m2, m3 = m3, chain = 1 + m1 + m1 * m2 + m1 * m2 * m3, nodes = 2 + 2 * 2 + 2 * 2,
      linear = linear, total = total, emb = V * d, base_B = 2 * total, aqlm = aqlm,
      aqlm_B = aqlm_B, aqlm_x = 2 * total / aqlm_B, aqlm_all_x = 16 / aqlm,
      shrinks = shrinks,
      wanda_x = 1, sparse24_x = 64 / 36, tau = tau, overhead = overhead,
      eagle_x = tau / (1 + overhead), bw = hw.h200.bw, spare_B = hw.h200.mem - 2 * total,
    }
  end,

  questions = {
    q.num {id = "chain-speed", unit = "x", vary = {beta = {0.8, 0.6}, k = {4, 2}},
      ask = [[Draft-model speculation with acceptance {{= n(p.beta, 1) }}, {{= p.k }} drafted
tokens a round, a draft that costs {{= n(f.c, 2) }} of a target pass a token. How much faster than
plain decoding?]],
      answer = function(f, p)
        return (1 - p.beta ^ (p.k + 1)) / (1 - p.beta) / (1 + p.k * f.c)
      end,
      wrong = {
        {value = function(f, p) return (1 - p.beta ^ (p.k + 1)) / (1 - p.beta) end,
          hint = "That is tokens per round; the drafting is not free."},
        {value = function(f, p) return (1 + p.beta * p.k) / (1 + p.k * f.c) end,
          hint = "Acceptance stops at the first rejection: the terms are β, β², β³, …"},
        {value = function(f, p) return (1 - p.beta ^ p.k) / (1 - p.beta) / (1 + p.k * f.c) end,
          hint = "The target adds a token of its own in every round: exponent k+1."},
      },
      worked = [[(1 − {{= n(p.beta, 1) }}^{{= p.k + 1 }})/(1 − {{= n(p.beta, 1) }}) =
{{= n((1-p.beta^(p.k+1))/(1-p.beta), 3) }} tokens for 1 + {{= p.k }}·{{= n(f.c, 2) }} =
{{= n(1+p.k*f.c, 2) }} passes: {{= n((1-p.beta^(p.k+1))/(1-p.beta)/(1+p.k*f.c), 2) }} times.]]},

    q.num {id = "medusa-chain", unit = "tok", vary = {a = {0.6, 0.7}, b = {0.5, 0.3}},
      ask = [[Three Medusa heads guess one token each, right with probability {{= n(p.a, 1) }},
{{= n(p.b, 1) }} and {{= n(f.m3, 1) }} (given that the earlier ones are right). How many tokens
does a round commit on average, the LM head's included?]],
      answer = function(f, p) return 1 + p.a + p.a * p.b + p.a * p.b * f.m3 end,
      wrong = {
        {value = function(f, p) return 1 + p.a + p.b + f.m3 end,
          hint = "Head 2's token counts only if head 1's was accepted."},
        {value = function(f, p) return p.a + p.a * p.b + p.a * p.b * f.m3 end,
          hint = "The LM head's own token is always there."},
        {value = function(f, p) return 1 + p.a * p.b * f.m3 end,
          hint = "Partly accepted chains count too."},
      },
      worked = [[1 + {{= n(p.a, 1) }} + {{= n(p.a*p.b, 2) }} + {{= n(p.a*p.b*f.m3, 3) }} =
{{= n(1+p.a+p.a*p.b+p.a*p.b*f.m3, 2) }}.]]},

    q.num {id = "tree-nodes", unit = "1", rtol = 0.001, vary = {a = {2, 4}, b = {2, 4}, c = {1, 2}},
      ask = [[A candidate tree has {{= p.a }} tokens at depth 1, {{= p.b }} children for each of
them and {{= p.c }} for each of those. How many candidate tokens go through the target (the root
not counted)?]],
      answer = function(f, p) return p.a + p.a * p.b + p.a * p.b * p.c end,
      wrong = {
        {value = function(f, p) return p.a * p.b * p.c end,
          hint = "Those are the leaves; inner nodes are candidates too."},
        {value = function(f, p) return p.a + p.b + p.c end,
          hint = "Every node of a level has its own children."},
      },
      worked = [[{{= p.a }} + {{= p.a*p.b }} + {{= p.a*p.b*p.c }} =
{{= p.a + p.a*p.b + p.a*p.b*p.c }}.]]},

    q.num {id = "ms-baseline", unit = "tok/s", seed = "S003-W33-MS",
      ask = [[Baseline: {{= n(f.total/1e9, 2) }} billion parameters in 16 bits on one H200
({{= n(f.bw/1e12, 1) }} TB/s; {{= n(f.spare_B/1e9, 1) }} GB stay free). One user, decode bounded
by reading the weights at {{= p.share }} % of that bandwidth, KV cache neglected. Tokens a second?]],
      vary = {share = {60, 70, 80, 90}},
      answer = function(f, p) return p.share / 100 * f.bw / f.base_B end,
      wrong = {
        {value = function(f, p) return p.share / 100 * f.bw / f.total end, hint = "Two bytes a weight."},
        {value = function(f, p) return p.share / 100 * f.bw / (2 * f.base_B) end,
          hint = "Every weight is read once a token; the 2 of 2·N counts FLOP, not reads."},
      },
      worked = [[{{= n(f.base_B/1e9, 1) }} GB / {{= n(p.share/100*f.bw/1e12, 2) }} TB/s =
{{= n(1e3*f.base_B/(p.share/100*f.bw), 1) }} ms a token.]]},

    q.num {id = "ms-aqlm", unit = "x", seed = "S003-W33-MS",
      ask = [[AQLM stores the linear layers ({{= n(f.linear/1e9, 2) }} B weights) at
{{= n(p.bits, 2) }} bits; embedding and LM head ({{= n(f.emb/1e9, 2) }} B each) stay at 16. By
what factor do the bytes shrink?]],
      vary = {bits = {2.25, 2.5, 3.04}},
      answer = function(f, p) return f.shrinks(p.bits) end,
      wrong = {
        {value = function(f, p) return 16/p.bits end,
          hint = "That counts embedding and LM head at those few bits as well."},
        {value = function(f, p) return 8 end,
          hint = "16/2 ignores scales, codebooks and the 16-bit layers."},
      },
      worked = [[{{= n(f.linear*p.bits/8/1e9, 1) }} GB of codes and {{= n(4*f.emb/1e9, 1) }} GB of
16-bit tables against {{= n(f.base_B/1e9, 1) }} GB: {{= n(f.shrinks(p.bits), 2) }}. (With everything at
{{= n(p.bits, 2) }} bits it would be {{= n(16/p.bits, 2) }}.)]]},

    q.num {id = "ms-total", unit = "x", seed = "S003-W33-MS", vary = {tau = {4.5, 3.6}},
      ask = [[All three together: unstructured Wanda at 50 %, AQLM as above, EAGLE-2 that commits
{{= n(p.tau, 1) }} tokens a round while drafting costs {{= n(f.overhead, 1) }} of a target step.
How much faster than the baseline?]],
      answer = function(f, p) return f.wanda_x * f.aqlm_x * p.tau / (1 + f.overhead) end,
      wrong = {
        {value = function(f, p) return 2 * f.aqlm_all_x * p.tau / (1 + f.overhead) end,
          hint = "The naive product: unstructured zeros gain nothing, and the 16-bit tables stay."},
        {value = function(f, p) return 2 * f.aqlm_x * p.tau / (1 + f.overhead) end,
          hint = "Half the weights are zero, but the codes are stored for all of them."},
        {value = function(f, p) return f.aqlm_x * p.tau end,
          hint = "Drafting costs time: divide by the length of a round."},
        {value = function(f, p) return f.sparse24_x * f.aqlm_x * p.tau / (1 + f.overhead) end,
          hint = "That would need a 2:4 format, which does not combine with codebooks."},
      },
      worked = [[Wanda ×{{= f.wanda_x }} (no byte saved), AQLM ×{{= n(f.aqlm_x, 2) }}, EAGLE-2
×{{= n(p.tau, 1) }}/{{= n(1+f.overhead, 1) }} = ×{{= n(p.tau/(1+f.overhead), 2) }}: together
×{{= n(f.aqlm_x*p.tau/(1+f.overhead), 1) }}, that is
{{= n(f.bw/f.base_B*f.aqlm_x*p.tau/(1+f.overhead), 0) }} tokens a second.]]},

    q.order {id = "ms-rank",
      ask = "Rank the three by throughput gained for each point of quality lost, best first.",
      items = {
        "EAGLE-2 speculation (lossless)",
        "AQLM at two bits",
        "unstructured Wanda pruning on dense kernels"},
      worked = [[Speculation changes no output, so its ratio is unbounded. AQLM loses some quality
for a large gain. Unstructured pruning loses quality and gains nothing here.]]},

    q.choice {id = "head-index",
      ask = [[A model has its LM head and five Medusa heads. Which positions do the Medusa heads
predict, counting the next token as t+1?]],
      options = {"t+1 to t+5", "t+2 to t+6", "t+5 only", "t to t+4"},
      answer = 2,
      worked = [[t+1 belongs to the LM head, which is exact by definition. Head k adds t+k+1.]]},
  },
}
