return card {
  seeds = {"S004-C10-T14"},
  readings = {{"specdec"}, {"medusa"}, {"eagle"}, {"eagle2"}},
  sources = {
    "Gloeckle et al.: *Better & Faster Large Language Models via Multi-token Prediction*. 2024, arXiv:2404.19737",
    "Fu et al.: *Break the Sequential Dependency of LLM Inference Using Lookahead Decoding*. 2024, arXiv:2402.02057",
    "Chen et al.: *MagicDec: Breaking the Latency-Throughput Tradeoff for Long Context Generation with " ..
        "Speculative Decoding*. 2024, arXiv:2408.11049",
  },
  ephemeral = {{"Which of these is research and which is in production", as_of = "2026-01"}},
  facts = function() return {nodes = 16, batch = 8} end,
  questions = {
    q.num{id = "nodes", unit = "1", rtol = .02, seed = "S004-C10-T14",
      ask = [[A bf16 weight matrix does one FLOP per byte for each position in the pass. At batch {{= p.b}}
        on an H100, how many tree nodes a request reach the ridge, {{= n(hw.h100.ridge,0)}}?]],
      vary = {b = {4, 8, 16}},
      answer = function(f, p, hw) return hw.h100.ridge/p.b end,
      wrong = {{value = function(f, p, hw) return hw.h100.ridge end,
                hint = "Every request of the batch brings its own tree."}},
      worked = [[A position does 2 FLOP for each weight of 2 bytes: 1 FLOP/B. So {{= n(hw.h100.ridge,0)}}
        positions reach it, {{= n(hw.h100.ridge/p.b,1)}} for each of {{= p.b}} requests.]]},

    q.choice{id = "typical", seed = "S004-C10-T14",
      ask = [[A scheme accepts a drafted token whenever the target finds it "typical". What has been given up?]],
      options = {"speed", "the target's distribution", "determinism at temperature 0"},
      answer = 2,
      wrong = {{value = 1, hint = "It accepts more, not less."},
               {value = 3, hint = "That can be kept. What about sampling?"}},
      worked = "The proof needs acceptance with min(1, p/q) and the residual. Another rule samples from another " ..
          "model."},

    q.choice{id = "baseline",
      ask = "A paper reports 3× at batch 1 over a library's plain generation loop. What do you look for first?",
      options = {"the authors' affiliation", "the same at the batch that you serve, over a baseline with the " ..
          "usual engineering",
                 "the number of parameters of the draft"},
      answer = 2,
      wrong = {{value = 1, hint = "It does not change the arithmetic."},
               {value = 3, hint = "It matters, inside the formula. Is the comparison the right one?"}},
      worked = "A loop that waits for the CPU between tokens flatters everything that makes fewer passes."},
  },
}
