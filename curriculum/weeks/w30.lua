return week {
  n = 30, part = 4, title = "Long context: managing the KV cache", seeds = {"S003-W30"},
  summary = [[A long prompt hurts twice: once while it is read, because it blocks everybody else's
tokens, and then at every step after, because its cache must be read again. This week treats both.
You build the prefix tree and the chunked scheduler that shorten the first pain, and four eviction
policies for the second, and you can put numbers on each for a 70B model on four A100s:
gigabytes, milliseconds a step, and what the quality costs.]],
  concepts = {
    {id = "chunked", title = "Chunked prefill", seed = "S003-W30-C1", text = [[
A prompt of {{= n(f.S) }} tokens occupies a 70B model on four A100s for {{= n(f.prefill_s, 1) }}
s even at full speed, and in a plain scheduler nobody else gets a token meanwhile. Cut into chunks
and mixed with the running decodes, it delays each of them by one chunk at a time. The chunk has a
natural lower size: below the ridge, {{= n(f.ridge, 0) }} tokens, an iteration is bounded by
reading the weights ({{= n(1e3*f.w_read_s, 1) }} ms) and a smaller chunk gains nothing. It is not
constant either, since the last {{= f.chunk }} tokens must attend to all that came before:
{{= n(1e3*f.last_s, 0) }} ms against {{= n(1e3*f.chunk_s, 0) }} ms for the linear layers
alone.]]},
    {id = "prefix", title = "Prefix caching", seed = "S003-W30-C2", text = [[
Keys and values depend on every token before them, so a cached entry can be reused only by a
request with exactly the same beginning, and then without any loss. A radix tree over token blocks
finds the longest such beginning in time proportional to its length; the same can be done with a
chain of hashes, h_i = H(h_{i−1}, tokens of block i), which makes a block's name depend on all
before it. Shared nodes carry reference counts, eviction takes the least recently used leaf, and
the last, partly filled block is never shared because somebody is still writing to it.]]},
    {id = "h2o", title = "H2O: keep the heavy hitters", seed = "S003-W30-C3", text = [[
Sum the attention (after the softmax) that each cached token has received so far: a small set of
tokens collects most of it, and does so persistently. H2O keeps that running sum a token, spends
half the budget on the highest sums and half on the most recent tokens, and evicts one entry for
every new one, so the cache never grows past the budget. The paper finds small quality loss at
half or less of the cache. The catch is systems work: the freed entries are scattered, so a paged
cache gets no page back until entries are compacted into whole blocks.]]},
    {id = "snapkv", title = "SnapKV: let the prompt's end decide", seed = "S003-W30-C4", text = [[
What a question at the end of a long prompt attends to is a good guess of what the answer will
attend to. SnapKV lets the last few prompt tokens (an observation window) vote: for each layer and
head it sums their attention over the prefix, smooths the votes over neighbouring positions so
that facts are not torn apart, and keeps the best k plus the window. This happens once, when
prefill ends; nothing is decided during generation, so the answer's own tokens still
accumulate.]]},
    {id = "streaming", title = "StreamingLLM: sinks and a window", seed = "S003-W30-C5", text = [[
A plain sliding window breaks the moment it drops the first tokens, because the softmax has to put
its mass somewhere and models learn to park it there. Keep those few (four in the paper) as
attention sinks, add a window of recent tokens, and number positions *inside the cache* instead of
in the text: generation stays stable for as long as you like in constant memory,
{{= n(f.stream_B/1e6, 1) }} MB for {{= n(f.slots) }} slots of a 70B model. It is a bounded
memory, not a long one: what left the window is gone.]]},
    {id = "sagekv", title = "SAGE-KV: one shot, by token and head", seed = "S003-W30-C6", text = [[
SAGE-KV asks the same question as SnapKV with less machinery: after prefill, the attention of the
last token alone ranks the prefix, each KV head keeps its own top k, and sinks and a recent window
are added. One selection, no per-step bookkeeping as in H2O, and different heads may keep
different tokens, so the choice adapts to what each head is for. The decode loop afterwards is
ordinary attention over a short cache.]]},
  },

  readings = {
    {"snapkv", hours = 2, seed = "S003-W30-R1", look_for = [[The pooling step between voting and
top-k: what breaks in retrieval tasks without it?]]},
    {"vllmanatomy", hours = 2, seed = "S003-W30-R2", look_for = [[How one scheduler step mixes
decode tokens with a prefill chunk under a token budget, and where the block hashes are
computed.]]},
    {"streamingllm", hours = 2, seed = "S003-W30-R3", look_for = [[The experiment that replaces
the first tokens by meaningless ones: is it their content or their position that matters?]]},
  },

  practice = {
    {hours = 2, seed = "S003-W30-HO", text = [[Implement H2O as an `evict_t` plugin in
`w30-kv-evict`, with the tie rules fixed by `lab.h`, and run microlm at half the cache. Record
perplexity, key-recall and bytes held, then repeat with the other three policies.]]},
    {hours = 1, seed = "S003-W30-HO", text = [[In `w30b-radix-chunked`, replay a trace with shared
system prompts: first without prefix cache and chunking, then with each alone, then both. Which of
the two moves P99 time between tokens, and which moves time to first token?]]},
  },

  milestone = {seed = "S003-W30-MS", text = [[For a Llama-3-70B on four A100s with tensor
parallelism: (a) the KV cache at 32K tokens and batch 8, in total and on each GPU beside the
weights; (b) what a 50 % H2O budget saves in memory and in a bandwidth-bound decode step; (c) what
chunk sizes from 128 to 2,048 do to other users' time between tokens. (The model's native window
is 8,192: a context extension is part of the plan.)]]},

  labs = {"w30-kv-evict", "w30b-radix-chunked"},
  durable = {"KV bytes per token", "chunk size and the ridge point",
    "prefix identity through chained hashes", "attention sinks"},
  ephemeral = {{"which eviction policy leads the benchmarks", as_of = "2026-03"},
    {"vLLM's scheduler defaults", as_of = "2026-03"}},

  facts = function(hw)
    local L, d, ff, V, kvh, hd, heads, gpus = 80, 8192, 28672, 128256, 8, 128, 64, 4
    local per = 2 * d * d + 2 * d * kvh * hd + 3 * d * ff + 2 * d
    local total = L * per + 2 * V * d + d
    local mm = L * (per - 2 * d) + V * d
    local peak, bw = gpus * hw.a100.bf16, gpus * hw.a100.bw
    local S, b, chunk, slots = 32768, 8, 512, 1024
    local kvt = 2 * L * kvh * hd * 2
    local att = 4 * L * d * (S * (S + 1) / 2)
    return {
      L = L, d = d, heads = heads, kvh = kvh, hd = hd, gpus = gpus, S = S, b = b, chunk = chunk,
      total = total, mm = mm, w_B = 2 * total, kvt = kvt, kv_B = kvt * S * b, peak = peak, bw = bw,
      ridge = hw.a100.bf16 / hw.a100.bw, w_read_s = 2 * total / bw,
      prefill_s = (2 * mm * S + att) / peak, chunk_s = 2 * mm * chunk / peak,
      last_s = (2 * mm * chunk + 4 * L * d * chunk * (S - chunk / 2)) / peak,
      slots = slots, stream_B = slots * kvt,
    }
  end,

  questions = {
    q.num {id = "ms-kv", unit = "GiB", seed = "S003-W30-MS",
      vary = {S = {32768, 16384}, b = {8, 4}},
      ask = [[Llama-3-70B: {{= f.L }} layers, {{= f.heads }} query heads, {{= f.kvh }} KV heads of
{{= f.hd }}. How large is the fp16 KV cache for {{= p.b }} sequences of {{= n(p.S) }} tokens?]],
      answer = function(f, p) return f.kvt * p.S * p.b / 2 ^ 30 end,
      wrong = {
        {value = function(f, p) return f.kvt * p.S * p.b * f.heads / f.kvh / 2 ^ 30 end,
          hint = "Only the KV heads are cached; the query heads share them (GQA)."},
        {value = function(f, p) return f.kvt * p.S * p.b / 2 / 2 ^ 30 end,
          hint = "Keys *and* values, two bytes each."},
        {value = function(f, p) return f.kvt * p.S * p.b / f.gpus / 2 ^ 30 end,
          hint = "That is the share of one GPU; the question is about the whole cache."},
      },
      worked = [[One token: 2·{{= f.L }}·{{= f.kvh }}·{{= f.hd }}·2 B = {{= n(f.kvt) }} B. Times
{{= n(p.S) }}·{{= p.b }} tokens: {{= n(f.kvt*p.S*p.b/2^30, 1) }} GiB, a quarter of it on each
GPU.]]},

    q.num {id = "per-gpu", unit = "GiB",
      ask = [[Weights in 16 bits ({{= n(f.w_B/1e9, 1) }} GB) and the cache for {{= p.b }} ×
{{= n(f.S) }} tokens are both split evenly over {{= f.gpus }} GPUs. How much does one GPU hold?]],
      vary = {b = {4, 12, 16}},
      answer = function(f, p) return (f.w_B + f.kv_B/f.b*p.b) / f.gpus / 2 ^ 30 end,
      wrong = {
        {value = function(f, p) return f.kv_B/f.b*p.b / f.gpus / 2 ^ 30 end,
          hint = "The weights are there too."},
        {value = function(f, p) return f.w_B / f.gpus / 2 ^ 30 + f.kv_B/f.b*p.b / 2 ^ 30 end,
          hint = "With tensor parallelism the KV heads are split over the GPUs as well."},
      },
      worked = [[{{= n(f.w_B/f.gpus/2^30, 2) }} GiB of weights and {{= n(f.kv_B/f.b*p.b/f.gpus/2^30, 0) }}
GiB of cache: {{= n((f.w_B+f.kv_B/f.b*p.b)/f.gpus/2^30, 2) }} GiB of the card's {{= n(hw.a100.mem/1e9) }}
GB.]]},

    q.num {id = "ms-h2o-step", unit = "ms", seed = "S003-W30-MS", vary = {keep = {50, 25}},
      ask = [[A decode step at batch {{= f.b }}, {{= n(f.S) }} tokens each, reads all weights and
the whole cache once and is bandwidth-bound on {{= f.gpus }} A100s ({{= n(f.bw/1e12, 3) }} TB/s
together). How long is it when H2O keeps {{= p.keep }} % of the cache?]],
      answer = function(f, p) return 1e3 * (f.w_B + f.kv_B * p.keep / 100) / f.bw end,
      wrong = {
        {value = function(f, p) return 1e3 * (f.w_B + f.kv_B) / f.bw end,
          hint = "That is the step with the full cache."},
        {value = function(f, p) return 1e3 * (f.w_B + f.kv_B) * p.keep / 100 / f.bw end,
          hint = "Eviction shrinks the cache, not the weights."},
        {value = function(f, p) return 1e3 * f.kv_B * p.keep / 100 / f.bw end,
          hint = "The weights are read in every step too."},
      },
      worked = [[({{= n(f.w_B/1e9, 1) }} + {{= n(f.kv_B*p.keep/1e11, 1) }}) GB /
{{= n(f.bw/1e12, 3) }} TB/s = {{= n(1e3*(f.w_B+f.kv_B*p.keep/100)/f.bw, 1) }} ms, against
{{= n(1e3*(f.w_B+f.kv_B)/f.bw, 1) }} ms with everything kept. The weights set the floor:
{{= n(1e3*f.w_read_s, 1) }} ms.]]},

    q.num {id = "chunk-ridge", unit = "tok",
      ask = [[From how many tokens on is a prefill chunk compute-bound on an A100 with weights of
{{= p.bits }} bits, which are turned into 16 bits on chip? Count the linear layers only: two FLOP a token
and weight, at the A100's 16-bit peak, and the bytes of the weights.]],
      vary = {bits = {3, 4, 8}},
      answer = function(f, p) return f.ridge * p.bits / 16 end,
      wrong = {
        {value = function(f, p) return f.ridge end,
          hint = "With weights of 16 bits that would be right; these have fewer bytes."},
        {value = function(f, p) return f.ridge * p.bits / 16 * f.gpus end,
          hint = [[Four GPUs have four times the FLOP/s and four times the bandwidth: the ridge
stays.]]},
      },
      worked = [[A chunk of C tokens does 2·C FLOP for every weight and reads {{= p.bits }}/8 bytes for it:
{{= n(16/p.bits, 2) }}·C
FLOP/B. The ridge is {{= n(hw.a100.bf16/1e12) }} TFLOP/s over {{= n(hw.a100.bw/1e12, 3) }} TB/s =
{{= n(f.ridge, 0) }}, so C = {{= n(f.ridge*p.bits/16, 0) }}.]]},

    q.table {id = "ms-chunks", unit = "ms", rtol = 0.02,
      ask = [[(c) Ideal time of one prefill chunk (linear layers, {{= f.gpus }} A100s at peak, but
never faster than reading the {{= n(2*f.mm/1e9, 0) }} GB of multiplied weights once). This is what
every running decode waits.]],
      vary = {c = {72, 80, 96, 112}},
      rows = {"{{= p.c }} tokens", "{{= n(2*p.c) }} tokens", "{{= n(4*p.c) }} tokens",
        "{{= n(8*p.c) }} tokens", "{{= n(16*p.c) }} tokens"},
      columns = {"chunk time"},
      answer = function(f, p)
        local out = {}
        for i = 1, 5 do
          local c = p.c * 2 ^ (i - 1)
          out[i] = {1e3 * math.max(2 * f.mm * c / f.peak, 2 * f.mm / f.bw)}
        end
        return out
      end,
      worked = [[Compute needs 2·{{= n(f.mm/1e9, 1) }}e9·C / {{= n(f.peak/1e12) }} TFLOP/s;
reading the weights needs {{= n(2e3*f.mm/f.bw, 1) }} ms whatever C is and bounds chunks
below {{= n(f.peak/f.bw, 0) }} tokens; from there on, time doubles with the chunk and the number of iterations
halves.]]},

    q.num {id = "last-chunk", unit = "ms", vary = {C = {512, 2048}},
      ask = [[Now the *last* chunk of {{= p.C }} tokens of a {{= n(f.S) }}-token prompt, attention
to the whole prefix included (4·L·d FLOP for each query–key pair), at the same peak. How long?]],
      answer = function(f, p)
        return 1e3 * (2 * f.mm * p.C + 4 * f.L * f.d * p.C * (f.S - p.C / 2)) / f.peak
      end,
      wrong = {
        {value = function(f, p) return 1e3 * 2 * f.mm * p.C / f.peak end,
          hint = "That is the first chunk's time: chunks get slower as the prefix grows."},
      },
      worked = [[Linear {{= n(2e3*f.mm*p.C/f.peak, 0) }} ms; attention {{= p.C }} queries × about
{{= n(f.S - p.C/2) }} keys adds {{= n(1e3*4*f.L*f.d*p.C*(f.S-p.C/2)/f.peak, 0) }} ms. A scheduler
that assumes constant chunks misses its deadline at the end of long prompts.]]},

    q.num {id = "stream", unit = "MB", vary = {slots = {1024, 2048, 4096}},
      ask = [[StreamingLLM with {{= n(p.slots) }} slots on the same model: how much cache does one
sequence hold after a million tokens?]],
      answer = function(f, p) return f.kvt * p.slots / 1e6 end,
      wrong = {{value = function(f, p) return f.kvt * 1e6 / 1e6 end,
        hint = "The cache is bounded by its slots, not by the text."}},
      worked = [[{{= n(p.slots) }} × {{= n(f.kvt) }} B = {{= n(f.kvt*p.slots/1e6, 1) }} MB, at any
length.]]},

    q.choice {id = "pages",
      ask = [[H2O at half the budget on a paged cache (16 tokens a block) frees almost no pages.
Why?]],
      options = {
        "the heavy hitters are scattered, so nearly every block still holds a kept entry",
        "block tables cannot shrink while a request runs",
        "attention scores are accumulated before the softmax",
        "GQA shares the blocks between heads"},
      answer = 1,
      worked = [[If half the entries survive at random, the chance that a block of sixteen is
empty is negligible. Either compact survivors into whole blocks (a copy) or evict by block. Note
the second trap: scores must be accumulated *after* the softmax.]]},
  },
}
