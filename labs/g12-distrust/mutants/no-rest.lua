return mutant {
  base = "reference", file = "review.c",
  replace = {
    {"for (int j0 = 0; j0 < N; j0 += TILE) {",
     "for (int j0 = 0; j0 + TILE <= N; j0 += TILE) {"},
  },
  fails = "correct", message = "matmul",
  why = "the rest of the columns is left out",
}
