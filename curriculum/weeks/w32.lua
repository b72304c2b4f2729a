return week {
  n = 32, part = 4, title = "Compression: pruning and distillation", seeds = {"S003-W32"},
  summary = [[Setting half the weights to zero is easy; getting anything back for it is not. This
week you separate the three currencies, parameters, bytes and time, and find out which kind of
sparsity pays in which. You will have built a Wanda mask, a 2:4 format and the decode kernel that
profits from it, measured an unstructured half-empty matrix at exactly the speed of a full one,
and differentiated both directions of the KL divergence.]],
  concepts = {
    {id = "unstructured", title = "Unstructured pruning: three scores", seed = "S003-W32-C1",
      text = [[
Magnitude pruning drops the smallest |w| and ignores that a small weight on a loud channel
matters. Wanda multiplies: |w|·‖x‖, with the norm of the input channel over a calibration set, and
compares only *within one output row*, so that no neuron is emptied; no gradient, no update, one
pass. SparseGPT goes further and uses the inverse Hessian of the layer's inputs twice, to score
each weight and to adjust the surviving ones of the row so that they absorb the error. All three
leave a mask without pattern, and a dense kernel multiplies the zeros as diligently as everything
else.]]},
    {id = "structured", title = "Structured pruning", seed = "S003-W32-C2", text = [[
Remove whole heads, whole layers or whole hidden channels and what remains is a smaller dense
model: every kernel, every batch size and every framework profits. Layers run one after the other,
so dropping a layer saves its full share of latency; narrowing a matrix may save little if its
tiles already left the GPU half empty. The price is quality: a structure always contains some
weights that mattered, so this kind needs a fine-tune afterwards where unstructured pruning of
half the weights often does not.]]},
    {id = "two-four", title = "2:4 sparsity", seed = "S003-W32-C3", text = [[
Sparse tensor cores accept one pattern: in every four consecutive weights along the reduction
dimension, at most two are non-zero. Stored are the two values and a 2-bit index for each, in fp16
{{= f.b24_16 }} bits where dense needs {{= f.dense16 }}, a ratio of {{= n(f.r24_16, 4) }}. The
multiply rate doubles, which helps prefill; decode is bounded by bytes, so its limit is
1/{{= n(f.r24_16, 4) }} = {{= n(f.x24_16, 2) }} times. The narrower the values, the more the
indices weigh: at four bits the ratio is {{= n(f.r24_4, 2) }}.]]},
    {id = "distillation", title = "Distillation and the two KLs", seed = "S003-W32-C4", text = [[
A student can learn from the teacher's sampled texts (sequence level) or from its whole
distribution at every token (token level, far more signal a token, far more logits to move).
Forward KL, the usual choice, punishes the student wherever the teacher has mass and it has none,
so a small student spreads itself over everything: mode covering. Reverse KL punishes mass where
the teacher has none, so it picks what it can do well: mode seeking, MiniLLM's choice, which
requires sampling from the student. The two disagree in size too: for p = ({{= n(f.p1, 1) }},
{{= n(f.p1, 1) }}) and q = ({{= n(f.q1, 1) }}, {{= n(1-f.q1, 1) }}) they are {{= n(f.kl_fwd, 3) }}
and {{= n(f.kl_rev, 3) }} nats.]]},
    {id = "minitron", title = "Minitron: prune, then distil", seed = "S003-W32-C5", text = [[
The recipe in production form: run a small calibration set, rank heads, neurons, embedding
channels and layers by activation-based importance, cut to the target shape, then distil from the
original model for a short time. The Minitron paper derives its 8B and 4B models from a 15B one
with less than three per cent of the original training tokens. Width usually beats depth at equal
size in quality, depth beats width in latency: choose by which one you pay for.]]},
    {id = "pipelines", title = "Stacking: prune, distil, quantise", seed = "S003-W32-C6", text = [[
The order matters because each step consumes what the next would measure: prune while weights
still mean something, distil to recover, quantise last and calibrate on the final weights. The
gains do not multiply either. 2:4 on 4-bit values saves a quarter of the bytes, not half; a
codebook method re-approximates pruned weights and the zeros come back as small numbers. Multiply
speed-ups only when each factor acts on the same bottleneck *and* survives in the stored
format.]]},
  },

  readings = {
    {"wanda", hours = 2, seed = "S003-W32-R1", look_for = [[The comparison group: what happens to
quality when scores are compared over the whole layer instead of within an output row?]]},
    {"minillm", hours = 2.5, seed = "S003-W32-R2", look_for = [[How the gradient of reverse KL is
estimated from the student's samples, and the three tricks that keep its variance down.]]},
    {"acmsurvey", hours = 4, seed = "S003-W32-R3", look_for = [[Build your own table from it:
method, what is stored, which kernel reads it, which phase (prefill, decode, training) gets
faster.]]},
  },

  practice = {
    {hours = 1, seed = "S003-W32-HO", text = [[In `w32b-prune-distil`, prune microlm to half with your
Wanda mask; in `w32-sparse24`, run the dense kernel on a matrix of which half is zero. The sectors it
loads are the same to the last: that is the result.]]},
    {hours = 2, seed = "S003-W32-HO", text = [[Now enforce 2:4, compress in `w32-sparse24`, and time the decode
kernel against dense fp16 at batch 1 to 8. Compare the speed-up with the bytes ratio, the
perplexity with the unstructured mask, and record both pairs in the history.]]},
  },

  labs = {"w32-sparse24", "w32b-prune-distil"},
  durable = {"activation-aware scores", "bytes, FLOP and time as separate currencies",
    "mode covering and mode seeking", "index overhead of sparse formats"},
  ephemeral = {{"2:4 as the only tensor-core pattern", as_of = "2026-03"},
    {"Minitron's model sizes", as_of = "2024-07"}},

  facts = function(hw)
    local function bits24(b) return 2 * b + 2 * 2 end
    local p1, q1 = 0.5, 0.9
    local function kl(p, q) return p * math.log(p / q) + (1 - p) * math.log((1 - p) / (1 - q)) end
    return {
      kl = kl, b24_16 = bits24(16), dense16 = 4 * 16, r24_16 = bits24(16) / (4 * 16),
      x24_16 = 4 * 16 / bits24(16), r24_8 = bits24(8) / (4 * 8), r24_4 = bits24(4) / (4 * 4),
      p1 = p1, q1 = q1,
      kl_fwd = p1 * math.log(p1 / q1) + (1 - p1) * math.log((1 - p1) / (1 - q1)),
      kl_rev = q1 * math.log(q1 / p1) + (1 - q1) * math.log((1 - q1) / (1 - p1)),
    }
  end,

  questions = {
    q.num {id = "ratio24", unit = "x", vary = {b = {16, 8, 4}},
      ask = [[Weights of {{= p.b }} bits in 2:4 form: two values of every four are stored, each
with a 2-bit index. What fraction of the dense bytes remains?]],
      answer = function(f, p) return (2 * p.b + 4) / (4 * p.b) end,
      wrong = {
        {value = function(f, p) return 0.5 end,
          hint = "The indices are missing: two bits for each kept value."},
        {value = function(f, p) return (2 * p.b + 2) / (4 * p.b) end,
          hint = "Two kept values, two bits each: four index bits a group."},
        {value = function(f, p) return (2 * p.b + 8) / (4 * p.b) end,
          hint = "Only the kept values carry an index."},
      },
      worked = [[(2·{{= p.b }} + 2·2) / (4·{{= p.b }}) = {{= 2*p.b + 4 }}/{{= 4*p.b }} =
{{= n((2*p.b+4)/(4*p.b), 4) }}.]]},

    q.num {id = "bound24", unit = "x", vary = {b = {16, 8, 4}},
      ask = [[A decode GEMV bounded by reading its {{= p.b }}-bit weights is converted to 2:4.
What is the largest speed-up?]],
      answer = function(f, p) return 4 * p.b / (2 * p.b + 4) end,
      wrong = {
        {value = function(f, p) return 2 end,
          hint = [[Two is the multiply rate of sparse tensor cores; this kernel is bounded by
bytes.]]},
        {value = function(f, p) return 1 end,
          hint = [[That is unstructured sparsity on a dense kernel; 2:4 does shrink the stored
bytes.]]},
      },
      worked = [[Time goes with bytes: 1/{{= n((2*p.b+4)/(4*p.b), 4) }} =
{{= n(4*p.b/(2*p.b+4), 2) }}. The lab's gold stage sits just below the 16-bit value.]]},

    q.table {id = "formats", unit = "x", rtol = 0.005,
      ask = [[{{= pct(p.d) }} of the values of an fp16 matrix are not zero, without any pattern. What fraction
of the dense
bytes does each format take?]],
      rows = {"bit mask + the non-zero values", "16-bit column index + value for each non-zero",
        "2:4 (if the pattern allowed it)"},
      columns = {"fraction"},
      vary = {d = {.125, .25, .4}},
      answer = function(f, p) return {{p.d + 1 / 16}, {p.d * (16 + 16) / 16},
        {f.r24_16}} end,
      worked = [[The mask costs a bit for each of 16, a sixteenth: {{= n(p.d+1/16, 4) }}. An index as wide as
the value doubles what is kept: {{= n(2*p.d, 3) }}, no saving at all from 50 % on. 2:4 keeps half of the values
whatever they are, and has a kernel.]]},

    q.multi {id = "wanda-row",
      ask = [[One output row has weights (0.5, −2, 1, 0.1); the input channels have norms (4, 0.2,
1, 3). Wanda prunes half of the row. Which positions survive?]],
      options = {"first (0.5)", "second (−2)", "third (1)", "fourth (0.1)"},
      answer = {1, 3},
      worked = [[Scores |w|·‖x‖: 2, 0.4, 1, 0.3. The largest weight sits on an almost silent
channel and goes; magnitude pruning would have kept the second and third.]]},

    q.table {id = "kl", unit = "1", rtol = 0.005,
      ask = [[Teacher p = ({{= n(p.p1, 1) }}, {{= n(1-p.p1, 1) }}), student q =
({{= n(f.q1, 1) }}, {{= n(1-f.q1, 1) }}). Both divergences in nats.]],
      rows = {"forward, KL(p‖q)", "reverse, KL(q‖p)"}, columns = {"nats"},
      vary = {p1 = {.4, .6, .7}},
      answer = function(f, p) return {{f.kl(p.p1, f.q1)}, {f.kl(f.q1, p.p1)}} end,
      worked = [[Forward: Σ p·ln(p/q), dominated by the outcome the student nearly excludes.
Reverse: Σ q·ln(q/p), weighted by the student's own mass, so the same gap costs less. Forward
covers modes, reverse seeks one.]]},

    q.choice {id = "dense-time",
      ask = [[A 50 % unstructured mask is applied to a matrix stored densely in fp16. What changes
in a decode step?]],
      options = {
        "half the bytes are read",
        "half the multiplications are skipped",
        "nothing measurable: the same bytes are read and the same multiplications done",
        "the step slows down because of index decoding"},
      answer = 3,
      worked = [[A zero in a dense array is a stored zero. The lab measures 1.00 on purpose; only
a format that leaves the zeros out, and a kernel that reads it, turns sparsity into time.]]},
  },
}
