return mutant {
  base = "reference", file = "slo.c",
  replace = {
    {[=[per_hour[life[k].spot]]=],
     [=[per_hour[0]]=]},
  },
  fails = "correct",
  why = [[all machines at the price of those that stay]],
}
