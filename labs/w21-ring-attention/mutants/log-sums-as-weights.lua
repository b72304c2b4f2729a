return mutant {
  base = "reference", file = "ring.c",
  replace = {
    {[[float a = expf(LSE[r] - top), b = expf(lse[r] - top), sum = a + b;]],
     [[float a = LSE[r] - top + 1, b = lse[r] - top + 1, sum = a + b;]]},
  },
  fails = "correct", message = "mismatch: MO",
  why = "weighs by the log-sum-exps themselves and not by the denominators",
}
