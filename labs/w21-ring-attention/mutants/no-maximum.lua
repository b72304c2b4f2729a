return mutant {
  base = "reference", file = "ring.c",
  replace = {
    {[[        float a = expf(LSE[r] - top), b]],
     [[        top = 0;
        float a = expf(LSE[r] - top), b]]},
  },
  fails = "correct", message = "mismatch: MO",
  why = "takes exponentials as they are: those of 200 are no floats",
}
