return mutant {
  base = "reference", file = "ppo.c",
  replace = {
    {[=[int at = t * wide + h * hd, from = start[t], n = t - from + 1;
            if (from < 0)]=],
     [=[int at = t * wide + h * hd, from = start[t] < 0 ? -1 : 0, n = t - from + 1;
            if (from < 0)]=]},
  },
  fails = "correct", message = "place",
  why = "one causal mask over the whole row",
}
