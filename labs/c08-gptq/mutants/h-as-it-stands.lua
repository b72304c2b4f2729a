return mutant {
  base = "reference", file = "gptq.c",
  replace = {
    {[=[            P[i * k + j] = H[perm[i] * k + perm[j]];]=],
     [[            P[i * k + j] = H[i * k + j];]]},
  },
  fails = "correct", message = "row",
  why = "puts the columns of W into order and leaves H as it stands",
}
