return mutant {
  base = "reference", file = "floatbits.c",
  replace = {
    {"cut > half || (cut == half && (kept & 1))",
     "cut >= half"},
  },
  fails = "correct", message = "to nearest",
  why = "a tie goes to the even code, not always up",
}
