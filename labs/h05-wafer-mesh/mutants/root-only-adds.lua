return mutant {
  base = "reference", file = "wafer.c",
  replace = {
    {"        int64_t t = multiplied(at, m, n, i, root);",
     "        int64_t t = 0;"},
  },
  fails = "correct", message = "cycles, expected",
  why = "forgets that the root has to multiply, too",
}
