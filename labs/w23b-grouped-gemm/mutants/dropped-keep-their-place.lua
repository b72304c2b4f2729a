return mutant {
  base = "reference", file = "grouped.cu",
  replace = {{[==[{ place[i] = row; });]==],
              [==[{ if (row >= 0) place[i] = row; });]==]}},
  fails = "correct", message = "place",
  why = "a dropped choice has the place that an earlier call left there",
}
