return mutant {
  base = "reference", file = "slo.c",
  replace = {
    {[=[c->price.token / 1000 > j->due ? 2]=],
     [=[c->price.token / 1000 >= j->due ? 2]=]},
  },
  fails = "correct",
  why = [[who is in time to the nanosecond counts as late]],
}
