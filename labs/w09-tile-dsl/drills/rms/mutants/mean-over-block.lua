return mutant {
  base = "reference", file = "rms.cu",
  replace = {{"sum(squares) / C + eps", "sum(squares) / BLOCK + eps"}},
  fails = "correct", message = "one",
  why = "the mean of a tile, masked elements included, in place of a row's",
}
