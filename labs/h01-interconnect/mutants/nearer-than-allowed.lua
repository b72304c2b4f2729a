return mutant {
  base = "reference", file = "links.c",
  replace = {
    {"p->relation <= t->p2p)",
     "p->relation < t->p2p)"},
  },
  fails = "correct", message = "staged is",
  why = "stages a pair that is just as far apart as is allowed",
}
