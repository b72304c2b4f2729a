return mutant {
  base = "reference", file = "txmath.c",
  replace = {
    {"*N = sqrt(C / (6 * 20));", "*N = sqrt(C / 20);"},
  },
  fails = "correct", message = "mismatch",
  why = "the budget is 6ND, so N is the root of C/120",
}
