return mutant {
  base = "reference", file = "gptq.c",
  replace = {
    {[[double x = 2 * (double)X[t * k + i];]],
     [[double x = (double)X[t * k + i];]]},
  },
  fails = "correct", message = "mismatch: H",
  why = "X^T X, without the two",
}
