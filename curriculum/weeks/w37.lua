return week {
  n = 37, part = 5, title = "Mamba-2, chunked scans and hybrids", seeds = {"S003-W37"},
  summary = [[The chunk is the compromise between a recurrence and attention: quadratic inside,
linear across. You write the chunked scan of Mamba-2 with most of its arithmetic on tensor cores,
choose the chunk size from FLOP and state traffic, and then put a small server around it. The
milestone asks for three crossovers against a transformer of equal size, and you will have derived
all three before measuring any.]],
  concepts = {
    {id = "blocks", title = "Blocks of a semiseparable matrix", seed = "S003-W37-C1", text = [[
Cut the sequence into chunks of Q tokens. Diagonal blocks of the matrix are small masked
attentions without softmax, all independent; everything below the diagonal has low rank, because
the past reaches a chunk only through one state. So there are four steps: outputs inside each
chunk, each chunk's final state, a short scan over chunk states, and the contribution of the
incoming state to each output. Split over devices the same structure needs to send the state
alone, {{= n(2*f.state_layer/1e6, 2) }} MB a layer in bf16 for the model below, whatever the
length.]]},
    {id = "kernel", title = "Choosing the chunk", seed = "S003-W37-C2", text = [[
Per token and head the chunked form costs 2QN + 2QP + 4NP FLOP: the first two terms grow with the
chunk, the last is the price of going through the state. With N = {{= f.N }}, P = {{= f.P }} and Q
= {{= f.Q }} that is {{= n(f.flop_tok) }}, and chunk states written to memory shrink as 1/Q, so
the tile that fits registers and shared memory decides. The backward pass can store chunk states
or recompute them from the inputs; recomputing costs one more forward and saves L/Q states.
Batches of different lengths are packed into one row with a list of starts, and the decay is set
to zero at each boundary so that no state leaks into a neighbour.]]},
    {id = "hybrids", title = "Hybrids: a little attention goes far", seed = "S003-W37-C3", text = [[
Jamba interleaves one attention layer with seven Mamba layers and puts a mixture of experts in
every other one; the few attention layers restore exact recall while the KV cache shrinks to an
eighth of a pure transformer's. Zamba takes another road: a single attention block whose weights
are shared and which is applied at several depths. For serving, a hybrid has two kinds of memory:
pages that grow, and states of fixed size that cannot be truncated, so reusing a prefix means
having saved the state at exactly that point.]]},
    {id = "fla", title = "One library for many recurrences", seed = "S003-W37-C4", text = [[
GLA, RetNet, RWKV, Mamba-2 and their relatives differ in how the state decays: by a constant, by a
scalar a token, by a vector a token. The chunked algorithm is the same for all, so
flash-linear-attention implements it once as a set of Triton kernels (chunk states, intra-chunk
outputs, their gradients) and varies the gate. Reading two of its kernels side by side is the
quickest way to see which line makes them different models.]]},
  },

  readings = {
    {"mamba2", hours = 5, seed = "S003-W37-R1", look_for = [[The section on the block
decomposition with its FLOP table, and the short listing of the whole algorithm: match each line
with one of the four steps.]]},
    {"mambahard", hours = 6, seed = "S003-W37-R2", look_for = [[How the associative scan over
chunks is expressed with the pair operator, and what is recomputed in the backward pass.]]},
    {"jamba", hours = 2, seed = "S003-W37-R3", look_for = [[The ablation over the ratio of
attention to Mamba layers, and the KV-cache table at 256K tokens.]]},
  },

  practice = {
    {hours = 3, seed = "S003-W37-HO", text = [[Write the four steps of `w37-ssd-scan`; results
must agree with the sequential recurrence and with each other for chunks of 16, 64 and 256. Then
benchmark against week 36's scan from 1K to 64K tokens, recording FLOP/s and bytes a second.]]},
    {hours = 1, seed = "S003-W37-HO", text = [[Plot time against chunk size at one length and mark
the predicted optimum: where does the intra-chunk product overtake the traffic of the states?]]},
  },

  milestone = {seed = "S003-W37-MS", text = [[Build a small Mamba-2 inference server and measure
(a) the memory of one sequence at 1K, 64K and 256K tokens (the *state* is constant; per token it
falls), (b) throughput against a transformer of equal parameter count at each length, (c) the
length from which Mamba is faster. Put predicted crossovers for memory, decode bandwidth and
prefill FLOP beside the measured ones.]]},

  labs = {"w37-ssd-scan"},
  durable = {"chunking: quadratic inside, linear across", "low rank below the diagonal",
    "crossovers derived from bytes and FLOP", "state resets at packed boundaries"},
  ephemeral = {{"Jamba's one-to-seven ratio", as_of = "2024-03"},
    {"flash-linear-attention's list of models", as_of = "2026-03"}},

  facts = function(hw)
    local layers, H, P, N, Q = 64, 80, 64, 128, 256
    local state = layers * H * P * N
    local tl, td = 32, 2560
    local params, bw = 2.7e9, hw.h200.bw
    local flop = 2 * Q * N + 2 * Q * P + 4 * N * P
    return {
      layers = layers, H = H, P = P, N = N, Q = Q, state = state, state_layer = H * P * N,
      tl = tl, td = td, kvt = 2 * tl * td * 2, params = params, bw = bw,
      flop_tok = flop, flop_cross = flop / (2 * P), S = 65536,
    }
  end,

  questions = {
    q.num {id = "ms-state", unit = "MB", seed = "S003-W37-MS", vary = {b = {2, 4}},
      ask = [[A 2.7 B Mamba-2: {{= f.layers }} layers, {{= f.H }} heads, P = {{= f.P }}, N =
{{= f.N }}. How large is the state of one sequence at {{= p.b }} bytes a value?]],
      answer = function(f, p) return f.state * p.b / 1e6 end,
      wrong = {
        {value = function(f, p) return f.state_layer * p.b / 1e6 end, hint = "That is one layer."},
        {value = function(f, p) return f.layers * f.H * (f.P + f.N) * p.b / 1e6 end,
          hint = "The state of a head is a P × N matrix."},
      },
      worked = [[{{= f.layers }}·{{= f.H }}·{{= f.P }}·{{= f.N }} = {{= n(f.state) }} values:
{{= n(f.state*p.b/1e6, 1) }} MB, per sequence and at any length. Keep it in fp32 for very long
texts: bf16 rounding accumulates over the steps.]]},

    q.table {id = "ms-kv", unit = "GB", rtol = 0.005,
      ask = [[The transformer beside it: {{= f.tl }} layers of width {{= n(f.td) }}, full
multi-head attention, fp16 cache. Its KV cache for one sequence:]],
      vary = {S = {512, 2048, 3072}},
      rows = {"{{= n(p.S) }} tokens", "{{= n(16*p.S) }} tokens", "{{= n(256*p.S) }} tokens"},
      columns = {"KV cache"},
      answer = function(f, p)
        return {{f.kvt * p.S / 1e9}, {f.kvt * 16 * p.S / 1e9}, {f.kvt * 256 * p.S / 1e9}}
      end,
      worked = [[2·{{= f.tl }}·{{= n(f.td) }}·2 B = {{= n(f.kvt) }} B a token. The Mamba-2 column
of the same table is one number, {{= n(2*f.state/1e6, 1) }} MB, three times.]]},

    q.num {id = "ms-mem-cross", unit = "tok", seed = "S003-W37-MS", vary = {b = {2, 4}},
      ask = [[From which length on does the transformer's cache exceed the state held at
{{= p.b }} bytes a value?]],
      answer = function(f, p) return f.state * p.b / f.kvt end,
      wrong = {
        {value = function(f, p) return 2 * f.state * p.b / f.kvt end,
          hint = "That is the crossover of decode traffic, where the state is read and written."},
        {value = function(f, p) return f.state * p.b / f.kvt / f.layers end,
          hint = "Compare whole models: all layers on both sides."},
      },
      worked = [[{{= n(f.state*p.b) }} B / {{= n(f.kvt) }} B a token = {{= n(f.state*p.b/f.kvt) }}
tokens: a few paragraphs.]]},

    q.num {id = "ms-bw-cross", unit = "tok", seed = "S003-W37-MS",
      ask = [[In decode the state ({{= p.bits }} bits a value) is read and written at every step, the KV cache is read.
At which length do the two traffics meet?]],
      vary = {bits = {8, 32}},
      answer = function(f, p) return 2 * p.bits / 8 * f.state / f.kvt end,
      wrong = {{value = function(f, p) return p.bits / 8 * f.state / f.kvt end,
        hint = "The state is updated: read and written."}},
      worked = [[2·{{= n(p.bits/8*f.state/1e6, 1) }} MB / {{= n(f.kvt) }} B = {{= n(2*p.bits/8*f.state/f.kvt) }}
tokens. Up to there the transformer's step moves less.]]},

    q.table {id = "ms-step", unit = "ms", rtol = 0.01,
      ask = [[Ideal decode step of one sequence at {{= n(p.S) }} tokens on {{= n(f.bw/1e12, 1) }}
TB/s: {{= n(f.params/1e9, 1) }} B weights in 16 bits plus cache, or plus state in bf16 (read and
written).]],
      vary = {S = {32768, 98304, 131072}},
      rows = {"Mamba-2", "transformer"}, columns = {"step"},
      answer = function(f, p)
        local w = 2 * f.params
        return {{1e3 * (w + 4 * f.state) / f.bw}, {1e3 * (w + f.kvt * p.S) / f.bw}}
      end,
      worked = [[{{= n(2*f.params/1e9, 1) }} GB of weights in both; {{= n(4*f.state/1e9, 2) }} GB
of state traffic against {{= n(f.kvt*p.S/1e9, 1) }} GB of cache.]]},

    q.num {id = "ms-flop-cross", unit = "tok", seed = "S003-W37-MS", vary = {Q = {256, 128, 64}},
      ask = [[Prefill arithmetic a token and head: 2QN + 2QP + 4NP for the chunked scan (Q =
{{= p.Q }}, N = {{= f.N }}, P = {{= f.P }}), 2·P·S for causal attention of head width P. From
which S does the scan do less?]],
      answer = function(f, p)
        return (2 * p.Q * f.N + 2 * p.Q * f.P + 4 * f.N * f.P) / (2 * f.P)
      end,
      wrong = {
        {value = function(f, p)
            return (2 * p.Q * f.N + 2 * p.Q * f.P + 4 * f.N * f.P) / (4 * f.P)
          end,
          hint = [[Off by two: a causal mask leaves 2·P·S a token, and a multiply-add is two FLOP
on both sides.]]},
      },
      worked = [[{{= n(2*p.Q*f.N+2*p.Q*f.P+4*f.N*f.P) }} FLOP / (2·{{= f.P }}) =
{{= n((2*p.Q*f.N+2*p.Q*f.P+4*f.N*f.P)/(2*f.P)) }}. A smaller chunk moves the crossover left but
leaves the tensor cores less to do.]]},

    q.choice {id = "constant-what",
      ask = "A report says that Mamba-2's memory is constant. What exactly is constant?",
      options = {
        "the memory for each token of context",
        "the state of one sequence, whatever its length",
        "the memory of the whole batch",
        "the activations of prefill"},
      answer = 2,
      worked = [[The state belongs to a sequence; divided by the tokens it shrinks. A batch still
pays for every sequence, and prefill activations grow with what is processed at once.]]},
  },
}
