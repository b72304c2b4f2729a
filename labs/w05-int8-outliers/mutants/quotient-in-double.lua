return mutant {
  base = "reference", file = "quant.c",
  replace = {
    {[==[(int)rintf(x[i] / *s)]==],
     [==[(int)rint((double)x[i] / *s)]==]},
  },
  fails = "correct", message = "mismatch: row",
  why = "the quotient is a float, and a float may be a tie where the double beside it is not",
}
