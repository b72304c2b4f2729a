return week {
  n = 28, part = 3, title = "RLHF variants: DPO, GRPO and their relatives", seeds = {"S003-W28"},
  summary = [[PPO's cousins each delete something: the reward model, the critic, the pairs, the
reference, or the sampling itself. After this week you can derive DPO's loss from the
KL-regularised objective, say what each variant removes from memory and what it gives up for that,
and write the two operations all of them share, a log-probability gather over a large vocabulary
and its backward, as fused kernels that read the logits once. Part III closes here with one
pipeline: streamed data, QLoRA, DPO, asynchronous checkpoints, evaluation.]],
  concepts = {
    {id = "dpo", title = "DPO: the policy is its own reward model", seed = "S003-W28-C1", text = [[
Maximising reward under a KL penalty has a known solution, π* ∝ π_ref·exp(r/β); solved for the
reward it says r = β·log(π/π_ref) plus a term that depends on the prompt alone. Put that into
Bradley–Terry and the unknown term cancels, so the loss becomes −log σ of the *margin* between two
answers, with no reward model and no sampling while training. The implicit reward belongs to one
answer and carries the β; the difference of two is the margin. With log-ratios {{= f.dw }} and
{{= f.dl }} and β = {{= n(f.beta, 1) }} the margin is {{= n(f.margin, 1) }} and the loss falls
from log 2 = {{= n(f.loss0, 3) }} to {{= n(f.loss, 3) }}; pairs that are already well ordered get
little gradient.]]},
    {id = "grpo", title = "GRPO: the group is the critic", seed = "S003-W28-C2", text = [[
GRPO samples several answers to one prompt, scores them, and uses (reward − group mean) / group
standard deviation as the advantage of every token of an answer. That removes the critic with its
gradients and moments: with a rule as the reward, a {{= n(f.psi/1e9) }}B model needs
{{= n(f.grpo_B/1e9) }} GB of state instead of PPO's {{= n(f.ppo_B/1e9) }}. A group in which all
answers are equally good has zero variance and must give zero advantage, so the small ε in the
denominator is not decoration; and population or sample deviation is a choice that changes every
number.]]},
    {id = "rloo", title = "RLOO: leave yourself out", seed = "S003-W28-C3", text = [[
REINFORCE needs a baseline that does not depend on the sample it judges. With K answers to a
prompt, RLOO gives each one the mean reward of the other K−1; the baseline is independent of the
answer, so the gradient stays unbiased. Algebra makes it K/(K−1) times (reward − group mean), that
is, GRPO without the division by the deviation. It treats the whole answer as one action and needs
neither critic nor clipping.]]},
    {id = "kto", title = "KTO: thumbs instead of pairs", seed = "S003-W28-C4", text = [[
Most feedback is a thumb on one answer, not a ranking of two. KTO scores β·log(π/π_ref) of that
answer against a reference point, an estimate of the current KL made from mismatched prompts and
answers in the batch, and passes the difference through a sigmoid whose sign depends on the thumb.
Gains and losses get separate weights, which is also how a lopsided data set (many up, few down)
is balanced. A reference model is still needed; pairs are not.]]},
    {id = "orpo", title = "ORPO: preference inside fine-tuning", seed = "S003-W28-C5", text = [[
ORPO adds one term to the ordinary fine-tuning loss: −log σ of the log *odds ratio* between the
chosen and the rejected answer, where odds are p/(1−p) of the length-averaged probability. The
likelihood term keeps the model on the data, the odds term pushes the rejected answer down, and
since nothing is compared with a starting policy there is no reference model and no second stage.
One network, one pass over the data; the price is that the leash is gone.]]},
    {id = "online", title = "On-policy or off", seed = "S003-W28-C6", text = [[
DPO and KTO (and ORPO) learn from answers collected in advance: they run at training speed, but
they can only re-weight what somebody once wrote. PPO, GRPO and RLOO sample from the policy at
every step, so they find and correct the mistakes the policy makes now, and pay for it with
sampling, the largest part of the iteration last week. The systems differ accordingly: an offline
run is an ordinary trainer with two forward passes more (none, if reference log-probabilities are
stored beforehand); an online run is a serving engine glued to a trainer.]]},
  },

  later = {"online"},

  readings = {
    {"dpo", hours = 3, seed = "S003-W28-R1", look_for = [[The step at which the partition function
Z(x) cancels, and the gradient's weight: which pairs does the loss still care about late in
training?]]},
    {"dsmath", hours = 3, seed = "S003-W28-R2", look_for = [[Where the KL term sits in GRPO (in
the loss, not in the reward), which estimator it uses, and the unified view of the gradient
coefficients.]]},
    {"rloohf", hours = 1.5, seed = "S003-W28-R3", look_for = [[The comparison of memory and wall
time against PPO, and the argument for treating the completion as a single action.]]},
  },

  practice = {
    {hours = 2, seed = "S003-W28-HO", text = [[Write `logp_gather` and its backward as kernels in
`w28b-logp-gather`: one online log-sum-exp pass over bf16 logits, gradients in place, no second copy
of the T×V matrix. Check logits of ±1e4 and ignored tokens before you time anything.]]},
    {hours = 1, seed = "S003-W28-HO", text = [[Train microlm's draft with DPO and with GRPO in
`w28-dpo-grpo`. Compare margin, reward, KL and the price in plain text, and hold them against the PPO run in
your history.]]},
  },

  milestone = {seed = "S003-W28-MS", text = [[Part III, end to end: your week-24 loader streams
the data, week 26's QLoRA does the supervised stage, this week's DPO trains on preferences while
week 25's checkpoints are written asynchronously, and an evaluation closes the run. Hand in the
run manifest: for every stage its peak memory, tokens a second, and the reward margin with its
spread.]]},

  labs = {"w28-dpo-grpo", "w28b-logp-gather", "w28c-capstone-3"},
  durable = {"closed form of KL-regularised reward maximisation",
    "baselines that keep a policy gradient unbiased", "one-pass log-sum-exp with gather",
    "memory ledger of a training method"},
  ephemeral = {{"which variant is in fashion", as_of = "2026-03"},
    {"library defaults for GRPO's deviation and KL term", as_of = "2026-03"}},

  facts = function(hw)
    local psi, beta, dw, dl = 7e9, 0.1, 2, -1
    local m = beta * (dw - dl)
    return {
      psi = psi, beta = beta, dw = dw, dl = dl, margin = m,
      loss = math.log(1 + math.exp(-m)), loss0 = math.log(2),
      train_B = 16, infer_B = 2,
      ppo_B = psi * (2 * 16 + 2 * 2), grpo_B = psi * (16 + 2), grpo_rm_B = psi * (16 + 2 + 2),
      dpo_B = psi * (16 + 2), K = 4,
    }
  end,

  questions = {
    q.num {id = "dpo-margin", unit = "1", vary = {dw = {2, 1, 4}},
      ask = [[A pair has log π/π_ref = {{= p.dw }} for the chosen answer and {{= f.dl }} for the
rejected one, with β = {{= n(f.beta, 1) }}. What reward margin does DPO see?]],
      answer = function(f, p) return f.beta * (p.dw - f.dl) end,
      wrong = {
        {value = function(f, p) return p.dw - f.dl end,
          hint = "The reward is β·log(π/π_ref): the β is missing."},
        {value = function(f, p) return f.beta * p.dw end,
          hint = "That is the implicit reward of one answer; the margin is a difference of two."},
        {value = function(f, p) return f.beta * (p.dw + f.dl) end,
          hint = "Chosen minus rejected: mind the sign of the second log-ratio."},
      },
      worked = [[Each answer's implicit reward is β times its log-ratio; the margin is
{{= n(f.beta, 1) }}·({{= p.dw }} − ({{= f.dl }})) = {{= n(f.beta*(p.dw - f.dl), 1) }}.]]},

    q.num {id = "dpo-loss", unit = "1", vary = {dw = {2, 1, 4}},
      ask = [[Same pair: chosen log-ratio {{= p.dw }}, rejected {{= f.dl }}, β =
{{= n(f.beta, 1) }}. What is the loss (natural logarithm)?]],
      answer = function(f, p) return math.log(1 + math.exp(-f.beta * (p.dw - f.dl))) end,
      wrong = {
        {value = function(f, p) return math.log(1 + math.exp(-(p.dw - f.dl))) end,
          hint = "The margin without β."},
        {value = function(f, p) return math.log(1 + math.exp(f.beta * (p.dw - f.dl))) end,
          hint = "The sign: a positive margin must make the loss smaller than log 2."},
        {value = function(f, p) return 1 / (1 + math.exp(-f.beta * (p.dw - f.dl))) end,
          hint = "That is σ(margin), the probability; the loss is its negative logarithm."},
      },
      worked = [[−log σ(m) = log(1 + e^(−m)) with m = {{= n(f.beta*(p.dw - f.dl), 1) }}:
{{= n(math.log(1+math.exp(-f.beta*(p.dw-f.dl))), 4) }}. At the start both log-ratios are 0 and the
loss is log 2 = {{= n(f.loss0, 4) }}.]]},

    q.num {id = "grpo-adv", unit = "1", vary = {c = {2, 1, 3}},
      ask = [[A group of {{= f.K }} answers has {{= p.c }} with reward 1 and the rest with reward
0. With the population standard deviation (ε ignored), what is GRPO's advantage of a rewarded
answer?]],
      answer = function(f, p)
        local m = p.c / f.K
        return (1 - m) / math.sqrt(m * (1 - m))
      end,
      wrong = {
        {value = function(f, p)
            local m = p.c / f.K
            return (1 - m) / math.sqrt(m * (1 - m) * f.K / (f.K - 1))
          end, hint = [[That divides by the sample deviation (K−1); this lab fixes the population
one.]]},
        {value = function(f, p) return (1 - p.c / f.K) * f.K / (f.K - 1) end,
          hint = "That is RLOO: no division by the deviation."},
      },
      worked = [[Mean {{= n(p.c/f.K, 2) }}, population deviation √(mean·(1−mean)) =
{{= n(math.sqrt(p.c/f.K*(1-p.c/f.K)), 3) }}, so the advantage is (1 − mean)/deviation =
{{= n((1-p.c/f.K)/math.sqrt(p.c/f.K*(1-p.c/f.K)), 3) }}. Libraries that use the sample deviation
get a smaller number from the same rewards.]]},

    q.num {id = "rloo-adv", unit = "1", vary = {c = {2, 3}},
      ask = [[The same group of {{= f.K }} with {{= p.c }} rewarded: what advantage does RLOO give
a rewarded answer?]],
      answer = function(f, p) return 1 - (p.c - 1) / (f.K - 1) end,
      wrong = {
        {value = function(f, p) return 1 - p.c / f.K end,
          hint = "The answer's own reward is still in the baseline: leave it out."},
        {value = function(f, p) return 1 - (p.c - 1) / f.K end,
          hint = "The mean of the others runs over K−1 answers."},
      },
      worked = [[The other {{= f.K - 1 }} answers hold {{= p.c - 1 }} reward, so the baseline is
{{= n((p.c-1)/(f.K-1), 3) }} and the advantage {{= n(1-(p.c-1)/(f.K-1), 4) }}: K/(K−1) times (1 −
group mean).]]},

    q.num {id = "k3", unit = "1", rtol = 0.02, vary = {d = {0.2, 0.1, 0.5}},
      ask = [[For one token log π − log π_ref = {{= n(p.d, 1) }}. What does the estimator k3 = r −
1 − log r give, with r = π_ref/π?]],
      answer = function(f, p) return math.exp(-p.d) - 1 + p.d end,
      wrong = {
        {value = function(f, p) return p.d end, hint = "That is k1, the plain log-ratio."},
        {value = function(f, p) return p.d * p.d / 2 end,
          hint = "That is k2, the squared log-ratio over two."},
        {value = function(f, p) return math.exp(p.d) - 1 - p.d end,
          hint = "The ratio is upside down: r = π_ref/π = exp(−difference)."},
      },
      worked = [[r = exp(−{{= n(p.d, 1) }}), so k3 = exp(−{{= n(p.d, 1) }}) − 1 + {{= n(p.d, 1) }}
= {{= n(math.exp(-p.d)-1+p.d, 4) }}. Its expectation is the KL and it is never negative.]]},

    q.table {id = "state", unit = "GB",
      ask = [[State of a {{= p.g }}B model under each method, activations apart:
{{= f.train_B }} bytes a parameter for a trained network, {{= f.infer_B }} for a frozen one; every
network has the same size.]],
      vary = {g = {3, 9, 14, 32}},
      rows = {"PPO", "GRPO with a reward model", "GRPO with a rule as reward", "DPO",
        "DPO, reference log-probabilities stored beforehand"},
      columns = {"state"},
      answer = function(f, p)
        local g = p.g
        return {
          {g * (2 * f.train_B + 2 * f.infer_B)},
          {g * (f.train_B + 2 * f.infer_B)},
          {g * (f.train_B + f.infer_B)},
          {g * (f.train_B + f.infer_B)},
          {g * f.train_B},
        }
      end,
      worked = [[PPO trains two and freezes two. GRPO drops the critic, and the reward model too
when a rule can judge. DPO keeps policy and reference; a stored column of reference
log-probabilities replaces the reference.]]},

    q.num {id = "ms-dpo-stage", unit = "GB", seed = "S003-W28-MS", vary = {B = {7, 8, 13}},
      ask = [[Planning the DPO stage of the Part III pipeline with a fully trained {{= p.B }} B
policy: the reference log-probabilities are computed in a pass beforehand and streamed with the
data. How much state does the stage need?]],
      answer = function(f, p) return p.B * f.train_B end,
      wrong = {
        {value = function(f, p) return p.B * (f.train_B + f.infer_B) end,
          hint = "With stored log-probabilities the reference need not be resident."},
        {value = function(f, p) return p.B * f.infer_B end,
          hint = "The policy is trained: gradients, master copy and moments too."},
        {value = function(f, p) return p.B * (2 * f.train_B + 2 * f.infer_B) end,
          hint = "That is PPO's ledger; DPO has no critic and no reward model."},
      },
      worked = [[Only the policy is resident: {{= f.train_B }} bytes × {{= p.B }} B =
{{= n(p.B*f.train_B) }} GB. Stored log-probabilities cost one float per answer and save
{{= n(p.B*f.infer_B) }} GB.]]},

    q.choice {id = "length-bias",
      ask = [[Your DPO run prefers ever longer answers. Which implementation choice should you
check first?]],
      options = {
        "whether token log-probabilities are summed or averaged over the answer",
        "whether the reference model is in bf16 or fp32",
        "whether β is larger than 1",
        "whether the learning rate is warmed up"},
      answer = 1,
      worked = [[A sum grows with length, an average does not, and the two weigh long answers
differently in the margin. DPO's derivation uses the sum; ORPO and others average. Know which one
you have before you blame the data.]]},

    q.text {id = "ms-report", min_words = 60,
      ask = [[Write the paragraph of the pipeline report that compares the stages: where is the
memory peak, what bounds each stage's throughput, and what does the reward margin (with its
spread) tell you that the loss does not?]],
      rubric = {"names the stage with the memory peak and the tensor group that causes it",
        "gives a bound (compute, bandwidth, input) for each stage with a number from the run",
        "reports margin as mean and spread, not one value",
        "says what the asynchronous checkpoint cost in stall time"}},
  },
}
