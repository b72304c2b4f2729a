return mutant {
  base = "reference", file = "ring.c",
  replace = {
    {[[{ room(2 * n), room(2 * n) }]],
     [[{ malloc(2 * (size_t)bytes), malloc(2 * (size_t)bytes) }]]},
    {[[    comm_free(block[1]);
    comm_free(block[0]);]],
     [[    free(block[1]);
    free(block[0]);]]},
  },
  fails = "profile", message = "peak_B_max",
  why = "takes its blocks where nobody counts them",
}
