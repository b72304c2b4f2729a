return mutant {
  base = "reference", file = "compile.c",
  replace = {
    {"        if (bound && *bound && *bound != rows)\n" ..
     "            return 0;\n",
     ""},
  },
  fails = "correct", message = "guard_eval",
  why = "two batch dimensions of one symbol may differ",
}
