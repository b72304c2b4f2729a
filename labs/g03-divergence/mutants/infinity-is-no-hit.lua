return mutant {
  base = "reference", file = "lanes.cu",
  replace = {{"c + lane < C && row[c + lane] > bar", "c + lane < C && row[c + lane] > bar && isfinite(row[c + lane])"}},
  fails = "correct", message = "first_above(",
  why = "takes an infinity for no number, as a NaN is none: +inf is above every finite limit",
}
