return mutant {
  base = "reference", file = "gptq.c",
  replace = {
    {[[            U[e] = (float)V[e];]],
     [[            U[e % k * k + e / k] = (float)V[e];]]},
  },
  fails = "correct", message = "mismatch: U",
  why = "U U^T = H^-1: the other triangle's factor",
}
