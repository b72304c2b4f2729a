return mutant {
  base = "reference", file = "wafer.c",
  replace = {
    {"int64_t first = at->row[i] + (at",
     "int64_t first = i + (at"},
  },
  fails = "correct", message = "cycles, expected",
  why = "x comes down i hops, whichever rows are left out",
}
