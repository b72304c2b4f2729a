return mutant {
  base = "reference", file = "slo.c",
  replace = {
    {[=[now + j->need * c->price.token / 1000 > j->due]=],
     [=[now > j->due]=]},
  },
  fails = "correct",
  why = [[does not look at what is still to be computed: hopeless ones are known only afterwards]],
}
