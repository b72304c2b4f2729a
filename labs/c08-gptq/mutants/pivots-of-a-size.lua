return mutant {
  base = "reference", file = "gptq.c",
  replace = {
    {[[!(s > 0))]],
     [[!(s > 1e-9))]]},
  },
  fails = "correct", message = "case small-numbers",
  why = "refuses small pivots, whatever H is",
}
