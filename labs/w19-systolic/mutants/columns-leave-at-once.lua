return mutant {
  base = "reference", file = "systolic.c",
  replace = {
    {"whereabouts(p, clock, p->P + c, &tile, &m)", "whereabouts(p, clock, p->P, &tile, &m)"},
  },
  fails = "correct", message = "C[",
  why = "column c leaves the array c clocks after column 0",
}
