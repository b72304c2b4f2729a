return mutant {
  base = "reference", file = "sparse.cu",
  replace = {{[==[mma_sp<S>(d[i][j]]==],
              [==[mma_sp<0>(d[i][j]]==]}},
  fails = "correct",
  why = "nibbles of the first half for both halves of a turn",
}
