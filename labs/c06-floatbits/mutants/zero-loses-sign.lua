return mutant {
  base = "reference", file = "floatbits.c",
  replace = {
    {"    if (e == 0x7ff)\n" ..
     "",
     "    if (x == 0)\n" ..
     "        return 0;\n" ..
     "    if (e == 0x7ff)\n" ..
     ""},
  },
  fails = "correct", message = "-0x0p+0",
  why = "-0 is a code of its own",
}
