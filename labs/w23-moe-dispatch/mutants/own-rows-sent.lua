return mutant {
  base = "reference", file = "dispatch.c",
  replace = {
    {[[(T / P) * (P - 1)]],
     [[(T / P) * P]]},
  },
  fails = "correct", message = "figures",
  why = "counts rows that stay on their GPU",
}
