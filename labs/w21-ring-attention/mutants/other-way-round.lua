return mutant {
  base = "reference", file = "ring.c",
  replace = {
    {[[int from = (r - s + P) % P, m = 0;]],
     [[int from = (r + s) % P, m = 0;]]},
  },
  fails = "correct", message = "mismatch: O",
  why = "thinks that the block comes from the other side: with two ranks that is the same one",
}
