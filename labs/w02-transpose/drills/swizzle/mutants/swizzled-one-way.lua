return mutant {
  base = "reference", file = "swizzle.cu",
  replace = {{"tile[place(r, lane)] =", "tile[r * WORDS + lane] ="}},
  fails = "correct", message = "mismatch",
  why = "what reads the tile has to permute as what wrote it did",
}
