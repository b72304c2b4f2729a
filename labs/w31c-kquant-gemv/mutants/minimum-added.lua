return mutant {
  base = "reference", file = "gemv.cu",
  replace = {
    {[==[dot16(w.low, x.low, 0) - w.least[0] * x.sum[0]]==],
     [==[dot16(w.low, x.low, 0) + w.least[0] * x.sum[0]]==]},
    {[==[dot16(w.high, x.high, 0) - w.least[1] * x.sum[1]]==],
     [==[dot16(w.high, x.high, 0) + w.least[1] * x.sum[1]]==]},
  },
  fails = "correct",
  why = "the minimum of q4_K is added and not subtracted",
}
