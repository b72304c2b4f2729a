return week {
  n = 52, part = 6, title = "Year-end capstone", seeds = {"S003-W52"},
  summary = [[Ship one thing that you would show to a stranger. It joins at least three domains of
the year, starts from a baseline, changes one thing at a time, and says at every step what was
predicted and what was measured. Six tracks are proposed below; each can be finished on the
hardware you have, except where a GPU is named.]],
  concepts = {
    {id = "track-a", title = "Track A: an inference engine", seed = "S003-W52-TR", text = [[
Paged KV cache, FP8 or Q4_K weights, tree speculation and an SLO scheduler around microlm, in one
process, in C (and CUDA where you have it). The interesting part is interaction: speculation makes
bursts of cache that the pager must roll back, quantisation shifts the ridge that the chunk size
was chosen for, and the scheduler sees both. Domains: serving, quantisation, speculation,
scheduling.]]},
    {id = "track-b", title = "Track B: a kernel suite for Hopper", seed = "S003-W52-TR", text = [[
GEMM, attention and grouped MoE GEMM in bf16 and FP8, with one roofline dossier for all of them on
an H200 whose measured roofs you use instead of the printed ones. This track needs the device for
its timings; the protocols, counters and PTX can be judged without it. Domains: kernels, numerics,
profiling.]]},
    {id = "track-c", title = "Track C: a trainer that survives", seed = "S003-W52-TR", text = [[
ZeRO-3 with tensor parallelism on ranks (or NCCL), asynchronous sharded checkpoints, and a failure
drill in which somebody else chooses the moment. The result is a goodput figure with its
derivation from failure rate, checkpoint interval and restart time, and a run that continues bit
for bit. Domains: parallelism, storage, reliability.]]},
    {id = "track-d", title = "Track D: a small compiler", seed = "S003-W52-TR", text = [[
SSA-based IR, fusion, autotuning, code generation through the C compiler or NVRTC, and at least
twice the speed of its own eager mode on five graphs. Keep the dumps: the proof is a table of
bytes for each layer, before and after. Domains: compilers, kernels, search.]]},
    {id = "track-e", title = "Track E: a long-context study", seed = "S003-W52-TR", text = [[
Context extension, ring attention, a chunked state-space scan and cache eviction on the same task,
with measured crossovers in memory, time and recall against the predicted ones. A study succeeds
when a reader can decide with it: state for which length and which kind of text each mechanism
wins. Domains: attention, recurrences, memory.]]},
    {id = "track-f", title = "Track F: a cluster in a box", seed = "S003-W52-TR", text = [[
A simulator of disaggregated MoE serving (expert placement, transfers, autoscaling, cost),
calibrated on microbenchmarks and validated against one real run on several GPUs, if you can get
it. Publish the error of the simulator together with its predictions; a model without an error bar
is an opinion. Domains: systems, mixture of experts, networking, cost.]]},
  },

  readings = {},

  practice = {
    {hours = 2, seed = "S003-W52-DL1", text = [[Architecture diagram as text or DOT: every box
names the concept of this year it applies, and one sentence says why it is there.]]},
    {hours = 3, seed = "S003-W52-DL2", text = [[Baseline before any optimisation, measured by one
command that a stranger can run, stored in the history with machine and commit.]]},
    {hours = 9, seed = "S003-W52-DL3", text = [[Optimisations one at a time. Each has a prediction
made beforehand, a before and an after under the same conditions, and stays only if the difference
is larger than the noise. At least four such pairs.]]},
    {hours = 3, seed = "S003-W52-DL4", text = [[Roofline at the bottleneck: where the point was,
where it is, which roof stops it now, and how far away that roof is.]]},
    {hours = 3, seed = "S003-W52-DL5", text = [[Next steps: what you would do with more hardware,
and what with more time, each with the gain you predict and the measurement that would prove you
wrong.]]},
  },

  milestone = {seed = "S003-W52-GOAL", text = [[A portfolio piece of production quality that
integrates at least three domains of the course: reproducible from one command, measured from a
baseline, explained in five deliverables (diagram, baseline, optimisations with pairs, roofline at
the bottleneck, next steps). Somebody who does not know you should be able to repeat your main
number and agree with your reason for it.]]},

  labs = {"w52-capstone"},
  durable = {"baseline, prediction, change, measurement", "one variable at a time",
    "reproducibility as a feature", "saying what would prove you wrong"},
  ephemeral = {},

  facts = function(hw)
    return {bw = hw.h200_m.bw, peak = hw.h200_m.bf16, ridge = hw.h200_m.bf16 / hw.h200_m.bw,
      printed_peak = hw.h200.bf16, printed_bw = hw.h200.bw}
  end,

  questions = {
    q.num {id = "amdahl-plan", unit = "x", vary = {share = {40, 60, 15}, s = {4, 10}},
      ask = [[Your profile says that one stage takes {{= p.share }} % of the time, and you believe
you can make it {{= p.s }} times as fast. What does the whole gain?]],
      answer = function(f, p) return 1 / (1 - p.share / 100 + p.share / 100 / p.s) end,
      wrong = {
        {value = function(f, p) return p.s end, hint = "The other stages take as long as before."},
        {value = function(f, p) return 1 / (1 - p.share / 100) end,
          hint = "That would need the stage to vanish."},
      },
      worked = [[1/(1 − {{= n(p.share/100, 2) }} + {{= n(p.share/100, 2) }}/{{= p.s }}) =
{{= n(1/(1-p.share/100+p.share/100/p.s), 2) }}. Write it into the plan before the work.]]},

    q.num {id = "attainable", unit = "TFLOP/s", vary = {ai = {50, 12, 400}},
      ask = [[Your bottleneck kernel has an intensity of {{= p.ai }} FLOP/B on an H200 with
measured roofs of {{= n(f.peak/1e12) }} TFLOP/s and {{= n(f.bw/1e12, 2) }} TB/s. What can it reach
at most?]],
      answer = function(f, p) return math.min(f.peak, p.ai * f.bw) / 1e12 end,
      wrong = {
        {value = function(f, p) return p.ai > f.ridge and p.ai * f.bw / 1e12 or f.peak / 1e12 end,
          hint = "The roofline is the lower of the two roofs."},
        {value = function(f, p) return math.min(f.printed_peak, p.ai * f.printed_bw) / 1e12 end,
          hint = [[Those are the printed figures: use the measured ones, as your own history has
them.]]},
      },
      worked = [[min({{= n(f.peak/1e12) }}, {{= p.ai }}·{{= n(f.bw/1e12, 2) }}) =
{{= n(math.min(f.peak, p.ai*f.bw)/1e12, 1) }} TFLOP/s; the ridge of the measured machine is at
{{= n(f.ridge, 0) }} FLOP/B.]]},

    q.num {id = "chain", unit = "x", rtol = 0.005, vary = {a = {1.5, 1.3}, b = {1.25, 1.6}},
      ask = [[Two optimisations were measured one after the other, each against the state before
it: ×{{= n(p.a, 2) }}, then ×{{= n(p.b, 2) }}. How much faster is the result than the baseline?]],
      answer = function(f, p) return p.a * p.b end,
      wrong = {
        {value = function(f, p) return 1 + (p.a - 1) + (p.b - 1) end,
          hint = "Successive ratios multiply; percentages do not add."},
        {value = function(f, p) return math.max(p.a, p.b) end,
          hint = "Both act, one after the other."},
      },
      worked = [[{{= n(p.a, 2) }}·{{= n(p.b, 2) }} = {{= n(p.a*p.b, 3) }}, because each was
measured on top of the other. Two ratios that were both measured against the baseline may *not* be
multiplied.]]},

    q.multi {id = "evidence",
      ask = "Which of these would make a reviewer reject a before/after pair?",
      options = {
        "before and after were run on different days without a common reference run",
        "the interval of the ratio includes 1",
        "two changes were made at once",
        "the gain is smaller than predicted",
        "the input was so small that it stayed in cache, while the claim is about bandwidth"},
      answer = {1, 2, 3, 5},
      worked = [[A gain below the prediction is a finding, and often the most interesting line of
the report. The other four leave open what was measured.]]},

    q.choice {id = "domains",
      ask = "Which capstone meets the rule of three domains?",
      options = {
        "five GEMM kernels in five precisions",
        "a paged cache, a quantised GEMV and a deadline scheduler that share one engine",
        "one attention kernel with three tile sizes",
        "three plots of one training run"},
      answer = 2,
      worked = [[Domains are those of the labs: here serving, quantisation and scheduling, and
they interact. Variants of one thing are one domain.]]},

    q.text {id = "own-bottleneck", min_words = 80,
      ask = [[From your own profile: what is the bottleneck of the finished system, which number
shows it, which roof or resource is it, and what is the smallest change that would move it?]],
      rubric = {
        "names one resource and the counter or time that shows it",
        "gives the distance to the roof as a ratio",
        "explains why the next candidate is not the bottleneck",
        "predicts the effect of one change with a number",
        "says which measurement would disprove the explanation"}},
  },
}
