return week {
  n = 39, part = 5, title = "Linear attention and its gated descendants", seeds = {"S003-W39"},
  summary = [[Take the softmax out of attention and the sum over keys can be done before the query
arrives. From that one observation follow a recurrent form, a parallel form and a chunked form of
the same function, and a family of models that differ only in how they forget. You write all three
forms and make them agree, keep gates in log space because products of gates do not survive in
floating point, and draw the map of which mechanism is fastest at which length.]],
  concepts = {
    {id = "kernel-trick", title = "Sum over the keys first", seed = "S003-W39-C1", text = [[
Replace exp(qᵀk) by φ(q)ᵀφ(k) with a positive feature map φ, and associativity does the rest: Σ
φ(k)vᵀ is a matrix that can be accumulated once, and every query multiplies it. The text seen so
far is now a state of d_k·d_v numbers a head plus a normaliser, {{= n(f.state) }} for d =
{{= f.d }}, and decoding costs the same at any length. A KV cache holds d_k + d_v numbers a token,
so it outgrows the state after {{= n(f.cross) }} tokens.]]},
    {id = "weakness", title = "What is lost without the softmax", seed = "S003-W39-C2", text = [[
The original formulation *has* a normaliser, Σ φ(q)ᵀφ(k); later models drop it for an output norm
because dividing by it is unstable. The real weakness lies elsewhere: the state adds every token
with equal weight and never removes one, and a d_k × d_v matrix can store only about d_k
independent associations before they interfere. The softmax can pick one key out of thousands; a
sum of outer products cannot, unless something decides what to forget.]]},
    {id = "gla", title = "GLA: forget by content", seed = "S003-W39-C3", text = [[
Gated linear attention multiplies each row of the state by a gate between 0 and 1 that is computed
from the token: S_t = diag(α_t)·S_{t−1} + k_tᵀv_t. Training uses chunks of C tokens, quadratic
inside and recurrent across, at C·(d_k+d_v) + 4·d_k·d_v FLOP a token and head:
{{= n(f.chunk_flop) }} for C = {{= f.C }}, where causal softmax attention at {{= n(f.S) }} tokens
needs {{= n(f.soft_flop) }}. The cumulative products of gates live in log space and a second level
of tiles keeps most of the work in plain matrix products; the paper reports its kernel ahead of
FlashAttention-2 already at 1K tokens.]]},
    {id = "rwkv", title = "RWKV: train as a transformer, run as an RNN", seed = "S003-W39-C4",
      text = [[
The WKV operator is an average of past values with weights exp(k) that decay by e^(−w) for each
step of distance, with a separate bonus u for the current token. Across a sequence it can be
evaluated in parallel over channels and batch for training; at inference it is two running sums a
channel, constant in time and memory. Exponentials of unbounded keys overflow, so a running
maximum is carried exactly as in the online softmax; later versions keep a {{= f.rw }} ×
{{= f.rw }} matrix a head, {{= n(f.rw*f.rw) }} numbers, instead of two sums.]]},
    {id = "retnet", title = "RetNet: a fixed decay", seed = "S003-W39-C5", text = [[
Retention weights the pair (n, m) by γ^(n−m): a lower-triangular, 1-semiseparable matrix (not
diagonal plus low-rank), fixed for each head. Because γ^(n−m) = γ^n·γ^(−m), the mask factors, so
the same output has a parallel form for training, a recurrence for decoding and a chunked form in
between, where the decay of a whole chunk is a single power of γ. Heads with different γ forget at
different rates, none of them by content.]]},
    {id = "tiling", title = "The same tiles as FlashAttention", seed = "S003-W39-C6", text = [[
A chunk kernel loads tiles of Q, K, V once, forms a small score tile, multiplies it by V without
ever writing it out, and recomputes it in the backward pass: FlashAttention's discipline with the
softmax statistics replaced by a state. The loop order differs, because the state must pass from
chunk to chunk: either chunks run in sequence inside one block, or their states are computed first
and combined by a scan. The library's kernels for GLA, RetNet, RWKV and Mamba-2 share these two
skeletons.]]},
  },

  readings = {
    {"gla", hours = 3, seed = "S003-W39-R1", look_for = [[The secondary chunking: which tiles can
use tensor cores, and which must be computed in full precision because of the gates?]]},
    {"rwkv", hours = 3, seed = "S003-W39-R2", look_for = [[The recurrent form of WKV with its
numerical trick in the appendix, and token shift as the cheapest form of local context.]]},
    {"fla", hours = 3, seed = "S003-W39-R3", look_for = [[Open the chunk kernels of two models
side by side and find the lines that differ; then find where the choice between fused and scanned
chunks is made.]]},
  },

  practice = {
    {hours = 2, seed = "S003-W39-HO", text = [[In `w39-linear-attn`, write the recurrent, parallel
and chunked forms of linear attention, retention and GLA. They must agree with each other and with
float64, also for gates close to zero.]]},
    {hours = 1, seed = "S003-W39-HO", text = [[Benchmark your chunked kernel, week 4's flash
attention and week 36's scan at 512 to 8K tokens. Plot tokens a second and memory a token, mark
for each length which is fastest, and compare with the crossover that FLOP predict.]]},
  },

  labs = {"w39-linear-attn"},
  durable = {"associativity of the kernel form", "state capacity", "log-space products of gates",
    "one function, three evaluation orders"},
  ephemeral = {{"GLA ahead of FlashAttention-2 at 1K tokens", as_of = "2024-06"},
    {"which recurrence leads", as_of = "2026-03"}},

  facts = function(hw)
    local d, C, S, rw = 128, 64, 8192, 64
    local chunk = C * (d + d) + 4 * d * d
    return {
      d = d, C = C, S = S, rw = rw, state = d * d, cross = d * d / (2 * d),
      chunk_flop = chunk, soft_flop = 4 * d * S / 2, min_exp = -126,
    }
  end,

  questions = {
    q.num {id = "crossover", unit = "tok", vary = {d = {128, 64, 256}},
      ask = [[Head widths d_k = d_v = {{= p.d }}. After how many tokens does a KV cache hold more
*numbers* than the state of linear attention?]],
      answer = function(f, p) return p.d * p.d / (2 * p.d) end,
      wrong = {
        {value = function(f, p) return p.d end,
          hint = "The cache stores a key and a value: 2d numbers a token."},
        {value = function(f, p) return p.d * p.d end,
          hint = "Divide the state by what one token adds to the cache."},
      },
      worked = [[{{= p.d }}·{{= p.d }} / (2·{{= p.d }}) = {{= n(p.d/2) }}. Almost every text is
longer.]]},

    q.num {id = "crossover-bytes", unit = "tok", vary = {d = {128, 64, 256}},
      ask = [[The same with the state in fp32 and the KV cache in fp16 (d = {{= p.d }})?]],
      answer = function(f, p) return p.d * p.d * 4 / (2 * p.d * 2) end,
      wrong = {{value = function(f, p) return p.d / 2 end,
        hint = "That counts numbers; the state's are twice as wide."}},
      worked = [[{{= n(4*p.d*p.d) }} B / {{= n(4*p.d) }} B a token = {{= n(p.d) }}.]]},

    q.num {id = "flop-ratio", unit = "x", vary = {S = {8192, 2048, 32768}},
      ask = [[FLOP a token and head, d = {{= f.d }}: chunked linear attention with C = {{= f.C }}
does C·(d_k+d_v) + 4·d_k·d_v, causal softmax attention 4·d·S/2. How many times more does attention
do at S = {{= n(p.S) }}?]],
      answer = function(f, p) return 4 * f.d * p.S / 2 / f.chunk_flop end,
      wrong = {
        {value = function(f, p) return 4 * f.d * p.S / f.chunk_flop end,
          hint = "The causal half is not computed."},
        {value = function(f, p) return p.S / f.C end,
          hint = "The state's share, 4·d_k·d_v, does not shrink with the chunk."},
      },
      worked = [[{{= n(2*f.d*p.S) }} / {{= n(f.chunk_flop) }} =
{{= n(2*f.d*p.S/f.chunk_flop, 1) }}.]]},

    q.num {id = "underflow", unit = "1", rtol = 0.001, vary = {g = {0.1, 0.2, 0.3}},
      ask = [[A channel's gate stays at {{= n(p.g, 1) }}. After how many steps has the running
product fallen below the smallest normal fp32 number, 2^{{= f.min_exp }}?]],
      answer = function(f, p) return math.floor(f.min_exp * math.log(2) / math.log(p.g)) + 1 end,
      wrong = {
        {value = function(f, p) return math.floor(-1022 * math.log(2) / math.log(p.g)) + 1 end,
          hint = "That is double precision."},
        {value = function(f, p) return -f.min_exp end, hint = "That would be a gate of one half."},
      },
      worked = [[126·ln 2 / −ln {{= n(p.g, 1) }} =
{{= n(f.min_exp*math.log(2)/math.log(p.g), 2) }}: less than a chunk or two. Summed logarithms have
no such limit; exponentiate only differences inside a tile.]]},

    q.choice {id = "retnet-matrix",
      ask = "What kind of matrix is RetNet's decay mask D with D_nm = γ^(n−m) for n ≥ m?",
      options = {
        "diagonal plus low rank",
        "lower-triangular and semiseparable: every block below the diagonal has rank one",
        "Toeplitz and dense in both triangles",
        "orthogonal"},
      answer = 2,
      worked = [[Below the diagonal γ^n·γ^(−m) is an outer product, so any such block has rank
one: exactly what lets a chunk see the past through one state. "Diagonal plus low rank" describes
other structured matrices.]]},

    q.choice {id = "why-weaker",
      ask = [[Plain linear attention with its normaliser still loses to softmax attention on
recall. Why?]],
      options = {
        "it has no normaliser",
        "its state adds all tokens unselectively and has room for about d_k associations",
        "it cannot be trained in parallel",
        "its feature map is not positive"},
      answer = 2,
      worked = [[Capacity and selectivity. The normaliser is there in the original, training is
parallel, and the usual maps (elu + 1) are positive.]]},
  },
}
