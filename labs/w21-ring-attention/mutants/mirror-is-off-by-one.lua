return mutant {
  base = "reference", file = "ring.c",
  replace = {
    {[[(2 * P - 1 - r) * half + i - half;]],
     [[(2 * P - r) * half + i - half;]]},
  },
  fails = "correct", message = "at[0]",
  why = "the later piece of rank r is 2P - r, which rank 0 does not have",
}
