return mutant {
  base = "reference", file = "compile.c",
  replace = {
    {"e->pass[x] < e->pass[i])\n" ..
     "                e->kept[x] = 1;",
     "e->pass[x] < e->pass[i])\n" ..
     "                e->kept[x] = 0;"},
  },
  fails = "correct", message = "does not compile",
  why = "a value of the first pass is named in the second",
}
