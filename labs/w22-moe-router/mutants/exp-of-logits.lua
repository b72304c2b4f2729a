return mutant {
  base = "reference", file = "router.c",
  replace = {
    {"sum += w[j] = expf(z[idx[j]] - z[idx[0]]);",
     "sum += w[j] = expf(z[idx[j]]);"},
  },
  fails = "correct", message = "ends-of-float",
  why = "the largest logit is not taken off before exp: float32 ends at e^88",
}
