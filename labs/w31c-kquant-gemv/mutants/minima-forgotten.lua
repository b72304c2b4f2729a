return mutant {
  base = "reference", file = "gemv.cu",
  replace = {
    {[==[ - w.least[0] * x.sum[0]]==],
     [==[]==]},
    {[==[ - w.least[1] * x.sum[1]]==],
     [==[]==]},
  },
  fails = "correct",
  why = "the sums of x never meet the minima",
}
