return week {
  n = 27, part = 3, title = "RLHF systems: SFT, reward models and PPO", seeds = {"S003-W27"},
  summary = [[Reinforcement learning from human feedback is a scheduling problem that happens to
contain a loss function. At the end you can say which of the four networks costs what, where the
hours of a PPO iteration go, and how much a faster sampler can buy before Amdahl's law stops it.
You will have written the advantages, the clipped loss, the KL estimators, the reward-model loss
and the packed batches yourself, and checked each against float64 formulas.]],
  concepts = {
    {id = "four-models", title = "Four networks at once", seed = "S003-W27-C1", text = [[
PPO on a language model keeps four networks alive where ordinary training has one: the actor (the
policy being trained), the critic (predicts the return from every token, trained too), the reward
model (frozen) and the reference (a frozen copy of the policy as it was at the start). A trained
network carries about {{= f.train_B }} bytes a parameter (16-bit weights and gradients, a 32-bit
master copy, two Adam moments); a frozen one only {{= f.infer_B }}. Four networks of
{{= n(f.psi/1e9) }} billion parameters therefore need {{= n(f.ppo_B/1e9) }} GB before the first
activation, and each wants a different layout: sampling wants tensor parallelism and room for a KV
cache, training wants ZeRO sharding, scoring is a single forward pass.]]},
    {id = "kl-leash", title = "The reference model is a leash", seed = "S003-W27-C2", text = [[
A reward model can only be trusted near the text it was trained on, and an optimiser will find its
blind spots quickly. So every sampled token is charged λ·(log π(a|s) − log π_ref(a|s)), measured
against the frozen starting policy, and what the optimiser maximises is reward minus that charge.
For one token the charge is a one-sample estimate of the KL divergence, right on average but often
negative; the estimator k3 = r − 1 − log r, with r = π_ref/π, never is, and is much less noisy.
The *old* policy is a different thing: it lives in PPO's clipped ratio and changes every
iteration; the reference never does.]]},
    {id = "rollout", title = "Sampling is where the time goes", seed = "S003-W27-C3", text = [[
An update reads the weights once for thousands of tokens; sampling reads them once for every token
of every step, so it runs at the memory-bandwidth end of the roofline. The OpenRLHF paper puts
sampling at roughly {{= n(100*f.rollout) }} % of a PPO iteration. Amdahl then fixes the prize: a
sampler {{= f.speed }} times as fast makes the whole loop {{= n(f.amdahl, 2) }} times as fast, and
an infinitely fast one only {{= n(f.amdahl_max, 0) }} times. Continuous batching and paged KV help
most; the tail of long answers, which keeps a batch alive for a few stragglers, is what
remains.]]},
    {id = "openrlhf", title = "One job, three engines", seed = "S003-W27-C4", text = [[
OpenRLHF gives each part of the loop to the system that is best at it: Ray places the model groups
on GPUs, vLLM samples, DeepSpeed ZeRO-3 trains. What is new are the seams. After every update the
actor's weights must travel to the samplers ({{= n(f.sync_B/1e9) }} GB for a {{= n(f.psi/1e9) }} B
model in bf16), and a group that waits for its turn is a group of idle GPUs unless two roles share
the same cards and swap in and out. Our `rlhf_vtime` and `rlhf_place` are exactly this choice, on
virtual time: separate groups that overlap, or shared groups that take turns.]]},
    {id = "packing", title = "Packing for supervised fine-tuning", seed = "S003-W27-C5", text = [[
Padding every sequence to the longest one multiplies zeros. Four sequences of {{= f.seg1 }},
{{= f.seg2 }}, {{= f.seg3 }} and {{= n(f.seg4) }} tokens fill only {{= n(100*f.pad_util) }} % of a
padded batch. Packed end to end they fill one row completely, provided that three things are
right: a block-diagonal mask (or a list of segment starts) so that no token sees a neighbour's
text, position ids that restart in every segment, and no loss on the seam. The mask is also
cheaper than one dense causal row: these four segments make {{= n(f.pack_pairs, 1) }} times fewer
query–key pairs than a single sequence of their total length.]]},
    {id = "reward-model", title = "Reward models from comparisons", seed = "S003-W27-C6", text = [[
People rank answers more reliably than they score them. Bradley–Terry turns ranks into a score:
P(A preferred to B) = σ(r_A − r_B), so training minimises −log σ(r_w − r_l) with a scalar head on
the last token. Only differences are determined: adding a constant to every reward changes
nothing, which is why rewards are centred before PPO sees them. A process reward model scores each
step of a solution instead of its end; it says where the reasoning broke, and costs a label for
every step.]]},
  },

  readings = {
    {"hfrlhf", hours = 1.5, seed = "S003-W27-R1", look_for = [[The figure of the PPO loop: name,
for each box, whether it is trained or frozen and whether it needs a KV cache.]]},
    {"openrlhf", hours = 3, seed = "S003-W27-R2", look_for = [[The placement of the model groups
and the weight broadcast after each update: which GPUs are idle in which phase, and what sharing
them would save.]]},
    {"trldocs", hours = 2, seed = "S003-W27-R3", look_for = [[The list of logged quantities (KL,
clip fraction, value loss, entropy): for each, decide which value would make you stop a run.]]},
  },

  practice = {
    {hours = 2, seed = "S003-W27-HO", text = [[In `w27-ppo`, train microlm's draft with your recipe and
with three others: no charge, ten times the learning rate, four steps a batch. Record score, nats
and forbidden bytes of each (`ridge profile w27-ppo`), and say at which batch you would have stopped
the bad ones by what is logged.]]},
    {hours = 1, seed = "S003-W27-HO", text = [[Give `rlhf_vtime` a job whose sampling is serial (one
sequence at a time: the weights are read for every token of every sequence) and the same job with
continuous batching. Predict the loop's speed-up from the two shares of sampling with Amdahl's law
before you look at the times. What does a faster sampler still wait for?]]},
  },

  labs = {"w27-ppo"},
  durable = {"Amdahl's law on a training loop", "generalised advantage estimation",
    "KL to a fixed reference versus clipping to the old policy",
    "sequence packing with block-diagonal attention"},
  ephemeral = {{"OpenRLHF's stack: Ray, vLLM, DeepSpeed ZeRO-3", as_of = "2026-03"},
    {"sampling at about 80 % of a PPO iteration", as_of = "2024-05"}},

  facts = function(hw)
    local psi, train_B, infer_B, rollout, speed = 7e9, 16, 2, 0.8, 4
    local seg, total, longest, pairs = {300, 500, 200, 1000}, 0, 0, 0
    for _, s in ipairs(seg) do
      total, longest, pairs = total + s, math.max(longest, s), pairs + s * s
    end
    local function packed(last) -- with `last` in the place of the last segment
      local all = total - seg[#seg] + last
      return all * all / (pairs - seg[#seg] ^ 2 + last ^ 2)
    end
    return {
      packed = packed, psi = psi, train_B = train_B, infer_B = infer_B, rollout = rollout, speed = speed,
      ppo_B = psi * (2 * train_B + 2 * infer_B), sync_B = 2 * psi,
      amdahl = 1 / (1 - rollout + rollout / speed), amdahl_max = 1 / (1 - rollout),
      pack_total = total, pad_util = total / (#seg * longest), pack_pairs = total * total / pairs,
      seg_pairs = pairs,
      seg1 = seg[1], seg2 = seg[2], seg3 = seg[3], seg4 = seg[4],
    }
  end,

  questions = {
    q.num {id = "ppo-state", unit = "GB", seed = "S003-W27-C1", vary = {B = {7, 13, 70}},
      ask = [[Actor, critic, reward model and reference all have {{= p.B }} billion parameters. Count
{{= f.train_B }} bytes a parameter for a trained network and {{= f.infer_B }} for a frozen one.
How much memory do the four need, activations and KV cache apart?]],
      answer = function(f, p) return p.B * (2 * f.train_B + 2 * f.infer_B) end,
      wrong = {
        {value = function(f, p) return p.B * 4 * f.train_B end,
          hint = "The reward model and the reference are frozen: no gradients, no moments."},
        {value = function(f, p) return p.B * 4 * f.infer_B end,
          hint = "Two of the four are trained: gradients, a master copy and Adam moments."},
        {value = function(f, p) return p.B * (f.train_B + 3 * f.infer_B) end,
          hint = "The critic is trained as well, with its own optimiser."},
      },
      worked = [[Two trained and two frozen networks: 2·{{= f.train_B }} + 2·{{= f.infer_B }} =
{{= 2*f.train_B + 2*f.infer_B }} bytes a parameter. Times {{= p.B }} billion parameters:
{{= n(p.B*(2*f.train_B + 2*f.infer_B)) }} GB.]]},

    q.num {id = "amdahl", unit = "x", seed = "S003-W27-C3", vary = {s = {4, 2, 8}},
      ask = [[Sampling takes {{= n(100*f.rollout) }} % of an iteration. You make sampling
{{= p.s }} times as fast and leave the rest alone. How much faster is the iteration?]],
      answer = function(f, p) return 1 / (1 - f.rollout + f.rollout / p.s) end,
      wrong = {
        {value = function(f, p) return p.s end,
          hint = "The part that is not sampling takes as long as before."},
        {value = function(f, p) return 1 / (1 - f.rollout) end,
          hint = "That is the limit for an infinitely fast sampler."},
        {value = function(f, p) return f.rollout * p.s end,
          hint = "Add the times of the two parts, then divide; speed-ups do not average."},
      },
      worked = [[New time = {{= n(1-f.rollout, 1) }} + {{= n(f.rollout, 1) }}/{{= p.s }} =
{{= n(1-f.rollout+f.rollout/p.s, 2) }} of the old one, so
{{= n(1/(1-f.rollout+f.rollout/p.s), 2) }} times as fast. The limit is
{{= n(f.amdahl_max, 0) }}.]]},

    q.num {id = "new-share", unit = "%", vary = {s = {4, 2, 8}},
      ask = [[Same change: sampling was {{= n(100*f.rollout) }} % of the iteration and is now
{{= p.s }} times as fast. What share of the *new* iteration is sampling?]],
      answer = function(f, p)
        local r = f.rollout / p.s
        return 100 * r / (1 - f.rollout + r)
      end,
      wrong = {{value = function(f, p) return 100 * f.rollout / p.s end,
        hint = "The iteration got shorter too: divide by the new total, not the old one."}},
      worked = [[Sampling now costs {{= n(f.rollout/p.s, 2) }} of an old iteration, everything
else {{= n(1-f.rollout, 1) }}; the share is
{{= n(100*(f.rollout/p.s)/(1-f.rollout+f.rollout/p.s), 1) }} %. The next thing to speed up is no
longer obvious.]]},

    q.table {id = "gae", unit = "1", rtol = 0.005,
      ask = [[An episode of three tokens: rewards 0, 0, {{= p.r }}; value predictions 0.5, 0.6, 0.7; the
episode ends after the last token. With γ = 1 and λ = 0.95, what are the advantages?]],
      vary = {r = {0.9, 1.2, 1.5, 2}},
      rows = {"token 0", "token 1", "token 2"}, columns = {"advantage"},
      answer = function(f, p)
        local r, v, gl, adv, out = {0, 0, p.r}, {0.5, 0.6, 0.7, 0}, 0.95, 0, {}
        for t = 3, 1, -1 do
          adv = r[t] + v[t + 1] - v[t] + gl * adv
          out[t] = {adv}
        end
        return out
      end,
      worked = [[One-step errors δ = r + γ·v_next − v: 0.1, 0.1 and {{= n(p.r - 0.7, 1) }} (nothing follows the last
token, so its next value is 0). Then backwards, A = δ + γλ·A_next: {{= n(p.r - 0.7, 1) }}, then
0.1 + 0.95·{{= n(p.r - 0.7, 1) }}, then 0.1 + 0.95·{{= n(0.1 + 0.95*(p.r - 0.7), 3) }}.]]},

    q.num {id = "pack-pairs", unit = "x", seed = "S003-W27-C5",
      ask = [[Segments of {{= f.seg1 }}, {{= f.seg2 }}, {{= f.seg3 }} and {{= n(p.last) }} tokens
are packed into one row of {{= n((f.pack_total - f.seg4 + p.last)) }}. Counting full squares, how many times fewer
query–key pairs does the block-diagonal mask compute than one dense row?]],
      vary = {last = {600, 800, 1200, 2000}},
      answer = function(f, p) return f.packed(p.last) end,
      wrong = {{value = function(f, p) return 4*math.max(500, p.last)/(f.pack_total - f.seg4 + p.last) end,
        hint = "That is the saving in tokens against padding; pairs go with the square."}},
      worked = [[{{= n((f.pack_total - f.seg4 + p.last)) }}² / (300² + 500² + 200² + {{= p.last }}²) =
{{= n((f.pack_total - f.seg4 + p.last)^2) }}
/ {{= n(f.seg_pairs - f.seg4^2 + p.last^2) }} = {{= n(f.packed(p.last), 2) }}.]]},

    q.choice {id = "which-policy",
      ask = "The per-token KL charge in the reward compares the actor with which distribution?",
      options = {
        "the policy that generated this batch (the old policy)",
        "the frozen policy from before reinforcement learning",
        "the reward model's preferred answer",
        "the critic's value distribution"},
      answer = 2,
      worked = [[The reference is frozen for the whole run; that is what keeps the actor near text
the reward model understands. The old policy appears elsewhere, in the clipped ratio π/π_old, and
is replaced every iteration.]]},

    q.multi {id = "pad-rules",
      ask = "Which of these are mistakes in a PPO step on padded or packed sequences?",
      options = {
        "normalising advantages over all positions before masking the padding",
        "restarting position ids at the start of each packed segment",
        "letting padding tokens contribute a gradient of exactly zero",
        "averaging the loss over positions that include padding",
        "using one causal mask over the whole packed row"},
      answer = {1, 4, 5},
      worked = [[Padding must not enter any mean: neither the advantage statistics nor the loss
average. And a plain causal mask over a packed row lets the second segment read the first. The
other two are what a correct implementation does.]]},
  },
}
