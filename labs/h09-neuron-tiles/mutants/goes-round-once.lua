return mutant {
  base = "reference", file = "tiles.c",
  replace = {
    {"    for (int before = -1; before < s.turns;) {",
     "    for (int before = -1; before < 0;) {"},
  },
  fails = "correct", message = "nt_time",
  why = "looks at each queue once: what waits for a later queue never starts",
}
