return mutant {
  base = "reference", file = "quant.c",
  replace = {
    {[==[(int)rintf(x[i] / *s)]==],
     [==[(int)(x[i] / *s)]==]},
  },
  fails = "correct", message = "mismatch: row",
  why = "a cast cuts towards zero: a step of error where half was possible",
}
