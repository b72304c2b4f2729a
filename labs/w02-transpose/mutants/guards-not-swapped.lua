return mutant {
  base = "reference", file = "transpose.cu",
  replace = {{"        if (x < R && y + j < C)\n            out", "        if (x < C && y + j < R)\n            out"}},
  fails = "correct", message = "mismatch",
  why = "after the turn x runs over R and y over C; guarded the old way, edges stay unwritten or lie outside",
}
