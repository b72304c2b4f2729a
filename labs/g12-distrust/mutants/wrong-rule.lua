return mutant {
  base = "reference", file = "review.c",
  replace = {
    {"[VERIFY] = { 4, 3, 32 },",
     "[VERIFY] = { 4, 2, 32 },"},
  },
  fails = "correct", message = "the rule",
  why = "a race test finds no wrong distribution",
}
