return mutant {
  base = "reference", file = "lanes.cu",
  replace = {{"return c + __ffs(hits) - 1;", "return c + 31 - __clz(hits);"}},
  fails = "correct", message = "mismatch",
  why = "takes the last of the group's hits for the first",
}
