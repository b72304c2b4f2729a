return mutant {
  base = "reference", file = "gptq.c",
  replace = {
    {[[            w[from + l] -= lost * u[l];]],
     [[            w[from + l] -= 0 * lost * u[l];]]},
  },
  fails = "correct", message = "its code is",
  why = "rounds to the nearest, and nothing is made up for within a block",
}
