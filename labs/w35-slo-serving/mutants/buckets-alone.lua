return mutant {
  base = "reference", file = "slo.c",
  replace = {
    {[=[        all += s->count[c][k];
        if (k]=],
     [=[        all = s->count[c][k];
        if (k]=]},
  },
  fails = "correct",
  why = [[each bucket for itself: the format wants all at or below its bound]],
}
