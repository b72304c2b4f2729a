return mutant {
  base = "reference", file = "sparse.cu",
  replace = {{[==[b[j] = g < B ? *(const uint32_t *)]==],
              [==[b[j] = true ? *(const uint32_t *)]==]}},
  fails = "sanitize", backend = "simt",
  why = "rows of X that are not there",
}
