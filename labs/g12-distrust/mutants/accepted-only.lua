return mutant {
  base = "reference", file = "review.c",
  replace = {
    {"int t = f(V, p, q, d, (u + .5) / GRID, (v + .5) / GRID);",
     "int t = f(V, p, q, d, (u + .5) / (100 * GRID), (v + .5) / GRID);"},
    {"if (!(fabs(given[t] - p[t]) <= .03))",
     "if (!(fabs(given[t] - q[t]) <= .03))"},
  },
  fails = "correct", message = "VERIFY",
  why = "u is always small: no token is ever rejected",
}
