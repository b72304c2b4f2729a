return mutant {
  base = "reference", file = "gptq.c",
  replace = {
    {[[            U[e] = (float)V[e];]],
     [[            U[e] = (float)R[e];]]},
  },
  fails = "correct", message = "mismatch: U",
  why = "gives the factor of H, not that of its inverse",
}
