return mutant {
  base = "reference", file = "lanes.cu",
  replace = {{"row[c + lane] > bar);", "row[c + lane] >= bar);"}},
  fails = "correct", message = "equal",
  why = "values that equal the limit count as above it",
}
