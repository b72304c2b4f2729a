return mutant {
  base = "reference", file = "quant.c",
  replace = {
    {[==[sum += a[c] * e * e * a[c];]==],
     [==[sum += e * e;]==]},
  },
  fails = "correct", message = "mismatch: step",
  why = "every weight counts the same, so scales only do harm",
}
