return mutant {
  base = "reference", file = "qlora.c",
  replace = {
    {"(float)((2 * drawn(rng) - 1) * most);",
     "(float)(0 * most * drawn(rng));"},
  },
  fails = "correct", message = "A is drawn",
  why = "A and B begin at 0: neither ever gets a gradient",
}
