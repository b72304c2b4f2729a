return mutant {
  base = "reference", file = "rmsnorm.c", fails = "correct",
  replace = {{[[sum_of_squares(C, row) / (float)C]], [[sum_of_squares(C, row)]]}},
  why = "divides by the root of the sum, not of the mean",
}
