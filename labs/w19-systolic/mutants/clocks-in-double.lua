return mutant {
  base = "reference", file = "systolic.c",
  replace = {
    {[[1 + (tiles - 1) * period + M + 2 * P - 2]],
     [[(int64_t)(1 + (double)(tiles - 1) * (double)period + (double)(M + 2 * P - 2))]]},
  },
  fails = "correct", message = "sa_cycles(P = 3",
  why = "an int64_t has more digits than a double",
}
