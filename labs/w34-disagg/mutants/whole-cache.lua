return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[for (int a = at; a <= k && a <= at + 1; a++)]=],
     [=[for (int a = 0; a < 1; a++)]=]},
  },
  fails = "correct", message = "it can at",
  why = [[nothing leaves before the whole prompt is computed]],
}
