return card {
  seeds = {"S002-1", "S002-1-Q", "S002-1-O"},
  readings = {{"goodfellow", look_for = [[chapters 6 to 8 for the words: layer, gradient, batch, minibatch noise. For
    each formula ask what it reads and what it writes]]}},
  sources = {"The prelude of the systems course that this year follows, section 1"},
  facts = function(hw)
    return {gpus = 512, price = 2.5, days = 30, u0 = 0.38}
  end,
  questions = {
    q.choice{id = "question", seed = "S002-1-Q",
      ask = [[Two people look at the same model. Which sentence is the systems engineer's?]],
      options = {"Rotary embeddings should extrapolate better than learned ones.",
                 "This layer moves its activations through memory four times; two of them buy nothing.",
                 "With another learning-rate schedule the loss ends lower.",
                 "The benchmark rewards the wrong behaviour."},
      answer = 2,
      wrong = {{value = 1, hint = "That is a claim about what to compute."},
               {value = 3, hint = "The loss is what the other discipline optimises."},
               {value = 4, hint = "That asks what should be measured, not how it is computed."}},
      worked = [[The function stays as it is; what changes is how it is computed. The other three
        would change the function, or the goal.]]},

    q.num{id = "percent", unit = "USD", rtol = .01, seed = "S002-1-O",
      ask = [[A training run holds {{= f.gpus}} GPUs for {{= f.days}} days at {{= n(f.price,2)}} USD
        for a GPU-hour. It is bound by its kernels throughout. You make a step {{= p.pct}} % shorter.
        How much less does the run cost?]],
      vary = {pct = {4, 7, 12}},
      answer = function(f, p) return f.gpus*f.days*24*f.price*p.pct/100 end,
      wrong = {{value = function(f, p) return f.gpus*f.days*f.price*p.pct/100 end,
                hint = "The price is for an hour, and a day has more than one."},
               {value = function(f, p) return f.days*24*f.price*p.pct/100 end,
                hint = "That is one GPU's share."}},
      worked = [[{{= f.gpus}} · {{= f.days}} · 24 GPU-hours cost
        {{= n(f.gpus*f.days*24*f.price)}} USD, and {{= p.pct}} % of that is
        {{= n(f.gpus*f.days*24*f.price*p.pct/100)}} USD. The price is an assumption; the sum is the
        argument.]]},

    q.multi{id = "output", seed = "S002-1-O",
      ask = "Which of these are results of systems work?",
      options = {"the same accuracy at half the memory", "a new attention variant with a lower loss",
                 "a run that survives the loss of a machine", "a benchmark record with a larger model",
                 "tokens per second and dollar, before and after"},
      answer = {1, 3, 5},
      wrong = {{value = 2, hint = "A lower loss is an answer to the question what to compute."},
               {value = 4, hint = "Ask who would have built the larger model, and what was measured."}},
      worked = [[Faster, larger at the same cost, cheaper, more reliable: all of them leave the
        mathematics alone.]]},
  },
}
