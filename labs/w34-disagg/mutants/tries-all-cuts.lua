return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[for (int a = at; a <= k && a <= at + 1; a++)]=],
     [=[for (int a = 0; a <= k; a++)]=]},
  },
  fails = "profile",
  why = [[tries every first piece of every message]],
}
