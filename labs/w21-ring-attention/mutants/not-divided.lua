return mutant {
  base = "reference", file = "ring.c",
  replace = {
    {[[+ b * o[r * d + e]) / sum;]],
     [[+ b * o[r * d + e]);]]},
  },
  fails = "correct", message = "mismatch: MO",
  why = "adds the shares and does not divide by their sum",
}
