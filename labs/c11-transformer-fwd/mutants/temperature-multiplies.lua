return mutant {
  base = "reference", file = "transformer.c",
  replace = {
    {[[return exp(((double)z[i] - z[best]) / temperature);]],
     [[return exp(((double)z[i] - z[best]) * temperature);]]},
  },
  fails = "correct", message = "temperature",
  why = "a high temperature flattens: it divides",
}
