return mutant {
  base = "reference", file = "slo.c",
  replace = {
    {[=[    if (s->word[0] < cfg->hold)
        return have;
]=],
     [=[]=]},
  },
  fails = "correct",
  why = [[sends replicas away before it has seen `hold` ticks]],
}
