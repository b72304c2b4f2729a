return mutant {
  base = "reference", file = "slo.c",
  replace = {
    {[=[? 2 : 1;]=],
     [=[&& c->budget >= 0 ? 2 : 1;]=]},
  },
  fails = "perf:goodput", message = "bronze",
  why = [[with a free budget late ones stay in front: a third too much load costs three quarters of the promises]],
}
