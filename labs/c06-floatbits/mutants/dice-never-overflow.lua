return mutant {
  base = "reference", file = "floatbits.c",
  replace = {
    {"up = u + (rnd[k] >> 16); /* infinity: there is no carry */",
     "up = u + (rnd[k] >> 16);\n"
     .."        up -= (up & 0x7fff0000) == 0x7f800000 && (u & 0x7fffffff) < 0x7f800000 ? 0x10000 : 0;"},
  },
  fails = "correct", message = "mismatch: h",
  why = "a number above the largest bf16 stays there whatever the dice say; IEEE formats become infinite",
}
