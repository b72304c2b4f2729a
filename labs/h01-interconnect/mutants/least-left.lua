return mutant {
  base = "reference", file = "links.c",
  replace = {
    {"left[r] / open[r] < left[tight] / open[tight]))",
     "left[r] < left[tight]))"},
  },
  fails = "correct",
  why = "fills the resource that has least left, and not least for each",
}
