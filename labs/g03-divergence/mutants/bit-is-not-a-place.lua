return mutant {
  base = "reference", file = "lanes.cu",
  replace = {{"return c + __ffs(hits) - 1;", "return c + __ffs(hits);"}},
  fails = "correct", message = "1x1",
  why = "__ffs numbers the bits from 1",
}
