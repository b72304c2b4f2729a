return mutant {
  base = "reference", file = "tco.c",
  replace = {
    {[==[if (to - from < NEAR * (hi - lo))]==],
     [==[if (to - from < 0)]==]},
  },
  fails = "correct",
  why = [[where three meet in a point the one in the middle wins nothing]],
}
