return mutant {
  base = "reference", file = "slo.c",
  replace = {
    {[=[ || (mine == least && r[k].jobs < r[best].jobs)]=],
     [=[]=]},
  },
  fails = "correct",
  why = [[of equal work the lowest id, however many jobs are there]],
}
