return mutant {
  base = "reference", file = "quant.c",
  replace = {
    {[==[(int)rintf(x[i] / *s)]==],
     [==[(int)rintf(x[i] * (1 / *s))]==]},
  },
  fails = "correct", message = "mismatch: row",
  why = "x times 1/s is not x/s: what lies next to a tie falls on the other side",
}
