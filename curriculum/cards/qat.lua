return card {
  seeds = {"S003-W05-C1"},
  sources = {
    "Jacob et al.: *Quantization and Training of Neural Networks for Efficient Integer-Arithmetic-Only " ..
        "Inference*. CVPR 2018, arXiv:1712.05877",
    "Bengio, Léonard, Courville: *Estimating or Propagating Gradients Through Stochastic Neurons for " ..
        "Conditional Computation*. 2013, arXiv:1308.3432",
    "Liu et al.: *LLM-QAT: Data-Free Quantization Aware Training for Large Language Models*. 2023, arXiv:2305.17888",
  },
  facts = function()
    local bits = 4
    return {bits = bits, step = 2/(2^bits - 1), lr = 1e-4, serve = bits/8,
            adam = 4 + 4 + 4 + 2 + 2} -- master, two moments, 16-bit weight and gradient
  end,
  questions = {
    q.choice{id = "ste", seed = "S003-W05-C1",
      ask = "What does the straight-through estimator do in the backward pass?",
      options = {"It differentiates the rounding exactly.", "It lets the gradient through as if nothing had " ..
          "been rounded.",
                 "It adds noise of the size of one step.", "It rounds the gradient as well."},
      answer = 2,
      wrong = {{value = 1, hint = "Exactly, the derivative is zero almost everywhere. What would then be learned?"},
               {value = 3, hint = "That is another technique; here the forward pass rounds, without noise."},
               {value = 4, hint = "Nothing forces that; the gradient stays in floating point."}},
      worked = "Identity inside the range, zero outside. Biased, and good enough."},

    q.num{id = "steps", unit = "1", rtol = .01,
      ask = [[{{= p.bits}} bits cover −1 to 1 with equal steps. Updates are {{= n(p.u,6)}} each, all in one
        direction. How many does it take to move a weight by one whole step?]],
      vary = {bits = {3, 4, 5}, u = {1e-4, 2e-4}},
      answer = function(f, p) return 2/(2^p.bits - 1)/p.u end,
      wrong = {{value = function(f, p) return 2/2^p.bits/p.u end,
                hint = "2^b codes have 2^b − 1 steps between them."}},
      worked = [[A step is 2/(2^{{= p.bits}} − 1) = {{= n(2/(2^p.bits-1),4)}}; divided by {{= n(p.u,6)}}
        that is {{= n(2/(2^p.bits-1)/p.u,0)}}. Stored on the grid, every one of them would have been
        rounded away.]]},

    q.choice{id = "when", seed = "S003-W05-C1",
      ask = "An 8-billion-weight model is to be served with int8 weights, and its training data is not yours. " ..
          "Which first?",
      options = {"quantisation-aware training on text it generates", "rounding afterwards, with calibration",
                 "training a smaller model"},
      answer = 2,
      wrong = {{value = 1, hint = "Possible; but what is left to repair at eight bits?"},
               {value = 3, hint = "Try the cheapest thing first, and measure."}},
      worked = "At eight bits rounding afterwards loses almost nothing and takes minutes. QAT is for the " ..
          "formats that hurt."},
  },
}
