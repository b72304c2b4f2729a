return mutant {
  base = "reference", file = "lanes.cu",
  replace = {{"row[c + lane] > bar);", "!(row[c + lane] <= bar));"}},
  fails = "correct", message = "nan",
  why = "not at most is taken for above: a NaN ends the search",
}
