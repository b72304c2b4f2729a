return mutant {
  base = "reference", file = "ring.c",
  replace = {
    {[[sum / (float)h + 1e-5f]],
     [[sum / (float)(own * h) + 1e-5f]]},
  },
  fails = "correct", message = "mismatch: y",
  why = "divides the squares by the elements of its tokens and not by the width",
}
