return mutant {
  base = "reference", file = "systolic.c",
  replace = {
    {"up(up(up(b, n), 2), rate)", "up(up(b, n), rate)"},
  },
  fails = "correct", message = "torus_allreduce",
  why = "a ring passes half a chunk in either direction",
}
