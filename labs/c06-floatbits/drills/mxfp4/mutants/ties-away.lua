return mutant {
  base = "reference", file = "mxfp4.c",
  replace = {{"half - 1 + (sig >> c.drop & 1)", "half"}},
  fails = "correct", message = "mismatch",
  why = "ties go away from zero: 2.5 becomes 3, and sums of many such codes drift",
}
