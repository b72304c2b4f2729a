return mutant {
  base = "reference", file = "floatbits.c",
  replace = {
    {"        s = 1;\n" ..
     "        p <<= P_FAR;",
     "        s = 0;\n" ..
     "        p <<= P_FAR;"},
  },
  fails = "correct", message = "mismatch: fma32",
  why = "what lies far below still breaks a tie",
}
