return mutant {
  base = "reference", file = "router.c",
  replace = {
    {"dw[j] = (float)(dot / T);",
     "dw[j] = (float)dot;"},
  },
  fails = "correct", message = "step",
  why = "the gradient of the sum over the tokens, not of their mean",
}
