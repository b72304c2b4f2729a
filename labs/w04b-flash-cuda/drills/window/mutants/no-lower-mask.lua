return mutant {
  base = "reference", file = "window.cu",
  replace = {{"fold<D>(t, row, i - w + 1 - j0,",
              "fold<D>(t, row, 0,"}},
  fails = "correct", message = "mismatch",
  why = "the first tile of the block is seen whole by all of its rows",
}
