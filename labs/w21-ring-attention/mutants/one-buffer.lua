return mutant {
  base = "reference", file = "ring.c",
  replace = {
    {[[float *in = block[s % 2];]],
     [[float *in = block[0];]]},
  },
  fails = "correct",
  why = "receives the next block into the buffer that it works on and sends from",
}
