return mutant {
  base = "reference", file = "first.cu",
  replace = {{"float top = -INFINITY, sum = 0;", "float top = 0, sum = 0;"},
             {"float larger = fmaxf(top, row[j]);", "float larger = 0;"}},
  fails = "correct", message = "mismatch",
  why = "exp of a logit of a thousand is Inf, and Inf / Inf is NaN",
}
