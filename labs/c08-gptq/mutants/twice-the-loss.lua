return mutant {
  base = "reference", file = "gptq.c",
  replace = {
    {[[    return sum / 2;]],
     [[    return sum;]]},
  },
  fails = "correct", message = "mismatch: loss",
  why = "forgets the half",
}
