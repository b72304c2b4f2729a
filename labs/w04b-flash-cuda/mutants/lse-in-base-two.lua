return mutant {
  base = "reference", file = "flash.cu",
  replace = {{"(row.m * (scale * LOG2_E) + log2f(row.l)) * LN_2", "row.m * (scale * LOG2_E) + log2f(row.l)"}},
  fails = "correct", message = "mismatch: LSE",
  why = "the log-sum-exp is left in base 2, in which the weights were computed",
}
