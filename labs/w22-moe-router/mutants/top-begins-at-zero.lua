return mutant {
  base = "reference", file = "router.c",
  replace = {
    {[=[double top = z[0], sum = 0;
    for (int e = 1;]=],
     [=[double top = 0, sum = 0;
    for (int e = 0;]=]},
  },
  fails = "correct", message = "far-below",
  why = "the search for the largest logit begins at 0, and all of them are below",
}
