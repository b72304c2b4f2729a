return mutant {
  base = "reference", file = "specdec.c",
  replace = {
    {"            out[j] = rng_pick(r, work, V, total);",
     "            (void)total;\n            out[j] = rng_pick(r, work, V, 1);"},
  },
  fails = "correct", message = "its weights add up to",
  why = "(p - q)+ adds up to one minus the overlap, not to 1",
}
