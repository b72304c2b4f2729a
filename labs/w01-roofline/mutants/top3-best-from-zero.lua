return mutant {
  base = "reference", file = "roofline.c",
  replace = {
    {"double best[3] = { -1, -1, -1 };", "double best[3] = { 0, 0, 0 };"},
  },
  fails = "correct", message = "mismatch",
  why = "a line that takes no time is still a line of the trace",
}
