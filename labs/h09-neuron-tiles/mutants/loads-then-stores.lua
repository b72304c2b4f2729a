return mutant {
  base = "reference", file = "tiles.c",
  replace = {
    {"    for (int slots = 1;",
     "    for (int slots = 1 + 0 * p.rings;"},
    {"int loads = p->way == LOADS_FIRST ||",
     "int loads = 1 || p->way == LOADS_FIRST ||"},
  },
  fails = "profile", message = "least_pct",
  why = "all loads go first as long as there is room: stores at the end find one ring",
}
