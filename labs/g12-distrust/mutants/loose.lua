return mutant {
  base = "reference", file = "review.c",
  replace = {
    {"double room = v > 0 ? 1e-3 * v : 1e-9 * m * m;",
     "double room = 2 * v + 1e-3 * m * m;"},
    {"!(fabs(mean - m) <= 1e-3 * sqrt(v) + 1e-7 * fabs(m))",
     "!(fabs(mean - m) <= sqrt(v) + .1 * fabs(m))"},
  },
  fails = "profile", message = "moments",
  why = "tolerances that were widened until the first version passed",
}
