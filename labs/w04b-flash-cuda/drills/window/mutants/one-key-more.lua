return mutant {
  base = "reference", file = "window.cu",
  replace = {{"fold<D>(t, row, i - w + 1 - j0,",
              "fold<D>(t, row, i - w - j0,"}},
  fails = "correct", message = "mismatch",
  why = "the window has w + 1 keys: at w = 1 a row sees its neighbour",
}
