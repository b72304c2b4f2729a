return mutant {
  base = "reference", file = "slo.c",
  replace = {
    {[=[        qsort(s.at, (size_t)n, sizeof *s.at, by_rank);
]=],
     [=[]=]},
  },
  fails = "correct",
  why = [[first come, first served, whatever was promised]],
}
