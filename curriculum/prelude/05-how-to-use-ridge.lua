return card {
  seeds = {"S002-6-1", "S002-6-2"},
  questions = {
    q.order{id = "order", seed = "S002-6-2",
      ask = "Order the steps of a performance lab.",
      items = {"predict its cost", "make it agree with the oracle", "profile it", "change what the profile shows",
               "time it against the reference"},
      worked = "Nothing is made faster before it is right, and nothing before a profile says where."},

    q.choice{id = "paper", seed = "S002-6-1",
      ask = [[You want to understand paged attention. In which order do you read?]],
      options = {"documentation, source, paper", "paper, source, documentation", "source, documentation, paper"},
      answer = 2,
      wrong = {{value = 1, hint = "What is true only of this release should come last."},
               {value = 3, hint = "A source answers how; first comes why."}},
      worked = [[The paper says what problem it is and under which conditions the idea holds; the source
        how it was built; the documentation how this release spells it.]]},

    q.choice{id = "ratio",
      ask = [[Why are stages ratios to a reference that is timed in the same run?]],
      options = {"The reference is the fastest code known.",
                 "Machines and their noise differ; a ratio of two neighbours cancels most of it.",
                 "So that nobody can see the seconds."},
      answer = 2,
      wrong = {{value = 1, hint = "You may beat it; some do."},
               {value = 3, hint = "They are shown too."}},
      worked = "What slows the machine slows both of a pair. A ratio also carries from a laptop to a server."},

    q.num{id = "unit", unit = "GiB", rtol = .001,
      ask = [[A tensor has 2^{{= p.k}} fp32 values. How many GiB?]],
      vary = {k = {28, 30, 31}},
      answer = function(f, p) return 2.0^p.k*4/2^30 end,
      wrong = {{value = function(f, p) return 2.0^p.k*4/1e9 end,
                hint = "Those are GB, of a thousand million bytes."}},
      worked = "Four bytes each: 2^{{= p.k}} · 4 / 2^30 = {{= n(2.0^p.k*4/2^30)}} GiB."},
  },
}
