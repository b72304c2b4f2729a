return mutant {
  base = "reference", file = "swizzle.cu",
  replace = {{"int x = left + 2 * w, y = top + 2 * lane;", "int x = top + 2 * w, y = left + 2 * lane;"}},
  fails = "correct", message = "mismatch",
  why = "each tile is turned but stays where it was",
}
