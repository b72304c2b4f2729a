return mutant {
  base = "reference", file = "gptq.c",
  replace = {
    {[[        cost[i] = w[i] * w[i] / (U[(j + i) * k + j + i] * U[(j + i) * k + j + i]);]],
     [[        cost[i] = w[i] * w[i] / (U[j * k + j] * U[j * k + j]);]]},
  },
  fails = "correct", message = "went and",
  why = "weighs all four by the first one's diagonal",
}
