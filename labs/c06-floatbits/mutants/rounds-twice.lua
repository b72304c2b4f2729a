return mutant {
  base = "reference", file = "floatbits.c",
  replace = {
    {"    memcpy(&b, &x, sizeof b);",
     "    x = (float)x;\n" ..
     "    memcpy(&b, &x, sizeof b);"},
  },
  fails = "correct", message = "mismatch: e4m3: ",
  why = "a hair above a middle becomes the middle in fp32, and then a tie",
}
