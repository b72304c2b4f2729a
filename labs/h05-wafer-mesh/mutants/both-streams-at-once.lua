return mutant {
  base = "reference", file = "wafer.c",
  replace = {
    {"                t = later(t, chained(at, m, n, i, from, root)) + a;",
     "                t = later(t, later(multiplied(at, m, n, i, root), chained(at, m, n, i, from, root)) + a);"},
  },
  fails = "correct", message = "cycles, expected",
  why = "the root adds both streams in the same cycles",
}
