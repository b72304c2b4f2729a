return mutant {
  base = "reference", file = "links.c",
  replace = {
    {"if (open[r] && (tight < 0 || left[r] / open[r] < left[tight] / open[tight]))",
     "if (open[r] && tight < 0)"},
  },
  fails = "correct",
  why = "fills resources in the order of their numbers",
}
