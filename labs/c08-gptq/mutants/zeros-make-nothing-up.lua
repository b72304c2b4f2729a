return mutant {
  base = "reference", file = "gptq.c",
  replace = {
    {[[            float lost = w[j] / U[j * k + j];]],
     [[            float lost = 0 * w[j] / U[j * k + j];]]},
  },
  fails = "correct", message = "row",
  why = "sets weights to 0 and changes no others",
}
