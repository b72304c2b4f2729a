return mutant {
  base = "reference", file = "compile.c",
  replace = {
    {"        if (shape->sym)\n" ..
     "            snprintf",
     "        if (shape->sym > 1)\n" ..
     "            snprintf"},
  },
  fails = "correct", message = "any-batch",
  why = "the traced number of rows is in the code; another batch is left half done",
}
