return mutant {
  base = "reference", file = "router.c",
  replace = {
    {"f[idx[i]] += 1.0 / ((double)T * k);",
     "f[idx[i]] += 1.0 / (double)T;"},
  },
  fails = "correct", message = "balance",
  why = "f is a share of the tokens: k times too large",
}
