return mutant {
  base = "reference", file = "slo.c",
  replace = {
    {[=[        if (decodes(j) || s->at[k].dropped)]=],
     [=[        if (j->need == 1 || s->at[k].dropped)]=]},
  },
  fails = "correct",
  why = [[who waits with one token to compute is taken for one that decodes, and never gets a seat]],
}
