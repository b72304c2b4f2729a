return mutant {
  base = "reference", file = "wafer.c",
  replace = {
    {"        t = later(t, multiplied(at, m, n, i, j));",
     "        t = j == from ? multiplied(at, m, n, i, j) : t;"},
  },
  fails = "correct", message = "cycles, expected",
  why = "a chain passes on what comes, whether the core has multiplied or not",
}
