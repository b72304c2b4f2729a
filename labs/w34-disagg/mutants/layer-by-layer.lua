return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[for (int a = at; a <= k && a <= at + 1; a++)]=],
     [=[for (int a = k; a <= k; a++)]=]},
  },
  fails = "correct", message = "it can at",
  why = [[a message for each layer: where a message is dear, several have to share it]],
}
