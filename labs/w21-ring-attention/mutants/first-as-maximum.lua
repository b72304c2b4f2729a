return mutant {
  base = "reference", file = "ring.c",
  replace = {
    {[[        float top = fmaxf(LSE[r], lse[r]);]],
     [[        float top = LSE[r] == -INFINITY ? lse[r] : LSE[r];]]},
  },
  fails = "correct", message = "case one-far-above",
  why = "takes the first answer for the larger one: e^(lse - LSE) overflows where the second is far above",
}
