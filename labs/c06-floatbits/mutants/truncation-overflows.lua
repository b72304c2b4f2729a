return mutant {
  base = "reference", file = "floatbits.c",
  replace = {
    {"return mode == FB_RZ ? max_code(f) : over_code(f);",
     "return over_code(f);"},
  },
  fails = "correct", message = "towards zero",
  why = "towards zero ends at the largest finite number",
}
