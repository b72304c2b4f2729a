return mutant {
  base = "reference", file = "sparse.cu",
  replace = {{[==[key[i] = (h[i] & 0x7fff) << 2]==],
              [==[key[i] = h[i] << 2]==]}},
  fails = "correct",
  why = "a negative weight counts as larger than any positive one",
}
