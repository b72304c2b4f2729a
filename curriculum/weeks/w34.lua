return week {
  n = 34, part = 4, title = "Disaggregated and distributed inference", seeds = {"S003-W34"},
  summary = [[Prefill and decode want different machines, different parallelism and different
batch sizes, and for years they shared one. You build the simulator that separates them: two
pools, a KV transfer between them streamed layer by layer, and a search for the placement with the
best goodput. Along the way you can say what a 2,048-token cache weighs on every kind of link, and
why tensor parallelism in decode is a latency problem and not a bandwidth problem.]],
  concepts = {
    {id = "two-phases", title = "Two phases, two rooflines", seed = "S003-W34-C1", text = [[
With 16-bit weights the linear layers have as many FLOP per byte as there are tokens in flight: a
prompt of {{= n(f.prompt) }} tokens sits far right of an H100's ridge of
{{= n(f.ridge_h100, 0) }}, a decode batch of {{= f.batch }} far left of it. Sharing one GPU, each
spoils the other: a prefill in the batch stretches everybody's next token by its whole length, and
the decodes keep the prefill from running at full efficiency. Separate them and each pool can be
tuned, sized and even bought for its own bound.]]},
    {id = "splitwise", title = "Splitwise: the right GPU for each phase", seed = "S003-W34-C2",
      text = [[
From A100 to H100 compute grew {{= n(f.flop_gain, 1) }} times and bandwidth {{= n(f.bw_gain, 1) }}
times, so the new card pays off in prefill and the old one holds its own in decode, per dollar and
per watt. Splitwise builds the cluster accordingly: a prompt pool, a token pool, a mixed pool that
absorbs imbalance. The cache crosses once, and it need not wait for the end: each layer's keys and
values can leave while the next layer computes, so that only the last layer's share is
exposed.]]},
    {id = "distserve", title = "DistServe: optimise goodput", seed = "S003-W34-C3", text = [[
Throughput counts tokens; goodput counts requests that met *both* their time-to-first-token and
their time-per-token target, and the placement that maximises one need not be good at the other.
DistServe lets each phase have its own tensor and pipeline degree and its own number of replicas:
prefill takes tensor parallelism when the first-token target is tight and pipelining when load is
high, decode grows until its batch is large enough to be worth the weight reads. A simulator
fitted to a few profiles searches the placements; bandwidth between the pools is a constraint of
that search.]]},
    {id = "tp-inference", title = "Tensor parallelism in decode", seed = "S003-W34-C4", text = [[
Columns of the first matrix and rows of the second are split, so every block ends in one
all-reduce: two a layer, {{= f.ars }} a token for {{= f.L }} layers. In decode each carries one
hidden vector a sequence, {{= n(f.ar_B/1024) }} KiB, and takes as long as its latency:
{{= n(1e6*f.ar_s, 0) }} µs each make {{= n(1e3*f.ars*f.ar_s, 1) }} ms a token that no faster link
removes. In prefill the same operation moves {{= n(f.ar_prefill_B/1e6, 1) }} MB at a time and is
bound by bandwidth.]]},
    {id = "topology", title = "What sits between the GPUs", seed = "S003-W34-C5", text = [[
A serving engine asks for a tensor-parallel size and starts one worker a GPU; whether that is wise
depends on the wire. For a {{= n(f.prompt) }}-token prefill on two GPUs the all-reduces of a 70 B
model move {{= n(f.ars*f.ar_prefill_B/1e9, 1) }} GB a GPU:
{{= n(1e3*f.ars*f.ar_prefill_B/f.nvlink, 0) }} ms over NVLink,
{{= n(1e3*f.ars*f.ar_prefill_B/f.pcie5, 0) }} ms over PCIe 5, next to
{{= n(1e3*f.prefill_tp2_s, 0) }} ms of arithmetic at half of peak. Hence the rule: tensor
parallelism inside the NVLink island, pipeline or replicas across.]]},
    {id = "landscape", title = "The landscape of 2025", seed = "S003-W34-C6", text = [[
What was a research proposal became the usual shape of a large deployment: NVIDIA Dynamo routes
between prefill and decode pools and moves caches over its transfer library, SGLang and vLLM
expose the split, LMCache and Mooncake add tiers of host memory and disk in which caches outlive
requests. The common core is small: a router that knows where which prefix is cached, a transfer
engine, and a planner that shifts GPUs between the pools. Learn that core; the names will
change.]]},
  },

  later = {"landscape"},

  readings = {
    {"distserve", hours = 3, seed = "S003-W34-R1", look_for = [[The definition of goodput and the
two queueing arguments for choosing tensor against pipeline parallelism in prefill.]]},
    {"haodisagg", hours = 1, seed = "S003-W34-R2", look_for = [[What the authors got wrong the
first time: which objections to disaggregation survived eighteen months of production?]]},
    {"dynamo", hours = 1, seed = "S003-W34-R3", look_for = [[The division into router, planner,
cache manager and transfer library; find each of them in your own simulator.]]},
  },

  practice = {
    {hours = 1, seed = "S003-W34-HO", text = [[In `w34-disagg`, compare a 70B model on two 80 GB
GPUs with tensor parallelism against one GPU with 4-bit weights: room for cache, time to first
token, decode step, and throughput for each gigabyte used. Predict all four before running.]]},
    {hours = 2, seed = "S003-W34-HO", text = [[Write the layer-wise KV transfer and the placement
search. Run the three traces, colocated and disaggregated, and find the load below which
disaggregation loses.]]},
  },

  labs = {"w34-disagg"},
  durable = {"phase-specific rooflines", "goodput under two targets", "latency-bound all-reduce",
    "overlapping a transfer layer by layer"},
  ephemeral = {{"Dynamo, SGLang and LMCache as the usual stack", as_of = "2026-03"},
    {"H100 for prefill and A100 for decode", as_of = "2024-06"}},

  facts = function(hw)
    local L, d, ff, V, kvh, hd = 80, 8192, 28672, 128256, 8, 128
    local linear = L * (2 * d * d + 2 * d * kvh * hd + 3 * d * ff)
    local total, mm = linear + L * 2 * d + 2 * V * d + d, linear + V * d
    local prompt, mfu = 2048, 0.5
    return {
      L = L, d = d, total = total, linear = linear, mm = mm, emb = V * d, kvh = kvh, hd = hd,
      prompt = prompt, batch = 32, mfu = mfu, kvt = 2 * L * kvh * hd * 2,
      ridge_h100 = hw.h100.bf16 / hw.h100.bw, peak = hw.h100.bf16, mem = hw.h100.mem,
      flop_gain = hw.h100.bf16 / hw.a100.bf16, bw_gain = hw.h100.bw / hw.a100.bw,
      nvlink = hw.h100.nvlink / 2, nic = hw.ib_ndr.bw_dir, pcie5 = hw.pcie5.bw_dir,
      ars = 2 * L, ar_B = 2 * d, ar_s = 10e-6, ar_prefill_B = prompt * d * 2,
      prefill_tp2_s = 2 * mm * prompt / (2 * hw.h100.bf16 * mfu), int4 = 4.15625,
      int4_B = linear * 4.15625 / 8 + 2 * 2 * V * d,
    }
  end,

  questions = {
    q.num {id = "kv-size", unit = "MB", vary = {S = {2048, 8192, 4096}},
      ask = [[Llama-3-70B ({{= f.L }} layers, {{= f.kvh }} KV heads of {{= f.hd }}, fp16): how
much cache must move from the prefill to the decode pool for a prompt of {{= n(p.S) }} tokens?]],
      answer = function(f, p) return f.kvt * p.S / 1e6 end,
      wrong = {
        {value = function(f, p) return f.kvt * p.S * 8 / 1e6 end,
          hint = "Only KV heads are cached; the 64 query heads share them."},
        {value = function(f, p) return f.kvt * p.S / f.L / 1e6 end,
          hint = "That is one layer's share."},
      },
      worked = [[2·{{= f.L }}·{{= f.kvh }}·{{= f.hd }}·2 B = {{= n(f.kvt) }} B a token; times
{{= n(p.S) }}: {{= n(f.kvt*p.S/1e6, 1) }} MB.]]},

    q.table {id = "links", unit = "ms", rtol = 0.02,
      ask = [[The same cache for {{= n(p.t) }} tokens over three links: NVLink
{{= n(f.nvlink/1e9) }} GB/s, one 400 Gb/s network port, PCIe 5 ×16 ({{= n(f.pcie5/1e9, 1) }}
GB/s). One direction, full rate.]],
      vary = {t = {1024, 3072, 4096, 6144}},
      rows = {"NVLink", "400 Gb/s network", "PCIe 5"}, columns = {"transfer"},
      answer = function(f, p)
        local b = 1e3 * f.kvt * p.t
        return {{b / f.nvlink}, {b / f.nic}, {b / f.pcie5}}
      end,
      worked = [[{{= n(f.kvt*p.t/1e6, 1) }} MB over each rate; 400 Gb/s are
{{= n(f.nic/1e9) }} GB/s. Compare with the prefill of these tokens, which takes
{{= n(1e3*2*f.mm*p.t/(4*f.peak*f.mfu), 0) }} ms on four GPUs at {{= n(100*f.mfu) }} % of their
peak.]]},

    q.num {id = "exposed", unit = "ms", vary = {S = {2048, 8192}},
      ask = [[The transfer for {{= n(p.S) }} tokens is streamed layer by layer over the
{{= n(f.nic/1e9) }} GB/s network while prefill computes; only the last of {{= f.L }} layers cannot
be hidden. How much time is exposed?]],
      answer = function(f, p) return 1e3 * f.kvt * p.S / f.L / f.nic end,
      wrong = {
        {value = function(f, p) return 1e3 * f.kvt * p.S / f.nic end,
          hint = "That is the whole cache; all layers but one travel during the computation."},
        {value = function(f, p) return 1e3 * f.kvt * p.S / f.L / f.nvlink end,
          hint = "This link is the network, not NVLink."},
      },
      worked = [[{{= n(f.kvt*p.S/f.L/1e6, 2) }} MB / {{= n(f.nic/1e9) }} GB/s =
{{= n(1e3*f.kvt*p.S/f.L/f.nic, 3) }} ms: one {{= f.L }}th of the full transfer.]]},

    q.num {id = "prefill", unit = "ms", vary = {tp = {4, 8, 2}},
      ask = [[Prefill of {{= n(f.prompt) }} tokens with tensor parallelism {{= p.tp }} on H100s at
{{= n(100*f.mfu) }} % of their bf16 peak ({{= n(f.mm/1e9, 1) }} B multiplied weights, attention
neglected). How long?]],
      answer = function(f, p) return 1e3 * 2 * f.mm * f.prompt / (p.tp * f.peak * f.mfu) end,
      wrong = {
        {value = function(f, p) return 1e3 * 2 * f.mm * f.prompt / (p.tp * f.peak) end,
          hint = [[Off by two: take the stated share of peak, and count a multiply-add as two
FLOP.]]},
        {value = function(f, p) return 1e3 * 2 * f.mm * f.prompt / (f.peak * f.mfu) end,
          hint = "The GPUs share the work."},
      },
      worked = [[2·{{= n(f.mm/1e9, 1) }}e9·{{= n(f.prompt) }} FLOP over
{{= p.tp }}·{{= n(f.peak*f.mfu/1e12, 1) }} TFLOP/s =
{{= n(1e3*2*f.mm*f.prompt/(p.tp*f.peak*f.mfu), 1) }} ms.]]},

    q.table {id = "tp2-int4", unit = "GB", rtol = 0.01,
      ask = [[Room left for the KV cache on {{= p.mem }}-GB cards ({{= n(f.total/1e9, 2) }} billion parameters;
4-bit means {{= n(f.int4, 3) }} bits for the linear layers and 16 for embedding and head; nothing
else counted).]],
      vary = {mem = {94, 96, 141, 192}},
      rows = {"two cards, 16-bit weights", "one card, 4-bit weights"}, columns = {"left for KV"},
      answer = function(f, p)
        return {{2 * p.mem - 2 * f.total / 1e9}, {p.mem - f.int4_B / 1e9}}
      end,
      worked = [[Two cards: {{= n(2*p.mem) }} − {{= n(2*f.total/1e9, 1) }} GB. One card:
{{= p.mem }} − {{= n(f.int4_B/1e9, 1) }} GB. For half the hardware the single 4-bit card has
{{= n((p.mem - f.int4_B/1e9)/(2*p.mem - 2*f.total/1e9), 1) }} times the room of the pair, which has
more compute and no quality question.]]},

    q.num {id = "ar-latency", unit = "ms", vary = {us = {10, 20, 5}},
      ask = [[Tensor-parallel decode of one token: two all-reduces in each of {{= f.L }} layers,
each bound by a latency of {{= p.us }} µs. How much does communication add?]],
      answer = function(f, p) return f.ars * p.us / 1e3 end,
      wrong = {
        {value = function(f, p) return f.L * p.us / 1e3 end,
          hint = "Two a layer: one after attention, one after the MLP."},
        {value = function(f, p) return 1e3 * f.ars * f.ar_B / f.nvlink end,
          hint = "That is bytes over bandwidth; such small messages cost their latency."},
      },
      worked = [[{{= f.ars }} × {{= p.us }} µs = {{= n(f.ars*p.us/1e3, 2) }} ms. The bytes
({{= n(f.ar_B/1024) }} KiB each) would need {{= n(1e6*f.ars*f.ar_B/f.nvlink, 1) }} µs altogether:
bandwidth is not the problem.]]},

    q.choice {id = "when-not",
      ask = "For which service is a separate prefill pool most likely a mistake?",
      options = {
        "long documents in, short answers out, strict targets on both phases",
        "short chat turns at low load, most of each prompt already in a prefix cache on the \z
          decode side",
        "a mix of long and short prompts with bursts",
        "a cluster of two GPU generations"},
      answer = 2,
      worked = [[With little prefill work left, the extra pool idles and every request pays a
transfer, sometimes of a prefix the decode side already holds. Disaggregation needs enough prefill
load to fill its own pool.]]},
  },
}
