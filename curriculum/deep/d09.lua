-- d09: Number Formats, AWQ, GPTQ, SmoothQuant, FP8.

-- A float with E bits of exponent and M of mantissa. What its top exponent is for: "ieee" infinities and NaN, "one" NaN
-- alone and one code of it, "all" numbers.
local function format(E, M, top)
  local bias = 2^(E - 1) - 1
  local most = 2^E - 1 - bias - (top == "ieee" and 1 or 0)
  return {E = E, M = M, bias = bias, max = 2.0^most*(2 - 2.0^-M*(top == "one" and 2 or 1)), min = 2.0^(1 - bias),
          sub = 2.0^(1 - bias - M), u = 2.0^-(M + 1)}
end

-- All parameters of a model whose output head is a matrix of its own.
local function params(m)
  return m.L*(2.0*m.d*m.H*m.hd + 2*m.d*m.Hkv*m.hd + 3*m.d*m.ff + 2*m.d) + 2*m.V*m.d + m.d
end

local function round(x)
  local lo = math.floor(x)
  if x - lo ~= .5 then return math.floor(x + .5) end
  return lo % 2 == 0 and lo or lo + 1
end

-- d09-affine: five weights; step, zero point and largest error of three kinds of codes.
local function affine(top)
  local w, out = {-.90, -.30, .05, .60, top}, {}
  local function worst(step, zero, least, most)
    local e = 0
    for _, v in ipairs(w) do
      local code = math.max(least, math.min(most, round(v/step) + zero))
      e = math.max(e, math.abs((code - zero)*step - v))
    end
    return {step, zero, e}
  end
  local step = (top + .90)/15
  out[1] = worst(step, round(.90/step), 0, 15)
  out[2] = worst(top/7, 0, -7, 7)
  out[3] = worst(top/127, 0, -127, 127)
  return out
end

return deep {
  id = "d09", words = 10600, exercises = 6,
  after = {"d11"},
  labs = {"w05-int8-outliers", "c08-gptq", "w31-fp8-kquant", "w31b-fp8-gemm", "g10-int8-gemm", "c06-floatbits"},
  hours = {read = 4, exercises = 5.5},
  topics = {
    {"S004-C09-T01", at = "#Math/When fewer bits are faster"},
    {"S004-C09-T02", at = "#Math/A format from three numbers"},
    {"S004-C09-T03", at = "w05-int8-outliers#Math/Affine codes"},
    {"S004-C09-T04", at = "#Math/What a group costs and brings"},
    {"S004-C09-T05", at = "w05-int8-outliers#Math/What reaches the output"},
    {"S004-C09-T06", at = "w05-int8-outliers#Math/Scaling a channel"},
    {"S004-C09-T07", at = "c08-gptq#Math"},
    {"S004-C09-T08", at = "#Math/Why SmoothQuant's exponents"},
    {"S004-C09-T09", at = "#Mechanism/When is a scale found"},
    {"S004-C09-T10", at = "#Mechanism/FP8 in a server"},
    {"S004-C09-T11", at = "g10-int8-gemm#Mechanism/Four bits for few tokens"},
    {"S004-C09-T12", at = "w05-int8-outliers#Mechanism/Outlier channels"},
    {"S004-C09-T13", at = "#Mechanism/Calibration"},
    {"S004-C09-T14", at = "#Mechanism/Before it ships"},
  },
  readings = {
    {"llmint8", hours = 1, look_for = "figure 3: at which size of model the outlier channels become systematic"},
    {"gptq", hours = 1.5, look_for = "section 3: which of its steps change the result, and which only the speed"},
    {"awq", hours = 1, look_for = "table 2: what protecting 1 % by activation brings, and by weight"},
    {"smoothquant", hours = 1, look_for = "which values of α suit which model, and why there are two sides"},
    {"fp8formats", hours = 1, look_for = "table 1: what the two formats do with their top exponent"},
    {"tefp8", hours = 1, look_for = "the recipe's numbers: what happens at a jump"},
    {"marlin", hours = 1.5, look_for = "the plot over batch sizes: where it ends to be flat"},
    {"whichq", hours = 1.5, look_for = "the columns that are not perplexity"},
    {"quipsharp", hours = 1.5, look_for = "what incoherence is, as an inequality"},
  },
  sources = {"OCP Microscaling Formats (MX) specification 1.0, 2023: blocks of 32 with an 8-bit exponent",
             "NVIDIA, TransformerEngine documentation: NVFP4, blocks of 16 with a scale in E4M3",
             "OpenAI, gpt-oss model card, 2025-08: expert weights in MXFP4",
             "meta-llama/Meta-Llama-3-70B, config.json: bfloat16 weights",
             "Kurtic and others, neuralmagic.com, How Well Do Quantized Models Handle Long-Context Tasks?, 2025-02",
             "Mekala and others, Does quantization affect models' performance on long-context tasks?, arXiv 2505.20276",
             "Liu and others, KIVI, ICML 2024: keys by channel, values by token"},
  ephemeral = {{"Which libraries run which format, and how fast", as_of = "2026-11"},
               {"TransformerEngine's recipes", as_of = "2026-11"}},
  disputed = {
    {id = "awq", says = {
      {[[scales found from activations beat plain rounding and older methods on language modelling, common sense and
         domain tasks, without fitting themselves to the calibration texts]], source = "Lin and others, AWQ, abstract"},
      {[[on a small model without outlier channels the same scales cost a little, and with planted outliers they take
         most of the damage away]], source = "measured in lab w05-int8-outliers with microlm, 2026-11"}}},
    {id = "long", says = {
      {[[models of 4 and 8 bits keep 99 % and more of their accuracy from 4K to 64K tokens, and INT4 has limits at
         128K]], source = "Neural Magic, 2025-02, on RULER"},
      {[[8 bits lose 0.8 % on average, 4 bits up to 59 % on inputs of 64K and more, depending on method, model and
         task]], source = "Mekala and others, 2025, arXiv 2505.20276"}}},
  },
  typed = {{"4.13 to 4.25 bits", source = "Deep Dives: Self-Contained Reference Chapters, C09; the table derives it"}},
  class = {"d09-affine", "d09-slow-int8"},
  facts = function(hw, models)
    local h = hw.h100
    local f = {m = models.llama3_70b, affine = affine, ridge = h.ridge, round = round}
    f.N = params(f.m)
    f.size = function(bits) return f.N*bits/8 end
    f.small = models.llama3_8b
    local kept = 2.0*(2*f.small.V*f.small.d + (2*f.small.L + 1)*f.small.d)  -- bytes of embedding, head and norms
    f.stay = kept/(kept + (params(f.small) - kept/2)*4.25/8)
    f.kv = 2*f.m.L*f.m.Hkv*f.m.hd                                         -- numbers a token
    f.fp32, f.bf16, f.fp16 = format(8, 23, "ieee"), format(8, 7, "ieee"), format(5, 10, "ieee")
    f.e5m2, f.e4m3, f.e2m1 = format(5, 2, "ieee"), format(4, 3, "one"), format(2, 1, "all")
    f.g = function(x) return ("%.3g"):format(x) end
    -- bits a weight: 4, and what a group of g shares
    f.bits = function(g, shared) return 4 + shared/g end
    -- rms error over rms value of numbers spread evenly over a binade's logarithms, and of int8 with largest t sigma
    f.float_rms = function(M) return 2.0^-M/math.sqrt(12)*math.sqrt(.375/math.log(2)) end
    f.int_rms = function(t, bits) return t/(2.0^(bits - 1) - 1)/math.sqrt(12) end
    f.even = f.float_rms(3)*127*math.sqrt(12)
    f.cross = 127*2*f.e4m3.u                                              -- t/x from which E4M3's worst error is less
    -- speed of a product with m rows, by weight bytes or 16-bit arithmetic, against 16-bit weights
    f.gain = function(m, bits)
      local work = 2*m/h.bf16
      return math.max(work, 2/h.bw)/math.max(work, bits/8/h.bw)
    end
    f.rows = function(bits) return h.bf16*bits/16/h.bw end
    -- the worked example: two weights, two activations, a grid with the step .1
    local w, x, step = {.70, .24}, {1, 20}, .1
    f.two = {w = w, x = x, step = step, y = w[1]*x[1] + w[2]*x[2]}
    f.two.near = function(s) return round(w[2]*s/step)*step/s end
    f.two.cost = function(s) return math.abs(f.two.near(s) - w[2])*x[2] end
    -- a step of decoding on eight cards: b sequences of S tokens
    f.step = {b = 64, S = 4096, cards = 8}
    f.step.cache = function(bits) return f.step.b*f.step.S*f.kv*bits/8 end
    f.step.ms = function(weights, cache)
      return (f.size(weights) + f.step.cache(cache))/(f.step.cards*h.bw)*1e3
    end
    -- SmoothQuant: largest of three channels, activations and weights
    f.ab = {{60, .2}, {2, .5}, {1, .4}}
    f.smooth = function(k, alpha) return f.ab[k][1]^alpha/f.ab[k][2]^(1 - alpha) end
    f.sides = function(alpha)
      local a, b = 0, 0
      for k, c in ipairs(f.ab) do
        local s = alpha and f.smooth(k, alpha) or 1
        a, b = math.max(a, c[1]/s), math.max(b, c[2]*s)
      end
      return a, b
    end
    -- a comparison of two models: deviation of a token's loss, of the difference, and how many tokens
    f.eval = {sd = 2.5, diff = .2, n = 2^18}
    -- d09-slow-int8: a 4096 x 4096 layer at 16 rows, seconds
    f.side, f.extra = 4096, 3.3e-6
    f.wide, f.narrow = 2*f.side^2/h.bw, f.side^2/h.bw
    return f
  end,

  questions = {
    q.num{id = "d09-w4", unit = "x", rtol = .01, seed = "S004-C09-EX",
      ask = [[A product of a large weight matrix with {{= p.m}} rows of 16-bit activations on an H100. Its time is
        that of the weights' bytes or of 16-bit arithmetic, whichever is longer. Now the weights have 4 bits, with a
        16-bit scale and a 16-bit zero point for each 128, and are expanded in the kernel for free. How many times as
        fast is it as with 16-bit weights? (989.4 TFLOP/s, 3.35 TB/s.)]],
      vary = {m = {16, 128, 512}},
      answer = function(f, p) return f.gain(p.m, 4.25) end,
      wrong = {{value = function() return 4 end, hint = "Scales and zero points are bytes, too."},
               {value = function(f) return f.gain(1, 4.25) end,
                hint = "Are both still bound by bytes at {{= p.m}} rows? Work out the time of the arithmetic."},
               {value = function(f, p) return f.gain(p.m, 4.125) end, hint = "4.125 bits: and the zero point?"}},
      hint = "For each of the two: bytes of a weight over the bandwidth, against 2m FLOP a weight over the rate.",
      worked = [[A weight takes 2·{{= p.m}} FLOP, {{= n(2*p.m/hw.h100.bf16*1e15, 1)}} fs, in either case. Its bytes
        are 2, {{= n(2/hw.h100.bw*1e15, 1)}} fs, or (4 + 32/128)/8 = 0.53125, {{= n(.53125/hw.h100.bw*1e15, 1)}} fs.
        The longer of each pair: {{= n(math.max(2*p.m/hw.h100.bf16, 2/hw.h100.bw)*1e15, 1)}} over {{=
        n(math.max(2*p.m/hw.h100.bf16, .53125/hw.h100.bw)*1e15, 1)}} is {{= n(f.gain(p.m, 4.25), 3)}}. Up to {{=
        n(f.rows(4.25), 0)}} rows the gain is {{= n(f.gain(1, 4.25), 2)}}, from {{= n(f.rows(16), 0)}} on it is
        nothing: four-bit weights are a tool for decoding, and a good kernel for them ends at the ridge.]]},

    q.table{id = "d09-affine", units = {"1", "1", "1"}, exact = {2}, rtol = .01, seed = "S004-C09-EX",
      ask = [[Five weights: −0.90, −0.30, 0.05, 0.60, {{= n(p.top, 2)}}. Codes of three kinds: asymmetric with 4 bits
        on [least, largest], with a whole zero point z, so that code c stands for step·(c − z); symmetric with 4 bits,
        −7 to 7; symmetric with 8 bits, −127 to 127. For each: the step, the zero point, and the largest error over
        these five weights, rounded to nearest.]],
      vary = {top = {1.35, 1.50}},
      rows = {"asymmetric, 4 bits", "symmetric, 4 bits", "symmetric, 8 bits"},
      columns = {"step", "zero point", "largest error"},
      answer = function(f, p) return f.affine(p.top) end,
      wrong = {{cell = {1, 1}, value = function(_, p) return (p.top + .9)/16 end,
                hint = "Sixteen codes have fifteen steps."},
               {cell = {2, 1}, value = function(_, p) return 2*p.top/15 end, hint = "Seven steps on each side."},
               {cell = {2, 3}, value = function(_, p) return p.top/14 end,
                hint = "Half a step is the bound, not what happens here."},
               {cell = {3, 3}, value = function(_, p) return p.top/254 end,
                hint = "Half a step is the bound, not what happens here."}},
      hint = "Step first, then each weight over it, rounded; the error is what is left.",
      worked = [[Asymmetric: ({{= n(p.top, 2)}} + 0.90)/15 = {{= n(f.affine(p.top)[1][1], 4)}}, z = 0.90/step,
        rounded: {{= f.affine(p.top)[1][2]}}, largest error {{= n(f.affine(p.top)[1][3], 4)}}. Symmetric: {{= n(p.top,
        2)}}/7 = {{= n(f.affine(p.top)[2][1], 5)}}, and the largest error {{= n(f.affine(p.top)[2][3], 5)}}; with 8
        bits {{= n(p.top, 2)}}/127 = {{= n(f.affine(p.top)[3][1], 6)}} and {{= n(f.affine(p.top)[3][3], 6)}}. The
        asymmetric grid is finer because the group is not centred: symmetric codes leave those below −0.90 unused.
        With 8 bits nobody would pay a zero point for that.]]},

    q.order{id = "d09-obs", seed = "S004-C09-EX",
      ask = [[From Optimal Brain Surgeon to GPTQ: put the steps in their order.]],
      items = {"Expand the layer's loss to second order; the gradient is near zero, and H = 2XXᵀ.",
               "Demand that weight q lands on its grid point.",
               "Write the Lagrangian: the quadratic form and that one constraint.",
               "Stationarity: the change δ is a multiple of H⁻¹e_q.",
               "The constraint fixes the multiple: δ = −(w_q − ŵ_q)/[H⁻¹]_qq · H⁻¹e_q.",
               "Remove q from H⁻¹ by one elimination step, so that it is not moved again.",
               "H is the same for all rows, so all may use one order of columns.",
               "A Cholesky factor of H⁻¹ has all the rows that are needed, beforehand.",
               "Defer changes beyond a block of 128 columns, and make them as one product."},
      same = {{1, 2}, {6, 7}},
      wrong = {{before = {8, 6}, hint = "It replaces repeated elimination: of what?"},
               {before = {9, 7}, hint = "Blocks presuppose one order."},
               {before = {5, 4}, hint = "A multiple of what?"}},
      worked = [[The loss of a layer is δHδᵀ/2 exactly, since the gradient at the trained weights is taken as zero.
        One constraint, e_qᵀδ = −(w_q − ŵ_q), one multiplier λ: Hδ = −λe_q, so δ is along H⁻¹e_q, and the constraint
        gives λ. That is Optimal Brain Surgeon with a grid point in place of a zero. For the next weight, q must be
        out of H⁻¹: one elimination step, a row at a time and for each row of W its own, as long as rows choose their
        own order. GPTQ gives all rows the same order. Then these eliminations are the same for all, and a Cholesky
        factorisation does them in advance. The last step changes no result, only the traffic.]]},

    q.diagnose{id = "d09-slow-int8", source = "made",
      from = "an H100's bandwidth; 3.3 µs for a small kernel is assumed", seed = "S004-C09-EX",
      ask = [[A layer of {{= n(f.side)}} × {{= n(f.side)}} with 16 rows, in int8 for weights and activations with a
        split for outlier channels. It is slower than in fp16. What is the cause, which lines show it, and what would
        you change?]],
      title = "one layer, 16 rows, {{= n((f.narrow + 3*f.extra)*1e6, 1)}} µs against {{= n(f.wide*1e6, 1)}}",
      lines = {
        {"fp16: one kernel, {{= n(f.wide*1e6, 1)}} µs", role = "neutral"},
        {"int8: four kernels", role = "for"},
        {"the int8 product itself: {{= n(f.narrow*1e6, 1)}} µs", role = "against",
         hint = "Half of fp16's time: the product does what it should."},
        {"row maxima and quantising: {{= n(f.extra*1e6, 1)}} µs", role = "for"},
        {"outlier columns in fp16: {{= n(f.extra*1e6, 1)}} µs", role = "for"},
        {"dequantise and add: {{= n(f.extra*1e6, 1)}} µs", role = "for"},
        {"tensor pipe during the product: 2 %", role = "neutral"},
        {"DRAM during the product: 100 % of 3.35 TB/s", role = "against", hint = "The product is at its roof."},
      },
      claims = {"int8 tensor cores are not used", "three small kernels cost more than the saved weight bytes bring",
                "the product is badly tiled", "memory is slow"},
      claim = 2,
      fixes = {"quantise in the kernel before, dequantise in the epilogue (or quantise weights alone)", "larger tiles",
               "activations of 4 bits", "fewer SMs for the product"},
      fix = 1, need = 2,
      hints = {claim = {[1] = "At 16 rows nothing needs them: line 8.", [3] = "Line 8: it is at the roof.",
                        [4] = "Line 8: it delivers all that it can, and fp16 has the same memory."},
               fix = {[2] = "The product is at its roof already.",
                      [3] = "The same three kernels, with less in them. They cost their launch, not their bytes.",
                      [4] = "It would leave the roof, and the other three would stay as they are."}},
      worked = [[Int8 saves {{= n((f.wide - f.narrow)*1e6, 1)}} µs of weight bytes. The three kernels beside it cost
        3·{{= n(f.extra*1e6, 1)}} = {{= n(3*f.extra*1e6, 1)}}: together {{= n((f.narrow + 3*f.extra)*1e6, 1)}} µs
        against {{= n(f.wide*1e6, 1)}}. Activations of 16 rows are {{= kib(2*16*f.side, 0)}}: their bytes are nothing,
        launches are all. A norm before the layer has the row in registers and can write codes; the epilogue has the
        sums and can scale them. Bytes saved must exceed launches added.]]},

    q.build{id = "d09-smooth", lab = "w05-int8-outliers", drill = "smooth", seed = "S004-C09-EX",
      ask = [[Write SmoothQuant's scaling of a layer: s_j = max|X_j|^α/max|W_j|^(1 − α) for each channel, X/s and s·W in
        place. What is s of a channel that is zero in one of the two? In which order do you read the matrices, if both
        lie row by row?]],
      worked = [[Two passes by rows. The first keeps k maxima at a time, so that each line is used whole; a walk down
        each column would bring {{= 64//4}} times as many lines. A channel that is zero on either side adds nothing to
        the product: s = 1 leaves it alone, where the formula would divide by zero. On the drill's matrices, one channel
        of 128 sixty times as large and one step for all activations, α = 1/2 leaves 14 to 21 % of the error, over sixty
        seeds of the reference, and 3/4 leaves 20 to 27 %. The product is what it was: the difficulty moved, from the
        side with one step to the side with one for each row. `ridge solution w05-int8-outliers --drill smooth` shows
        the reference.]]},

    q.text{id = "d09-eval", min_words = 65, seed = "S004-C09-EX",
      ask = [[You are shown: "int4, perplexity 5.47 → 5.51, no loss". Say what this does not tell, what you would run
        before shipping, and what would make you reject it. About 110 words.]],
      worked = [[Same tokeniser, same context length, same stride? Otherwise the two figures are of two measures. On
        how many tokens, and is the difference larger than its own error? Paired by document it can be told; two
        separate means of that size cannot. Were calibration and evaluation texts apart? A mean over easy tokens hides
        where it breaks: I would run long contexts, code, the languages of our users, and the tasks that we sell, each
        against the 16-bit model on the same prompts. Speed at the batch that we serve, as four bits may bring nothing
        there. KV cache and activations are other decisions, judged by themselves. Written before the run: rejected if
        any task loses more than one point beyond its interval, or if the batch we serve gains less than 1.3×.]],
      rubric = {"same tokeniser, context length and stride",
                "a confidence interval or a paired comparison",
                "tasks that a mean perplexity hides (long context, code, rare languages)",
                "calibration texts kept apart from the evaluation",
                "speed at the batch that is served",
                "KV cache or activations judged apart from the weights",
                "a threshold for rejecting, written before"}},
  },
}
