return mutant {
  base = "reference", file = "transformer.c",
  replace = {
    {[[1 / sqrtf(total(s) / (float)d + eps)]], [[1 / (sqrtf(total(s) / (float)d) + eps)]]},
  },
  fails = "correct", message = "norm",
  why = "eps stands under the root; outside it, small inputs come out too large",
}
