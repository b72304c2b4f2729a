-- d11: Floating Point and Training Stability.

-- A format of E exponent and M mantissa bits. `top` is what its last exponent is spent on: "ieee" infinities and NaN,
-- "nan" one NaN a sign, "none" numbers only.
local function format(E, M, top)
  local f = {E = E, M = M, bias = math.tointeger(2^(E - 1)) - 1}
  local last = math.tointeger(2^E) - 1 - f.bias -- the exponent of the topmost field
  local digits = 2 - 2.0^-M
  if top == "ieee" then last = last - 1 elseif top == "nan" then digits = digits - 2.0^-M end
  f.max, f.min, f.sub = digits*2.0^last, 2.0^(1 - f.bias), 2.0^(1 - f.bias - M)
  f.u, f.integers, f.binades = 2.0^-(M + 1), 2^(M + 1), last - (1 - f.bias) + 1
  return f
end

-- P(|z| > t) of a normal z: the series of erf, which converges for all t that are asked here.
local function tail(t)
  local x = t/math.sqrt(2)
  local term, sum, n = x, x, 0
  repeat
    n = n + 1
    term = -term*x*x/n
    sum = sum + term/(2*n + 1)
  until math.abs(term) < 1e-18 or n > 400
  return 1 - 2/math.sqrt(math.pi)*sum
end

return deep {
  id = "d11", words = 8600, exercises = 6,
  after = {}, labs = {"c06-floatbits", "c07-summation", "w08b-mixed-precision", "w31-fp8-kquant"},
  hours = {read = 3.5, exercises = 5.5},
  topics = {
    {"S004-C11-T01", at = "c06-floatbits#Mechanism"},
    {"S004-C11-T02", at = "c06-floatbits#Numbers/Formats side by side"},
    {"S004-C11-T03", at = "c07-summation#Mechanism/What precision where"},
    {"S004-C11-T04", at = "w08b-mixed-precision#Mechanism/The recipe"},
    {"S004-C11-T05", at = "w08b-mixed-precision#Math/What a scale does"},
    {"S004-C11-T06", at = "w08b-mixed-precision#Mechanism/The recipe"},
    {"S004-C11-T07", at = "#Mechanism/Scaling eight bits"},
    {"S004-C11-T08", at = "c06-floatbits#Mechanism"},
    {"S004-C11-T09", at = "#Numbers/The worked example: one weight, a thousand steps"},
    {"S004-C11-T10", at = "#Math/How many digits a subtraction leaves"},
    {"S004-C11-T11", at = "c07-summation#Mechanism/Soft caps and z-loss"},
    {"S004-C11-T12", at = "#Mechanism/Infinities and NaN"},
    {"S004-C11-T13", at = "#Mechanism/The price of the same bits"},
  },
  readings = {
    {"goldberg91", hours = 2, look_for = [[the guard digit, the theorem that a subtraction of near numbers is exact, and
      which of the standard's choices are for proofs and which for people]]},
    {"higham", hours = 2, look_for = [[chapter 4: the bound for a sum by the depth of its tree, and where compensation
      stops helping]]},
    {"mixedprec", hours = 1, look_for = "the histogram of gradients, and which of three techniques is for which loss"},
    {"nvmp", hours = .5, look_for = "the place of unscaling and clipping in the step"},
    {"fp8formats", hours = 1, look_for = "why E4M3 gives up infinities, and which tensor gets which format"},
    {"tefp8", hours = .5, look_for = "what the history of the amax is for, and what the margin does"},
  },
  sources = {"OCP Microscaling Formats (MX) Specification 1.0, 2023: element formats, the shared scale, its conversion",
             "CUDA Math API: fmaxf returns the numeric argument when the other is NaN"},
  ephemeral = {{"Which recipe of FP8 scaling training libraries take by default", as_of = "2026-11"},
               {"Training wholly in four bits", as_of = "2026-11"}},
  disputed = {
    {id = "delayed", says = {
      {"delayed scaling is the recipe for FP8 training with one scale a tensor",
       source = "NVIDIA, TransformerEngine FP8 primer"},
      {"scales are computed online for each tile and block, which is more accurate and simpler",
       source = "DeepSeek-V3 technical report, arXiv 2412.19437, section 3.3"}}},
    {id = "determinism", says = {
      {"deterministic operations are often slower", source = "PyTorch documentation, Reproducibility"},
      {"a fixed tree over blocks adds as many numbers and reads as many bytes",
       source = "counted in lab c07-summation"}}},
  },
  typed = {{"Two numbers around 1,000 with seven good digits", source = "an example"}},
  class = {"d11-saturate", "d11-mx"},
  facts = function(hw)
    local f = {tail = tail, g = function(x) return ("%.3g"):format(x) end}
    f.bf16, f.fp16, f.fp32 = format(8, 7, "ieee"), format(5, 10, "ieee"), format(8, 23, "ieee")
    f.e4m3 = format(4, 3, "nan")
    f.mx = {format(3, 2, "none"), format(2, 3, "none"), format(2, 1, "none")}
    f.binades = {e4m3 = f.e4m3.binades, fp16 = f.fp16.binades}
    f.gain = hw.h100.fp8/hw.h100.fp32
    f.kappa = math.log(2000, 10)
    f.deepest = {fp32 = 150*math.log(2), fp16 = 25*math.log(2), e4m3 = 10*math.log(2)}
    f.vocab, f.r, f.amax = 128256, 1.5, 310
    f.w, f.lr, f.steps, f.params = .02, 1e-5, 1000, 70e9
    f.step = 2.0^-13
    f.p = f.lr/f.step
    f.spike = {310, 820, 2100}
    f.stuck = {100*tail(4.5*310/820), 100*tail(4.5*820/2100)}
    f.spread = math.sqrt(f.steps*f.p*(1 - f.p))
    return f
  end,

  questions = {
    q.num{id = "d11-saturate", unit = "%", rtol = .01, seed = "S004-C11-EX",
      ask = [[Delayed scaling: a tensor's values are normal, and last step's largest, 4.5 standard deviations, was
        mapped to 448. In this step the deviation is {{= p.r}} times as large, and the scale is still the old one. Which
        share of the values saturates in E4M3?]],
      vary = {r = {2, 3, 4}},
      answer = function(f, p) return 100*f.tail(4.5/p.r) end,
      wrong = {{value = function(f, p) return 50*f.tail(4.5/p.r) end, hint = "Both tails."},
               {value = function(f) return 100*f.tail(4.5) end,
                hint = "Growth makes the limit fewer deviations away, not the same."},
               {value = function(_, p) return 100*(1 - 1/p.r) end,
                hint = "That is a share of the range; the values are not spread evenly over it."}},
      hint = "How many of the new deviations is the limit away?",
      worked = [[The limit is at 4.5/{{= p.r}} = {{= n(4.5/p.r, 3)}} deviations of the new distribution. Beyond
        it, on both sides, lie erfc({{= n(4.5/p.r, 3)}}/√2) = {{= n(100*f.tail(4.5/p.r), 2)}} %. One stale step is
        dear, and the faster the tensor grows the more so: hence margins, and current scaling.]]},
    q.table{id = "d11-mx", units = {"1", "1", "1", "1", "bit"}, rtol = 1e-6, seed = "S004-C11-EX",
      ask = [[Elements of OCP's microscaling kind, in blocks of {{= p.k}} with a power of two in 8 bits as their common
        scale. These formats have neither infinities nor NaN. Write the last column with the scale's share.]],
      vary = {k = {16, 32, 64}},
      rows = {"E3M2", "E2M3", "E2M1"},
      columns = {"bias", "largest", "smallest normal", "smallest subnormal", "bits an element"},
      answer = function(f, p)
        local out = {}
        for k, t in ipairs(f.mx) do out[k] = {t.bias, t.max, t.min, t.sub, 1 + t.E + t.M + 8/p.k} end
        return out
      end,
      wrong = {{cell = {1, 2}, value = function() return 14 end, hint = "The top exponent is used for numbers here."},
               {cell = {2, 2}, value = function() return 3.75 end, hint = "The top exponent is used for numbers here."},
               {cell = {3, 2}, value = function() return 3 end, hint = "The top exponent is used for numbers here."},
               {cell = {2, 4}, value = function() return .25 end, hint = "Three fraction bits below 2^0."},
               {cell = {1, 5}, value = function() return 6 end, hint = "And the scale?"},
               {cell = {2, 5}, value = function() return 6 end, hint = "And the scale?"},
               {cell = {3, 5}, value = function() return 4 end, hint = "And the scale?"}},
      hint = "The bias is 2^(E-1) - 1; the largest number has all ones in exponent and mantissa.",
      worked = [[E3M2: bias {{= f.mx[1].bias}}, largest (2 − 2^−2)·2^(7 − 3) = {{= n(f.mx[1].max)}}, smallest
        normal 2^(1 − 3) = {{= f.mx[1].min}}, subnormal a quarter of it, {{= f.mx[1].sub}}; 6 + 8/{{= p.k}} = {{=
        6 + 8/p.k}} bits. E2M3: bias 1, {{= f.mx[2].max}}, {{= f.mx[2].min}}, {{= f.mx[2].sub}}, {{= 6 + 8/p.k}}
        bits. E2M1: bias 1, {{= n(f.mx[3].max)}}, {{= f.mx[3].min}}, {{= f.mx[3].sub}}, {{= 4 + 8/p.k}} bits. All
        of it follows from E, M, the bias and what the top exponent is for.]]},
    q.expr{id = "d11-two-level", unit = "1", seed = "S004-C11-EX",
      ask = [[n numbers, n a square, are cut in √n blocks of √n. Each block is summed plainly, from left to right;
        then the block sums are, too. With unit roundoff u the error is, to first order, at most c·Σ|x|. Which c?]],
      vars = {n = {4, 1e6, log = true, grow = true}, u = {1e-8, 1e-3, log = true}},
      answer = "2*(sqrt(n)-1)*u",
      wrong = {{expr = "(n-1)*u", hint = "That is one long chain."},
               {expr = "2*sqrt(n)*u", hint = "k numbers need k − 1 additions."},
               {expr = "(sqrt(n)-1)*u", hint = "There are two levels."}},
      hint = "How many additions does the first element pass?",
      worked = [[An element passes √n − 1 additions in its block and √n − 1 among the block sums, so c = 2(√n −
        1)u. For n = 2^20 that is {{= n(2*(2^10 - 1))}} u, where a plain chain has {{= n(2^20 - 1)}} u and a tree
        20 u. Two levels, which a block of threads and a grid of blocks have anyway, are most of the way from the
        chain to the tree: this is why a GPU's reduction is more accurate than a loop.]]},
    q.diagnose{id = "d11-spike", source = "made", from = "the growth and the shares of d11-saturate",
      seed = "S004-C11-EX",
      ask = [[A model is trained in FP8, one delayed scale a tensor with a history of one step. At step 18,400 the loss
        spikes. What happened, which lines show it, and what would you change first?]],
      title = "steps 18,398 to 18,400",
      lines = {
        {"layer 29, the MLP's input, amax in three steps: {{= f.spike[1] }}, {{= f.spike[2] }}, {{= f.spike[3] }}",
         role = "for"},
        {"scale in use: 448 over the amax of the step before", role = "for"},
        {"values at ±448 after scaling: {{= n(f.stuck[1], 1) }} %, then {{= n(f.stuck[2], 1) }} %", role = "for"},
        {"the same step from the checkpoint in BF16: no spike", role = "for"},
        {"NaN or Inf in any tensor: none", role = "neutral"},
        {"the same batch in another run, at another step: no spike", role = "against",
         hint = "If the batch were to blame, it would do harm there as well."},
        {"loss scale: none in use", role = "against",
         hint = "There is no loss scale that could be wrong, and nothing here underflowed."},
        {"gradient norm in the step before: 0.9, as ever", role = "neutral"},
      },
      claims = {"bad data in this batch", "gradients that underflow", "activations that outgrew a stale scale",
                "a learning rate that is too high"},
      claim = 3,
      fixes = {"current or block scaling for this tensor, or a margin", "skip the batch", "add a loss scale",
               "halve the learning rate"},
      fix = 1, need = 2,
      hints = {claim = {[1] = "Line 6: the same batch did no harm in another run.",
                        [2] = "Line 4: look at what BF16 changes. It has more range upwards as well as downwards.",
                        [4] = "Line 4: the same rate is fine in BF16."},
               fix = {[2] = "The next batch meets the same tensor.",
                      [3] = "Gradients did not underflow; activations overflowed.",
                      [4] = "Line 4: the same rate is fine in BF16."}},
      worked = [[The amax grows by {{= n(f.spike[2]/f.spike[1], 2) }} and {{= n(f.spike[3]/f.spike[2], 2) }} in two
        steps, and the scale is a step behind. With the limit at 4.5 old deviations that is {{= n(f.stuck[1], 1) }} %
        and {{= n(f.stuck[2], 1) }} % of the values standing at the limit: saturated, which raises no NaN. BF16 has no
        such limit, so the same step is clean there. Numbers first, data second.]]},
    q.build{id = "d11-mxfp4", lab = "c06-floatbits", drill = "mxfp4", seed = "S004-C11-EX",
      ask = [[Write the codec of a block format from end to end: MXFP4, 32 elements of E2M1 with one power of two. The
        scale is 2^(⌊log2 amax⌋ − 2); codes are rounded to the nearest, ties to even, and saturate; a second encoder
        rounds by given dice. What is a block of zeros, of subnormals, with a NaN?]],
      worked = [[The byte of the scale is amax's exponent field less 2, since both biases are 127, and not below 0. An
        element is one shift: it keeps two bits of its significand, and one fewer for each binade below 1, so that a
        carry is the next code and saturation a minimum. The largest element lies between 4 and 8 at its scale: what
        lies above 6 saturates, which is the price of a scale that is a power of two. `ridge solution c06-floatbits
        --drill mxfp4` shows the reference.]]},
    q.text{id = "d11-bits", min_words = 60, seed = "S004-C11-EX",
      ask = [[The same training script gives other losses in the fourth digit on two runs. List the causes in the
        order in which you would test them, and say which you would leave alone. About 100 words.]],
      worked = [[Cheap tests first. Seeds and the order of the data: log a hash of the first batches. Then a
        single step from one checkpoint, twice, on one GPU: if it differs, atomics or an algorithm that was chosen
        by timing. Then two ranks against two ranks: the order of a collective. Dropout's counters under a
        compiler. What I would leave alone: another number of ranks, where the tree is another one, unless a
        bisection needs it. Addition is not associative, but the same order gives the same bits, and the same
        order has a price that can be named.]],
      rubric = {"seeds and the order of data come first",
                "atomics or split reductions whose order varies",
                "the choice of an algorithm by autotuning",
                "the order in collectives, and the number of ranks",
                "dropout's counters under compilation",
                "cheap tests come before dear ones",
                "floating-point addition is not associative, but the same order gives the same bits",
                "names a cost of determinism"}},
  },
}
