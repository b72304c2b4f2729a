return mutant {
  base = "reference", file = "gemv.cu", backend = "simt",
  replace = {
    {[==[if (end & 15 && row + r >= p.N - 1) {]==],
     [==[if (end & 15 && row + r >= p.N) {]==]},
  },
  fails = "sanitize",
  why = "the last copy of a matrix reads past its end",
}
