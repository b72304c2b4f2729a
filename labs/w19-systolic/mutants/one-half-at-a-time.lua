return mutant {
  base = "reference", file = "systolic.c",
  replace = {
    {"return a > b ? a : b;", "return a + b;"},
  },
  fails = "correct", message = "torus_allreduce",
  why = "the halves use different links at the same time",
}
