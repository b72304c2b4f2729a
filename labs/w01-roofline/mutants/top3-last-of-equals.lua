return mutant {
  base = "reference", file = "roofline.c",
  replace = {
    {"t > best[at - 1]", "t >= best[at - 1]"},
  },
  fails = "correct", message = "mismatch",
  why = "of equal times the earlier line goes first",
}
