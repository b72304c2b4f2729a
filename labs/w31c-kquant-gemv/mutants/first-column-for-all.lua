return mutant {
  base = "reference", file = "gemv.cu",
  replace = {
    {[==[min(b, p.B - 1) * (p.K / 16) + own]==],
     [==[own]==]},
  },
  fails = "correct",
  why = "every column gets the first one's x",
}
