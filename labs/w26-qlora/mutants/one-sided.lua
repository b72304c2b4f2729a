return mutant {
  base = "reference", file = "qlora.c",
  replace = {
    {"(2 * drawn(rng) - 1) * most",
     "drawn(rng) * most"},
  },
  fails = "correct", message = "A is drawn",
  why = "A is drawn from 0 to its bound, not from both sides",
}
