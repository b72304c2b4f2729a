return mutant {
  base = "reference", file = "window.cu",
  replace = {{"(row.m + log2f(row.l)) * LN_2",
              "row.m + log2f(row.l)"}},
  fails = "correct", message = "LSE",
  why = "exp2 is the hardware's; LSE is asked as a natural logarithm",
}
