return mutant {
  base = "reference", file = "quant.c",
  replace = {
    {[==[if (most[c] >= thr)]==],
     [==[if (most[c] >= 6 && thr > 0)]==]},
  },
  fails = "correct", message = "mismatch: token",
  why = "the threshold is the one of the paper, whatever was asked for",
}
