return mutant {
  base = "reference", file = "review.c",
  replace = {
    {"int s = (int)(draw(state) * 8), other = (int)(draw(state) * 8)",
     "int s = (int)(draw(state) * 2), other = (int)(draw(state) * 2)"},
    {"} else if (what == 2 && page[s] >= 0) {",
     "} else if (what == 9 && page[s] >= 0) {"},
  },
  fails = "correct", message = "PAGES",
  why = "two sequences that never leave: a flag is as good as a count",
}
