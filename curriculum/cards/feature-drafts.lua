return card {
  seeds = {"S003-W33-C4"},
  readings = {{"eagle"}, {"eagle2"}, {"medusa"}},
  sources = {
    "Li, Wei, Zhang, Zhang: *EAGLE-3: Scaling up Inference Acceleration of Large Language Models via Training-Time " ..
        "Test*. 2025, arXiv:2503.01840",
    "SafeAILab/EAGLE, README (what each version takes as its input)",
  },
  ephemeral = {{"Which drafter leads, and by how much", as_of = "2026-11"}},
  facts = function()
    local m = models.llama3_8b
    local f = {name = m.name, V = m.V, small = 32000, head = m.V*m.d, k = 4, a1 = .6, a2 = .8}
    local one = 2*m.d*m.d + 2*m.d*m.Hkv*m.hd + 3*m.d*m.ff
    f.layer = one + 2*m.d*m.d
    local pass = m.L*one + f.head
    f.c = function(V) return (f.layer + V*m.d)/pass end
    f.gain = function(a, k, c) return (1 - a^(k + 1))/(1 - a)/(1 + k*c) end
    return f
  end,
  questions = {
    q.num{id = "gain", unit = "x", rtol = .01, seed = "S003-W33-C4",
      ask = [[A drafter costs {{= p.c}} of a pass, is accepted with probability {{= p.a}}, and drafts {{= p.k}}
        tokens in a chain. How many times as fast as plain decoding, if verifying costs one pass?]],
      vary = {c = {.05, .1}, a = {.7, .8}, k = {3, 5}},
      answer = function(f, p) return f.gain(p.a, p.k, p.c) end,
      wrong = {{value = function(f, p) return (1 - p.a^(p.k + 1))/(1 - p.a) end, hint = "Drafting is not free."},
               {value = function(f, p) return (1 + p.k*p.a)/(1 + p.k*p.c) end,
                hint = "After a rejection the rest of the chain is lost."}},
      worked = [[(1 − {{= p.a}}^{{= p.k + 1}})/(1 − {{= p.a}}) = {{= n((1-p.a^(p.k+1))/(1-p.a), 2)}} tokens for
        {{= n(1 + p.k*p.c, 2)}} passes: {{= n(f.gain(p.a, p.k, p.c), 2)}}.]]},

    q.num{id = "head", unit = "%", rtol = .02, seed = "S003-W33-C4",
      ask = [[A drafter has {{= p.l}} million weights in its layer and runs a head of {{= n(p.V)}} × {{= n(p.d)}}
        at each step. What share of the bytes it reads is the head, in per cent?]],
      vary = {l = {200, 250}, V = {32000, 128256}, d = {4096}},
      answer = function(f, p) return p.V*p.d/(p.l*1e6 + p.V*p.d)*100 end,
      wrong = {{value = function(f, p) return p.V*p.d/(p.l*1e6)*100 end, hint = "Of all bytes, the head's included."}},
      worked = [[{{= n(p.V*p.d/1e6, 0)}} of {{= n(p.l + p.V*p.d/1e6, 0)}} million:
        {{= n(p.V*p.d/(p.l*1e6+p.V*p.d)*100, 0)}} %.]]},

    q.choice{id = "shift", seed = "S003-W33-C4",
      ask = "Why does the drafter take the sampled token at t+1 beside the feature of t?",
      options = {"the feature does not know which of the likely tokens was chosen", "to find the position",
                 "the head needs it"},
      answer = 1,
      wrong = {{value = 2, hint = "RoPE does that."},
               {value = 3, hint = "The head maps a feature to logits and takes nothing else."}},
      worked = "A feature comes before the dice. What follows depends on how they fell."},

    q.choice{id = "silent", seed = "S003-W33-C4",
      ask = "The target was fine-tuned; its drafter was not. What do users see?",
      options = {"wrong answers", "the right answers, more slowly", "an error at start"},
      answer = 2,
      wrong = {{value = 1, hint = "Who decides which tokens stand?"},
               {value = 3, hint = "All shapes agree."}},
      worked = "Verification protects the distribution. Only acceptance tells."},
  },
}
