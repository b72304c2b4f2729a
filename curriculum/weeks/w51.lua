return week {
  n = 51, part = 6, title = "Reading week and integration", seeds = {"S003-W51", "S003-W51-TXT"},
  summary = [[Nothing new this week. You reread three papers that were hard the first time, derive
three results again with an empty sheet, open your own profiles and explain every row, and let the
review ask you forty questions with numbers you have not seen. What you cannot reproduce now is
what you did not learn; there is still a week to fix it.]],
  concepts = {
    {id = "zero3-volume", title = "Re-derive: ZeRO-3 volume", seed = "S003-W51-RV2", text = [[
Plain data parallelism all-reduces the gradients: a reduce-scatter and an all-gather, 2Ψ elements
sent a rank, times (n−1)/n. With sharded parameters the forward pass gathers them, the backward
pass gathers them *again*, and the gradients are reduce-scattered: 3Ψ. For {{= n(f.psi/1e9) }} B
parameters, 16-bit everything and {{= f.n }} ranks that is {{= n(f.vol3/1e9, 2) }} GB against
{{= n(f.vol_ddp/1e9, 1) }}: one and a half times, but only while gradients travel in 16 bits.
Reduce them in fp32 and both move the same.]]},
    {id = "intensity", title = "Re-derive: intensity of every operation", seed = "S003-W51-RV2",
      text = [[
Divide FLOP by the bytes that must move once. A square fp16 product of size N has 2N³ over 6N²,
N/3; with one column it is about 1, with b columns about b while b is small. Elementwise
operations lie far below one, softmax and norms at a few FLOP for each element read and written,
prefill attention without stored scores at S/2 in fp16 whatever the head width, decode attention
at about one for each query head that shares a KV head. Ridges lie at a few hundred: large
products and prefill attention are above, nearly everything else is below, and the batch size
carries a weight matrix across.]]},
    {id = "speculation", title = "Re-derive: the speculative speed-up", seed = "S003-W51-RV2",
      text = [[
A round drafts k tokens and is accepted up to the first miss. The j-th drafted token is accepted
with probability β^j, the target adds one of its own, so the expectation is the geometric sum 1 +
β + … + β^k = (1−β^(k+1))/(1−β), and the time is 1 + k·c target passes. Two consequences to keep:
for given β and c there is a best k, and if the target pass is compute-bound the term 1 grows with
k and the gain is gone.]]},
    {id = "profiles", title = "Explain every row", seed = "S003-W51-RV3", text = [[
Open the stored profiles of weeks 18 and 49. For each row say what is counted, in which unit, and
which value you would have predicted; for each stall reason say what the warp was waiting for. A
row that you skip is a row that will mislead you in the capstone. The review makes a matching quiz
of your own report: names on one side, meanings on the other.]]},
  },

  readings = {
    {"titans", hours = 4, seed = "S003-W51-RV4", look_for = [[A survey as a checklist: mark every
technique you have implemented this year, and pick the two unmarked ones that would change your
capstone most.]]},
    {"effinf", hours = 5, seed = "S003-W51-RV5", look_for = [[The division into data, model and
system level: place each of your labs, and find the level at which your own knowledge is
thinnest.]]},
    {"fa3", seed = "S003-W51-RV1", look_for = [[Second reading: which sentence of the overlap
section did you not understand in week 17? Explain it to an empty chair.]]},
    {"mamba2", seed = "S003-W51-RV1", look_for = [[Second reading: rewrite the block decomposition
in the notation of your own kernel.]]},
    {"distserve", seed = "S003-W51-RV1", look_for = [[Second reading: rerun one of its placement
arguments with the numbers of your simulator.]]},
  },

  practice = {
    {seed = "S003-W51-RV2", text = [[Three derivations on paper, no notes: ZeRO-3 volume,
intensity of every major operation type, speculative speed-up. Check them against this page
afterwards, and enter what you missed as a review card.]]},
    {seed = "S003-W51-RV3", text = [[Matching quiz over your own stored profiles from weeks 18 and
49, then one paragraph for each on what you would now do first.]]},
    {seed = "S003-W51-TXT", text = [[Forty questions drawn from the whole year with fresh
parameters; 80 % passes. Choose the weeks you found hardest for a second round.]]},
  },

  labs = {"w51-review"},
  durable = {"derivations over numbers", "rereading with an implementation in hand"},
  ephemeral = {},

  facts = function(hw)
    local psi, n = 13e9, 8
    return {
      psi = psi, n = n, vol3 = 3 * 2 * psi * (n - 1) / n, vol_ddp = 2 * 2 * psi * (n - 1) / n,
      N = 4096, S = 8192, b = 32, group = 8,
    }
  end,

  questions = {
    q.num {id = "zero3", unit = "GB", vary = {P = {13, 7, 70}, n = {8, 64}},
      ask = [[ZeRO-3 with {{= p.P }} billion parameters, parameters and gradients in 16 bits, {{= p.n }}
ranks: how much does each rank send in a step (ring algorithms)?]],
      answer = function(f, p) return 3 * 2 * p.P * (p.n - 1) / p.n end,
      wrong = {
        {value = function(f, p) return 2 * 2 * p.P * (p.n - 1) / p.n end,
          hint = [[That is data parallelism, or the second gather (before the backward pass) is
missing.]]},
        {value = function(f, p) return 3 * p.P * (p.n - 1) / p.n end,
          hint = "Two bytes an element."},
      },
      worked = [[Gather, gather, reduce-scatter: 3·2 B·{{= p.P }}e9·({{= p.n }}−1)/{{= p.n }} =
{{= n(3*2*p.P*(p.n-1)/p.n, 2) }} GB, one and a half times data parallelism.]]},

    q.num {id = "zero3-fp32", unit = "x", rtol = 0.005,
      ask = [[The same comparison (ZeRO-3 over plain data parallelism), but gradients are reduced
in fp32 while ZeRO-3 gathers its parameters in {{= p.bits }} bits. What is the ratio of bytes?]],
      vary = {bits = {4, 8}},
      answer = function(f, p) return (2*p.bits/8 + 4) / (4 + 4) end,
      wrong = {{value = function(f, p) return 1.5 end,
        hint = "That holds when gradients travel in 16 bits."}},
      worked = [[ZeRO-3: twice {{= p.bits }}/8 (gathers) + 4 (fp32 reduce-scatter) bytes an element; data
parallelism: 2·4. With gathers in 16 bits they are equal.]]},

    q.table {id = "intensities", unit = "FLOP/B", rtol = 0.02,
      ask = [[Arithmetic intensity in fp16, each operand moved once.]],
      rows = {
        "product of two 4,096 × 4,096 matrices",
        "4,096 × 4,096 matrix times {{= p.b }} columns",
        "a + b, elementwise",
        "prefill attention over all pairs, S = {{= n(p.S) }}, scores never stored",
        "decode attention, one query head for each KV head"},
      columns = {"intensity"},
      vary = {b = {8, 16, 64}, S = {2048, 4096, 16384}},
      answer = function(f, p)
        local N, b = f.N, p.b
        return {{N / 3}, {2 * b * N * N / (2 * N * N + 4 * b * N)}, {1 / 6}, {p.S / 2}, {1}}
      end,
      worked = [[N/3; 2bN²/(2N² + 4bN); one FLOP over three 2-byte elements; 4S²d over 4·S·d·2 B;
4 FLOP for each pair of key and value elements over 4 bytes. With {{= f.group }} query heads a KV
head the last becomes {{= f.group }}.]]},

    q.num {id = "spec", unit = "x", vary = {beta = {0.8, 0.7}, k = {4, 3}, c = {0.05, 0.2}},
      ask = [[Speculative decoding with acceptance {{= n(p.beta, 1) }}, {{= p.k }} drafted tokens,
draft cost {{= n(p.c, 2) }} of a target pass: the speed-up?]],
      answer = function(f, p)
        return (1 - p.beta ^ (p.k + 1)) / (1 - p.beta) / (1 + p.k * p.c)
      end,
      wrong = {
        {value = function(f, p) return (1 - p.beta ^ (p.k + 1)) / (1 - p.beta) end,
          hint = "Drafting is not free."},
        {value = function(f, p) return (1 - p.beta ^ p.k) / (1 - p.beta) / (1 + p.k * p.c) end,
          hint = "The target's own token: exponent k+1."},
      },
      worked = [[{{= n((1-p.beta^(p.k+1))/(1-p.beta), 3) }} tokens over {{= n(1+p.k*p.c, 2) }}
passes: {{= n((1-p.beta^(p.k+1))/(1-p.beta)/(1+p.k*p.c), 2) }}.]]},

    q.num {id = "best-k", unit = "1", rtol = 0.001, vary = {c = {0.05, 0.2}},
      ask = [[Acceptance 0.8, draft cost {{= n(p.c, 2) }}: which number of drafted tokens gives
the largest speed-up?]],
      answer = function(f, p)
        local best, at = 0, 0
        for k = 1, 40 do
          local s = (1 - 0.8 ^ (k + 1)) / 0.2 / (1 + k * p.c)
          if s > best then best, at = s, k end
        end
        return at
      end,
      wrong = {{value = 40, hint = "Longer drafts cost time and are rarely accepted to the end."}},
      worked = [[Go on while the next token's chance of being reached and accepted, 0.8^(k+1),
pays for its cost of {{= n(p.c, 2) }} passes at the current rate. The optimum is flat: one more or
less hardly matters.]]},

    q.choice {id = "ridge-gap",
      ask = [[Which operation lies closest to the ridge of a modern data-centre GPU, so that batch
or tile size decides its regime?]],
      options = {
        "elementwise addition",
        "a weight matrix times a batch of one to a few hundred columns",
        "a 4,096³ product",
        "softmax over a row"},
      answer = 2,
      worked = [[Its intensity is about the batch size, and ridges lie at a few hundred FLOP/B.
The others are firmly on one side.]]},
  },
}
