return mutant {
  base = "reference", file = "ring.c",
  replace = {
    {[[    if (way == WHOLE)]],
     [[    if (way == WHOLE || (way == ULYSSES && P == 1))]]},
  },
  fails = "correct", message = "lengths",
  why = "counts nothing of what Ulysses takes where there is one rank",
}
