return mutant {
  base = "reference", file = "ring.c",
  replace = {
    {[[(2 * P - 1 - r) * half + i - half;]],
     [[(P + r) * half + i - half;]]},
  },
  fails = "correct", message = "at[0]",
  why = "deals the second piece in the same direction: rank r gets pieces r and P + r",
}
