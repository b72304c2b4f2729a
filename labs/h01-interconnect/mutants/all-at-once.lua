return mutant {
  base = "reference", file = "links.c",
  replace = {
    {"begin[i] = copy[i].start + prepare",
     "begin[i] = 0 * copy[i].start + prepare"},
  },
  fails = "correct", message = "ends at",
  why = "shares links with copies that have not begun",
}
