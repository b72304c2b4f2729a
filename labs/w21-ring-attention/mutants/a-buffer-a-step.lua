return mutant {
  base = "reference", file = "ring.c",
  replace = {
    {[[        float *in = block[s % 2];]],
     [[        float *in = s + 1 < P && s > 1 ? room(2 * n) : block[s % 2];]]},
  },
  fails = "profile", message = "peak_B_max",
  why = "allocates a block for each step and frees none before the end",
}
