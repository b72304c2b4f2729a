return mutant {
  base = "reference", file = "tiles.c",
  replace = {
    {"p.rings = NT_SLOTS > 1 ? l->rings : 1;",
     "p.rings = 1;"},
  },
  fails = "profile", message = "least_pct",
  why = "all transfers on the first ring",
}
