return mutant {
  base = "reference", file = "quant.c",
  replace = {
    {[==[most[c] >= thr]==],
     [==[most[c] > thr]==]},
  },
  fails = "correct", message = "mismatch: token",
  why = "a magnitude equal to the threshold is an outlier as well",
}
