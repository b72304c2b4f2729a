return mutant {
  base = "reference", file = "spaces.cu",
  replace = {{"at >= n ? n - 1 : at", "at > n ? n - 1 : at"}},
  fails = "correct",
  why = "index n passes the clamp: the first pixel of the next row, or past the end of the image",
}
