return mutant {
  base = "reference", file = "links.c",
  replace = {
    {"2 * IC_LINKS + (t->kind[c->src] == IC_CPU ? c->src : c->dst)",
     "2 * IC_LINKS + (t->kind[c->src] == IC_CPU ? c->dst : c->src)"},
  },
  fails = "correct", message = "ends at",
  why = "gives each pageable copy a CPU for itself",
}
