return mutant {
  base = "reference", file = "systolic.c",
  replace = {
    {"period = M > P ? M : P;",
     "period = M;"},
    {"end = sa_cycles(P, M, K, N);",
     "end = M && p.tiles ? 1 + (p.tiles - 1) * p.period + M + 2 * P - 2 : 0;"},
  },
  fails = "correct", message = "sa_cycles",
  why = "with fewer rows than cells the weights decide",
}
