return mutant {
  base = "reference", file = "links.c",
  replace = {
    {"2 * IC_LINKS + (t->kind[c->src] == IC_CPU ? c->src : c->dst)",
     "2 * IC_LINKS"},
  },
  fails = "correct", message = "ends at",
  why = "has the pageable copies of all CPUs share one",
}
