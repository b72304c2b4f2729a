return week {
  n = 35, part = 4, title = "Production serving: targets, scaling, cost", seeds = {"S003-W35"},
  summary = [[A service is judged by its slowest per cent and its bill. This week you write the
scheduler, the router, the autoscaler and the cost sheet of a serving system, drive them with
bursts and failures on virtual time, and find the largest load that still keeps its promise. Part
IV ends with a complete run: an FP8 70B model, two pools, targets, scaling, and dollars per
million tokens that you can defend line by line. The extra lab `h06-accel-tco` extends the bill to
the choice of hardware.]],
  concepts = {
    {id = "slo", title = "Targets and percentiles", seed = "S003-W35-C1", text = [[
Time to first token is queue plus prefill; time between tokens is the decode step plus whatever
was scheduled in between; both are promised as percentiles, because a mean hides exactly the users
who leave. Percentiles do not average: the P99 of two replicas cannot be computed from their two
P99s, only from the merged samples. And the tail is far from the mean: for exponentially
distributed response times P99 is ln 100 = {{= n(f.p99_mult, 2) }} times the mean, which is why a
single FIFO server with {{= n(1e3*f.service_s) }} ms of service meets a P99 of
{{= n(1e3*f.target_s) }} ms only up to {{= n(100*f.rho_max, 1) }} % load.]]},
    {id = "slo-sched", title = "Scheduling for targets", seed = "S003-W35-C2", seeds = {"S004-C08-T13"}, text = [[
First come, first served lets one long prompt spoil many short ones. With a deadline for each
request, earliest-deadline-first or least slack (deadline minus predicted remaining time) is the
better order, and a global queue keeps that order across replicas. Preemption makes it real: a
running request is paused, its cache dropped for recomputation or swapped out, whichever is
cheaper. Classes need ageing, or the lowest class waits for ever; and a request that can no longer
meet its deadline should stop competing with those that can.]]},
    {id = "routing", title = "Routing: affinity against balance", seed = "S003-W35-C3", text = [[
Sending a conversation back to the replica that holds its prefix saves the prefill; sending it to
the replica with the fewest outstanding requests evens the queues. Pure affinity overloads whoever
holds the popular prefix, pure balance recomputes it everywhere. The usual rule scores both:
expected queueing time plus the prefill that a missing prefix would cost, and take the minimum.
Count outstanding *tokens* rather than requests, since requests differ by three orders of
magnitude.]]},
    {id = "autoscaling", title = "Autoscaling", seed = "S003-W35-C4", text = [[
GPU utilisation is a poor trigger: continuous batching shows it near its maximum at almost any
load. Queue depth (or waiting tokens a replica) reacts when work accumulates, request rate reacts
before it does but must be converted by a model of capacity. Kubernetes' horizontal autoscaler
accepts either as a custom metric from Prometheus. What limits the loop is the cold start:
{{= n(f.w8_B/1e9, 1) }} GB of weights at {{= n(f.disk/1e9) }} GB/s take {{= n(f.w8_B/f.disk, 0) }}
s before the first token, so scale up early, scale down late, and let hysteresis separate the
two.]]},
    {id = "triton-server", title = "Triton Inference Server", seed = "S003-W35-C5", text = [[
A server around models rather than a model: a repository of versioned model folders, a backend
interface that any engine can implement, and schedulers in front of it. Dynamic batching waits up
to a set delay to fill a batch, which suits fixed-shape networks and would only add latency before
an engine that batches in flight. Ensembles connect models (tokeniser, engine, post-processing)
into one request without a round trip to the client. Our lab reproduces delay, batch limit and
ensemble as configuration of the simulator.]]},
    {id = "trtllm", title = "TensorRT-LLM", seed = "S003-W35-C6", text = [[
It began as an ahead-of-time compiler and a runtime: the network was built into an engine for a
given GPU, precision and range of shapes, with plugins for what the graph compiler cannot express,
attention above all. The price was the build step, and an engine that fits only the machine it was
built for. By its 1.4 documentation (2026) that backend is gone, and PyTorch runs the model. What
stayed is the runtime: in-flight batching, a paged KV cache, and kernels for each precision. Its
card has the arithmetic of its two policies of admission.]]},
    {id = "cost", title = "Dollars per million tokens", seed = "S003-W35-C7", text = [[
Cost a token is price an hour, times GPUs, over tokens an hour: everything else is a way to move
one of the three. The rate that counts is the one *within* the targets, at the utilisation that
bursts leave you, not the peak of a benchmark. Spot capacity lowers the price and adds redone
work; it fits decode replicas behind a router that can retry, and it fits badly where a lost cache
is minutes of prefill. Prices age quickly, so in this course they are your input.]]},
  },

  later = {"trtllm"},

  readings = {
    {"sloaware", hours = 2.5, seed = "S003-W35-R1", look_for = [[How remaining time is predicted,
and what the scheduler does when the prediction is wrong.]]},
    {"awstrt", hours = 3, seed = "S003-W35-R2", look_for = [[The metric that drives the
autoscaler, and the path by which a multi-node model becomes one unit of scheduling.]]},
    {"engsurvey", hours = 4, seed = "S003-W35-R3", look_for = [[The feature table: mark which
features change time to first token, which the time between tokens, and which only the cost.]]},
  },

  practice = {
    {hours = 2, seed = "S003-W35-HO", text = [[In `w35-slo-serving`, set a P99 of 500 ms on time
to first token and raise the load until it breaks, first with FCFS and round-robin, then with your
scheduler and router. Report the largest token rate that keeps the target for both.]]},
    {hours = 2, seed = "S003-W35-HO", text = [[Add bursts of ten, spot preemption with two
minutes' notice and the autoscaler. Export the metrics in Prometheus text form and find, for one
violated minute, which stage the time went to.]]},
  },

  milestone = {seed = "S003-W35-MS", text = [[Part IV, as one system: an FP8 70B model, prefill
and decode in separate pools, a scheduler that knows the targets, replicas that follow the load
and a running bill, driven by a trace with bursts. Document latency percentiles, throughput, GPU
utilisation and dollars per million tokens, and say for each of them which bound it runs
against.]]},

  notes = [[
The levers of an engine, each with its rule of thumb, for the FP8 70B model of the questions on
{{= f.gpus }} H200s:

- **Memory for the engine**: as much as the peak of activations allows. {{= n(100*f.use) }} % here leaves
  {{= n(f.kv_B/1e9, 1) }} GB for the cache.
- **Sequences at once**, throughput against time between tokens: no more than the cache holds, here
  {{= n(math.floor(f.kv_B/(f.kv8*f.seq))) }} of {{= n(f.seq) }} tokens.
- **Tokens a step** (the chunk of prefill), time to first token against time between tokens: beyond
  {{= n(f.ridge_tok, 0) }} tokens arithmetic bounds the step, and each more delays whoever decodes.
- **Length of a context**: {{= n(f.kv8*f.seq/1e9, 2) }} GB of cache at {{= n(f.seq) }} tokens. Cap what nobody uses.
- **Block of the cache**, waste against bookkeeping: half a block a sequence is lost,
  {{= n(8*f.kv8/1e6, 2) }} MB with blocks of 16 tokens.
- **Precision of the cache**: FP8 in place of bf16 doubles the sequences. Measure the quality.
- **Tensor parallelism**: the fewest GPUs that hold weights and cache; more only when the step itself misses its
  target.
- **Prefix cache**: on, where prompts share a beginning; then route by prefix.
- **Speculation**: while memory bounds the step; off when the batch nears {{= n(f.ridge_tok, 0) }} tokens.

Turn one at a time, in this order: what fits (memory, length, precision), then the batch until the time between tokens
meets its target, then the chunk until the time to first token does. {{= n(f.ridge_tok, 0) }} is the ridge in tokens:
dense FP8 at {{= n(f.fp8/1e12, 0) }} TFLOP/s, two FLOP a weight and token, one byte a weight at
{{= n(f.bw/1e12, 1) }} TB/s. Reads of the cache come on top, and no batch shares them.]],

  labs = {"w35-slo-serving", "w35b-engine", "h06-accel-tco", "w35c-capstone-4"},
  durable = {"percentiles and why they do not average", "deadline scheduling with preemption",
    "control loops with dead time", "cost per token as three factors"},
  ephemeral = {{"GPU prices per hour (always your input)", as_of = "2026-03"},
    {"Triton Inference Server and TensorRT-LLM features", as_of = "2026-03"}},

  facts = function(hw)
    local L, d, ff, V, kvh, hd = 80, 8192, 28672, 128256, 8, 128
    local linear = L * (2 * d * d + 2 * d * kvh * hd + 3 * d * ff)
    local total, mm = linear + L * 2 * d + 2 * V * d + d, linear + V * d
    local kv8, gpus, use, reserve = 2 * L * kvh * hd, 2, 0.9, 4e9
    local b, S = 64, 2048
    local step = (total + b * kv8 * S) / (gpus * hw.h200.bw)
    local service, target = 0.1, 0.5
    return {
      total = total, w8_B = total, mm = mm, kv8 = kv8, gpus = gpus, use = use, reserve = reserve,
      mem = hw.h200.mem, bw = hw.h200.bw, fp8 = hw.h200.fp8, mfu = 0.5, b = b, S = S,
      kv_B = gpus * use * hw.h200.mem - total - gpus * reserve, seq = 4096, step_s = step,
      tok_s = b / step, service_s = service, target_s = target, p99_mult = math.log(100),
      rho_max = 1 - service * math.log(100) / target, disk = 2e9, rate = 10000, out = 256,
      nodes_gpus = 8, ridge_tok = hw.h200.fp8 / (2 * hw.h200.bw),
    }
  end,

  questions = {
    q.num {id = "usd-mtok", unit = "1", vary = {price = {3, 2, 4}},
      ask = [[{{= f.nodes_gpus }} GPUs at ${{= p.price }} an hour each (your price, as an example)
deliver {{= n(f.rate) }} tokens a second within their targets. Dollars per million tokens?]],
      answer = function(f, p) return f.nodes_gpus * p.price / 3600 / f.rate * 1e6 end,
      wrong = {
        {value = function(f, p) return p.price / 3600 / f.rate * 1e6 end,
          hint = "All GPUs are on the bill."},
        {value = function(f, p) return f.nodes_gpus * p.price / 60 / f.rate * 1e6 end,
          hint = "An hour has 3,600 seconds."},
      },
      worked = [[{{= f.nodes_gpus }}·${{= p.price }} / (3,600 s · {{= n(f.rate) }} tok/s)·1e6 =
${{= n(f.nodes_gpus*p.price/3600/f.rate*1e6, 3) }}.]]},

    q.num {id = "ms-capacity", unit = "1", seed = "S003-W35-MS", vary = {seq = {4096, 8192, 2048}},
      ask = [[FP8 70 B on {{= f.gpus }} H200s: {{= n(100*f.use) }} % of {{= n(f.mem/1e9, 1) }} GB
each is usable, weights take {{= n(f.w8_B/1e9, 2) }} GB, {{= n(f.reserve/1e9) }} GB a GPU go to
activations and buffers, the FP8 cache needs {{= n(f.kv8) }} B a token. How many sequences of
{{= n(p.seq) }} tokens fit?]],
      answer = function(f, p) return math.floor(f.kv_B / (f.kv8 * p.seq)) end,
      wrong = {
        {value = function(f, p) return math.floor(f.kv_B / (2 * f.kv8 * p.seq)) end,
          hint = "The cache is FP8 as well: one byte an element."},
        {value = function(f, p)
            return math.floor((f.gpus * f.use * f.mem - f.w8_B) / (f.kv8 * p.seq))
          end, hint = "The buffers are missing: a few GB on each GPU."},
        {value = function(f, p)
            return math.floor((f.gpus * f.mem - f.w8_B - f.gpus * f.reserve) / (f.kv8 * p.seq))
          end, hint = "Only 90 % of the memory is given to the engine."},
      },
      worked = [[{{= n(f.kv_B/1e9, 1) }} GB are left for the cache:
{{= n(math.floor(f.kv_B/f.kv8)) }} tokens, or {{= n(math.floor(f.kv_B/(f.kv8*p.seq))) }} sequences
of {{= n(p.seq) }}.]]},

    q.num {id = "ms-decode-step", unit = "ms", seed = "S003-W35-MS", vary = {b = {64, 128, 32}},
      ask = [[The same pair decodes {{= p.b }} sequences of {{= n(f.S) }} tokens; a step reads
weights and cache once at the full {{= n(f.bw/1e12, 1) }} TB/s of each GPU. How long is it?]],
      answer = function(f, p) return 1e3 * (f.w8_B + p.b * f.kv8 * f.S) / (f.gpus * f.bw) end,
      wrong = {
        {value = function(f, p) return 1e3 * f.w8_B / (f.gpus * f.bw) end,
          hint = "The cache is read in every step too."},
        {value = function(f, p) return 1e3 * (f.w8_B + p.b * f.kv8 * f.S) / f.bw end,
          hint = "Two GPUs read in parallel."},
      },
      worked = [[({{= n(f.w8_B/1e9, 1) }} + {{= n(p.b*f.kv8*f.S/1e9, 1) }}) GB /
{{= n(f.gpus*f.bw/1e12, 1) }} TB/s = {{= n(1e3*(f.w8_B+p.b*f.kv8*f.S)/(f.gpus*f.bw), 2) }} ms, at
most {{= n(p.b*f.gpus*f.bw/(f.w8_B+p.b*f.kv8*f.S), 0) }} tokens a second: a bound, not a
forecast.]]},

    q.num {id = "ms-cost-bound", unit = "1", seed = "S003-W35-MS", vary = {price = {3, 2, 4}},
      ask = [[At that bound of {{= n(f.tok_s, 0) }} tokens a second (batch {{= f.b }}) and
${{= p.price }} a GPU-hour, dollars per million decoded tokens of the pair?]],
      answer = function(f, p) return f.gpus * p.price / 3600 / f.tok_s * 1e6 end,
      wrong = {
        {value = function(f, p) return p.price / 3600 / f.tok_s * 1e6 end,
          hint = "There are two GPUs."},
        {value = function(f, p) return f.gpus * p.price / 3600 / (f.tok_s / f.b) * 1e6 end,
          hint = "The whole batch advances in a step: count all its tokens."},
      },
      worked = [[{{= f.gpus }}·${{= p.price }}/3,600 s over {{= n(f.tok_s, 0) }} tok/s:
${{= n(f.gpus*p.price/3600/f.tok_s*1e6, 2) }} per million. Prefill, idle hours and the targets all
raise it.]]},

    q.num {id = "ms-ratio", unit = "x", seed = "S003-W35-MS", vary = {out = {256, 512, 1024}},
      ask = [[Requests of {{= n(f.S) }} tokens in and {{= p.out }} out. A prefill GPU runs at
{{= n(100*f.mfu) }} % of the FP8 peak ({{= n(f.fp8/1e12, 0) }} TFLOP/s, {{= n(f.mm/1e9, 1) }} B
multiplied weights); the decode pair makes {{= n(f.tok_s, 0) }} tokens a second. How many prefill
GPUs for each decode GPU?]],
      answer = function(f, p)
        local prefill = f.S * 2 * f.mm / (f.mfu * f.fp8)
        return prefill / (p.out / (f.tok_s / f.gpus))
      end,
      wrong = {
        {value = function(f, p) return f.S * 2 * f.mm / (f.mfu * f.fp8) / (p.out / f.tok_s) end,
          hint = "The decode rate belongs to the pair: halve it for one GPU."},
        {value = function(f, p) return f.S / p.out end,
          hint = "Tokens are not seconds: compare GPU-seconds of both phases."},
      },
      worked = [[Prefill {{= n(f.S*2*f.mm/(f.mfu*f.fp8), 3) }} GPU-s, decode
{{= n(p.out*f.gpus/f.tok_s, 4) }} GPU-s a request:
{{= n(f.S*2*f.mm/(f.mfu*f.fp8)/(p.out*f.gpus/f.tok_s), 2) }} to one. Every doubling of the output
halves the ratio.]]},

    q.num {id = "rho", unit = "%", vary = {target = {0.5, 1, 2}},
      ask = [[One FIFO server with exponential service of {{= n(1e3*f.service_s) }} ms on average
and random (Poisson) arrivals. Up to which utilisation is the P99 of the response time within
{{= n(1e3*p.target) }} ms?]],
      answer = function(f, p) return 100 * (1 - f.service_s * f.p99_mult / p.target) end,
      wrong = {
        {value = function(f, p) return 100 * (1 - f.service_s / p.target) end,
          hint = "That holds the mean to the target, not the 99th percentile."},
        {value = function(f, p) return 100 * f.service_s * f.p99_mult / p.target end,
          hint = "That is one minus the utilisation."},
      },
      worked = [[Response times are exponential with mean service/(1−ρ); P99 = ln 100 times that.
So 1−ρ = {{= n(f.p99_mult, 3) }}·{{= n(f.service_s, 1) }}/{{= n(p.target, 1) }}, ρ =
{{= n(100*(1-f.service_s*f.p99_mult/p.target), 1) }} %. Batching, several servers and better
orders exist because of this number.]]},

    q.choice {id = "merge-p99",
      ask = [[Replica A reports a P99 of 400 ms, replica B of 800 ms; A served ten times as many
requests. What is the service's P99?]],
      options = {"600 ms", "the weighted mean, about 436 ms",
        "it cannot be computed from these figures", "800 ms"},
      answer = 3,
      worked = [[It depends on how the two distributions overlap in the tail. Export histograms
and merge those.]]},

    q.choice {id = "scale-signal",
      ask = "Which signal should add replicas of a continuously batching engine?",
      options = {"GPU utilisation above 80 %", "waiting tokens a replica, with hysteresis",
        "GPU memory in use", "mean time between tokens over an hour"},
      answer = 2,
      worked = [[Utilisation and memory are high at any load (the cache is allocated up front),
and an hourly mean is late. Waiting work is what users feel next.]]},

    q.text {id = "ms-report", min_words = 80,
      ask = [[Write the summary of your Part IV run: targets, largest load within them,
percentiles, utilisation, dollars per million tokens, and the first thing you would change.]],
      rubric = {"percentiles from merged samples, with the load at which they were taken",
        "separate figures for the prefill and the decode pool",
        "cost with the price named as an input",
        "names the binding resource and gives a number for the distance to its bound",
        "one change with a predicted effect"}},
  },
}
