return mutant {
  base = "reference", file = "sparse.cu",
  replace = {{[==[mma_sp<1>(d[i], a[i][1]]==],
              [==[mma_sp<0>(d[i], a[i][1]]==]}},
  fails = "correct",
  why = "the second half of a turn with the nibbles of the first",
}
