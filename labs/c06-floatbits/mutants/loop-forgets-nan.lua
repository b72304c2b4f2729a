return mutant {
  base = "reference", file = "floatbits.c",
  replace = {
    {"    code = mag > 0x7f800000 ? 0x7f : code;\n" ..
     "",
     ""},
  },
  fails = "correct", message = "mismatch: y",
  why = "a NaN saturates to 448 like any large number",
}
