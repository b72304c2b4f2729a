return mutant {
  base = "reference", file = "systolic.c",
  replace = {
    {"ring(Y, up(h, X), rate, hop), ring(X, up(h, Y), rate, hop)", "ring(Y, h, rate, hop), ring(X, h, rate, hop)"},
  },
  fails = "correct", message = "torus_allreduce",
  why = "after the first side a chip has 1/X of its half left",
}
