return mutant {
  base = "reference", file = "tco.c",
  replace = {
    {[==[sums = 2 * w->layers]==],
     [==[sums = w->layers]==]},
  },
  fails = "correct",
  why = [[a layer has two sums, behind attention and behind the MLP]],
}
