return card {
  seeds = {"S002-8", "S002-8-1", "S002-8-2", "S002-8-3"},
  readings = {{"specdec"}, {"paged"}},
  questions = {
    q.choice{id = "kernel", seed = "S002-8-1",
      ask = [[An assistant wrote a kernel. It agrees with your reference at n = 1024. What do you still
        not know?]],
      options = {"nothing that matters", "whether it races, what it moves, and what it does at n = 1021",
                 "whether it compiles"},
      answer = 2,
      wrong = {{value = 1, hint = "A race may lose one time in a thousand, and 1024 is a multiple of everything."},
               {value = 3, hint = "It ran."}},
      worked = [[Agreement at one friendly size shows one of many properties. A race checker, a profile
        and sizes that are multiples of nothing show the others.]]},

    q.num{id = "races", unit = "%", rtol = .02, seed = "S002-8-1",
      ask = [[A race shows in one of {{= n(p.k)}} runs. You run the test {{= p.runs}} times. How likely
        is it that you never see it?]],
      vary = {k = {200, 1000}, runs = {20, 100}},
      answer = function(f, p) return 100*(1 - 1/p.k)^p.runs end,
      wrong = {{value = function(f, p) return 100*p.runs/p.k end,
                hint = "That is about how likely it is that you do see it."}},
      worked = [[(1 − 1/{{= n(p.k)}})^{{= p.runs}} = {{= pct((1-1/p.k)^p.runs)}}. A checker that looks
        at every access needs one run.]]},

    q.choice{id = "ranks", seed = "S002-8-2",
      ask = [[A generated ring exchange passes on two ranks. Which mistake does that hide best?]],
      options = {"the left and the right neighbour swapped", "a wrong data type", "a wrong count",
                 "a missing initialisation"},
      answer = 1,
      wrong = {{value = 2, hint = "That shows in the values at any number of ranks."},
               {value = 3, hint = "That shows at two ranks as well."},
               {value = 4, hint = "That fails at once."}},
      worked = "With two ranks the left neighbour is the right neighbour. Run 1, 2, 3, 5 and 8."},

    q.choice{id = "summary", seed = "S002-8-3",
      ask = [[A summary of speculative decoding says: "the target checks the draft's tokens; a rejected one is
        sampled again from the target". What went missing?]],
      options = {"the draft is smaller", "after a rejection one samples what is left of p − q, not p",
                 "the check is one pass", "the output keeps the target's distribution"},
      answer = 2,
      wrong = {{value = 1, hint = "True, and nothing rests on it but the speed."},
               {value = 3, hint = "True, and it is why the method pays; but it is not what makes it exact."},
               {value = 4, hint = "That is the claim. Which condition makes it true?"}},
      worked = [[Sampling from p again counts the draft's favourites twice. The residual, max(0, p − q)
        made to sum to one, is what makes the output exact: Leviathan, Kalman and Matias prove it in a
        page.]]},
  },
}
