return mutant {
  base = "reference", file = "gemm.cu",
  replace = {{"a[DEEP][BIG + 4]", "a[DEEP][BIG]"}},
  fails = "profile", message = "conflicts", backend = "simt",
  why = "the turned tile is stored a column at a time, and all rows begin in bank 0",
}
