return mutant {
  base = "reference", file = "tiles.c",
  replace = {
    {[[        if (o->after[q] > done[q])]],
     [[        if ((short)o->after[q] > done[q])]]},
  },
  fails = "correct",
  why = "keeps counts in 16 bits: a wait for what never comes is none",
}
