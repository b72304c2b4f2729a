return mutant {
  base = "reference", file = "gptq.c",
  replace = {
    {[[            w[from + l] -= lost * u[l];]],
     [[            w[from + l] += lost * u[l];]]},
  },
  fails = "correct", message = "its code is",
  why = "adds the error where it has to be taken away",
}
