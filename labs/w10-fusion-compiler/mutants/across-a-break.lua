return mutant {
  base = "reference", file = "compile.c",
  replace = {
    {"    r.stage = breaks * SIDE;",
     "    r.stage = 0 * breaks;"},
  },
  fails = "correct", message = "rule",
  why = "kernels reach across what the host does",
}
