return mutant {
  base = "reference", file = "slo.c",
  replace = {
    {[=[while (room < j->room || seats < 1)]=],
     [=[while (seats < 1)]=]},
  },
  fails = "correct",
  why = [[takes a seat and does not ask for room]],
}
