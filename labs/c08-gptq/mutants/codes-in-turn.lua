return mutant {
  base = "reference", file = "gptq.c",
  replace = {
    {[=[                codes[r * k + perm[j]] = c[r * k + j];]=],
     [[                codes[r * k + j] = c[r * k + j];]]},
  },
  fails = "correct", message = "row",
  why = "gives codes in the order of turns, not of W's columns",
}
