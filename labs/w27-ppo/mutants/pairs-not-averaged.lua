return mutant {
  base = "reference", file = "ppo.c",
  replace = {
    {"dwin[i] = (float)(slope / n);",
     "dwin[i] = (float)slope;"},
  },
  fails = "correct", message = "pair",
  why = "gradients of the pairs are not divided by their number",
}
