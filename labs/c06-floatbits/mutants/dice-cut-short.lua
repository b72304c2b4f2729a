return mutant {
  base = "reference", file = "floatbits.c",
  replace = {
    {"    wide cut = sig - (kept << drop), half",
     "    if (mode == FB_SR)\n" ..
     "        sig = sig >> (drop > 16 ? drop - 16 : 0) << (drop > 16 ? drop - 16 : 0);\n" ..
     "    wide cut = sig - (kept << drop), half"},
  },
  fails = "correct", message = "stochastic",
  why = "only 16 of the cut-off bits are compared with the dice: small updates never count",
}
