return mutant {
  base = "reference", file = "floatbits.c",
  replace = {
    {"(u & 0x7fffffff) > 0x7f800000 ? (u & 0x80000000u) | 0x7fc00000 : up",
     "up"},
  },
  fails = "correct", message = "mismatch: h",
  why = "a NaN whose payload lies in the lower half is cut to an infinity, or carried into a zero",
}
