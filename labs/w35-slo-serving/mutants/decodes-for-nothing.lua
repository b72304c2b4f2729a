return mutant {
  base = "reference", file = "slo.c",
  replace = {
    {[=[        s.left -= s.at[k].served;
]=],
     [=[]=]},
  },
  fails = "correct",
  why = [[decodes do not count into the budget]],
}
