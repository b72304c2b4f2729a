return mutant {
  base = "reference", file = "sgemm.c",
  replace = {
    {"o[x] = x < columns ? b[x] : 0;", "o[x] = b[x];"},
  },
  fails = "sanitize", message = "overflow",
  why = "the panel is filled up from beyond the row: harmless values, until it is the last row",
}
