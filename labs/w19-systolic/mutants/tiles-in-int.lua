return mutant {
  base = "reference", file = "systolic.c",
  replace = {
    {[[int64_t tiles = up(K, P) * up(N, P), period]],
     [[int64_t tiles = (int)(up(K, P) * up(N, P)), period]]},
  },
  fails = "correct", message = "sa_cycles(P = 1",
  why = "2^31 tiles are no more than a large matrix",
}
