return mutant {
  base = "reference", file = "ownership.c",
  replace = {
    {"2 * s->cap : 4", "s->cap + 4 : 4"},
  },
  fails = "correct", message = "own_push",
  why = "a block for every four elements, where doubling needs one for as many as there are",
}
