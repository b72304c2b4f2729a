return card {
  seeds = {"S003-W32-C5"},
  readings = {{"minitron"}, {"minillm"}},
  sources = {
    "Sreenivas et al.: *LLM Pruning and Distillation in Practice: The Minitron Approach*. 2024, arXiv:2408.11796 " ..
        "(scores, 94 billion tokens, teacher correction)",
    "nvidia/Llama-3.1-Minitron-4B-Width-Base and -Depth-Base, config.json (shapes as we remember them; their " ..
        "parameters come out as published)",
  },
  ephemeral = {{"Models and scores", as_of = "2024-08"}},
  facts = function()
    local m = models.llama3_8b
    local function shape(L, d, ff)
      local emb = 2*m.V*d
      return {d = d, ff = ff, emb = emb,
              P = L*(2*d*m.H*m.hd + 2*d*m.Hkv*m.hd + 3*d*ff + 2*d) + emb + d}
    end
    local f = {name = "Llama 3.1 8B", calib = 1024, V = m.V, D = 94e9, D0 = 15e12, short = 1.8e9, batch = 8192}
    local full = shape(m.L, m.d, m.ff)
    f.P, f.emb = full.P, full.emb
    f.wide, f.deep = shape(m.L, 3072, 9216), shape(m.L//2, m.d, m.ff)
    f.cost = function(student, teacher, tokens) return (6*student + 2*teacher)*tokens end
    f.distil, f.scratch = f.cost(f.wide.P, f.P, f.D), 6*f.wide.P*f.D0
    f.logits = 2*f.batch*m.V
    return f
  end,
  questions = {
    q.num{id = "bill", unit = "1", rtol = .02, seed = "S003-W32-C5",
      ask = [[A student of {{= p.s}} B learns from a teacher of {{= p.t}} B over {{= p.D}} billion tokens. How
        many times cheaper is that than training the student alone on {{= p.D0}} trillion? 6 FLOP a parameter and
        token to train, 2 to run forward.]],
      vary = {s = {4, 8}, t = {15, 12}, D = {100, 400}, D0 = {8, 15}},
      answer = function(f, p) return 6*p.s*p.D0*1e3/((6*p.s + 2*p.t)*p.D) end,
      wrong = {{value = function(f, p) return p.D0*1e3/p.D end, hint = "The teacher runs, too."}},
      worked = [[6·{{= p.s}}·{{= n(p.D0*1e3)}} over (6·{{= p.s}} + 2·{{= p.t}})·{{= p.D}} =
        {{= n(6*p.s*p.D0*1e3/((6*p.s+2*p.t)*p.D), 1)}}.]]},

    q.num{id = "vocabulary", unit = "%", rtol = .02, seed = "S003-W32-C5",
      ask = [[Vocabulary {{= n(f.V)}}, untied embedding and head. A model of {{= p.P}} billion parameters in all has
        width {{= n(p.d)}}. What share of it is vocabulary, in per cent?]],
      vary = {P = {4.5, 8}, d = {3072, 4096}},
      answer = function(f, p) return 2*f.V*p.d/(p.P*1e9)*100 end,
      wrong = {{value = function(f, p) return f.V*p.d/(p.P*1e9)*100 end, hint = "Two matrices."}},
      worked = [[2 · {{= n(f.V)}} · {{= n(p.d)}} / {{= p.P}}·10⁹ = {{= n(2*f.V*p.d/(p.P*1e9)*100, 1)}} %.]]},

    q.choice{id = "depth", seed = "S003-W32-C5",
      ask = "Two cuts of equal size, one with half the layers, one narrower. Which answers sooner at batch 1, " ..
            "and why?",
      options = {"the narrow one, since its matrices are smaller", "the one with fewer layers: fewer steps in a row",
                 "neither, since bytes are equal"},
      answer = 2,
      wrong = {{value = 1, hint = "Then it has more of them."},
               {value = 3, hint = "Bytes are. What else takes time in a token?"}},
      worked = "Launches, small sums and all-reduces come once a layer."},

    q.choice{id = "rank", seed = "S003-W32-C5",
      ask = "Ten candidate shapes have been cut. How are they compared?",
      options = {"by perplexity at once", "after a short distillation of each", "by their number of parameters"},
      answer = 2,
      wrong = {{value = 1, hint = "Which ruin is easiest to rebuild does not show in the ruin."},
               {value = 3, hint = "That was the target, they are all alike in it."}},
      worked = "The order changes during the first billions of tokens and then hardly."},
  },
}
