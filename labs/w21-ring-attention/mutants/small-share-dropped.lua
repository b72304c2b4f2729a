return mutant {
  base = "reference", file = "ring.c",
  replace = {
    {[[        float a = expf(LSE[r] - top), b]],
     [[        if (lse[r] < LSE[r] - 6)
            continue;
        float a = expf(LSE[r] - top), b]]},
  },
  fails = "correct", message = "case one-far-above",
  why = "drops an answer with a share below e^-6, which fp32 sees",
}
