return mutant {
  base = "reference", file = "compile.c",
  replace = {
    {"        if (e->cuda)\n" ..
     "            say(e->t, \"        s%d = block_%s",
     "        if (e->cuda && pass < 0)\n" ..
     "            say(e->t, \"        s%d = block_%s"},
  },
  fails = "correct", message = "mismatch",
  why = "each thread goes on with the sum of its own columns",
}
