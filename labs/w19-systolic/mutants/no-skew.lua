return mutant {
  base = "reference", file = "systolic.c",
  replace = {
    {"whereabouts(p, clock, 1 + r, &tile, &m)", "whereabouts(p, clock, p->P, &tile, &m)"},
  },
  fails = "correct", message = "C[",
  why = "all elements of a row enter in one clock, and sums collect elements of other rows",
}
