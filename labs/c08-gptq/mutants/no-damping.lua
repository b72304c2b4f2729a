return mutant {
  base = "reference", file = "gptq.c",
  replace = {
    {[[        H[j * k + j] += damp * mean;]],
     [[        H[j * k + j] += 0 * mean;]]},
  },
  fails = "correct", message = "mismatch: H",
  why = "forgets damping",
}
