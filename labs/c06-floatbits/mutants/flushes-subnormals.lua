return mutant {
  base = "reference", file = "floatbits.c",
  replace = {
    {"    int binade = lead < least ? least : lead; /* subnormals share the last place of `least` */",
     "    int binade = lead;\n" ..
     "    if (lead < least)\n" ..
     "        return 0;"},
  },
  fails = "correct", message = "mismatch",
  why = "numbers below the smallest normal one are thrown away",
}
