return mutant {
  base = "reference", file = "router.c",
  replace = {
    {"dl[idx[j]] += w[j] * (dw[j] - mean);",
     "dl[idx[j]] += w[j] * (1 - w[j]) * dw[j];"},
  },
  fails = "correct", message = "gradient",
  why = "each weight as if it stood alone: the softmax takes the mean off",
}
