return mutant {
  base = "reference", file = "systolic.c",
  replace = {
    {"1 + (tiles - 1) * period + M + 2 * P - 2 : 0;",
     "1 + tiles * (period + 2 * P - 2) : 0;"},
    {"end = sa_cycles(P, M, K, N);",
     "end = M && p.tiles ? 1 + (p.tiles - 1) * p.period + M + 2 * P - 2 : 0;"},
  },
  fails = "correct", message = "sa_cycles",
  why = "fill and drain are paid once for a product",
}
