return mutant {
  base = "reference", file = "first.cu",
  replace = {
    {"float top = -INFINITY, sum = 0;", "float top = 0, sum = 0;"},
  },
  fails = "correct", message = "softmax_rows",
  why = "the search for the largest logit begins at 0: below it every exp is 0, and 0 / 0 is NaN",
}
