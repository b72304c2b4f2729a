return mutant {
  base = "reference", file = "links.c",
  replace = {
    {"else if (!done[i] && begin[i] < next)",
     "else if (!done[i] && m == 0 && begin[i] < next)"},
  },
  fails = "correct", message = "ends at",
  why = "looks for new copies only when one has ended",
}
