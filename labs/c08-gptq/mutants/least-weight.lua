return mutant {
  base = "reference", file = "gptq.c",
  replace = {
    {[[        cost[i] = w[i] * w[i] / (U[(j + i) * k + j + i] * U[(j + i) * k + j + i]);]],
     [[        cost[i] = w[i] * w[i] + 0 * U[(j + i) * k + j + i];]]},
  },
  fails = "correct", message = "went and",
  why = "prunes by the weight alone, without the diagonal",
}
