return mutant {
  base = "reference", file = "sparse.cu",
  replace = {{[==[a[i / 4][i / 2 % 2][i % 2] = i / 4 < tiles]==],
              [==[a[i / 4][i / 2 % 2][i % 2] = i / 4 < 2]==]}},
  fails = "sanitize", backend = "simt",
  why = "the last block has 16 rows, and loads 32",
}
