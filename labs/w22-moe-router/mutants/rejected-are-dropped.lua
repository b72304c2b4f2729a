return mutant {
  base = "reference", file = "router.c",
  replace = {
    {[=[if (e < 0)
                continue;]=],
     [=[if (e < 0) {
                dropped++;
                continue;
            }]=]},
  },
  fails = "correct", message = "dropped expected",
  why = "a choice of -1 counts as dropped",
}
