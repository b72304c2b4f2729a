return mutant {
  base = "reference", file = "dispatch.c",
  replace = {
    {[[        dw[k] = 0;
        for (int64_t i = 0; p->at[k] >= 0 && i < d; i++)
            dw[k] +=]],
     [[        dw[k] = 0 * w[k];
        for (int64_t i = 0; p->at[k] >= 0 && i < d; i++)
            dw[k] +=]]},
  },
  fails = "correct", message = "mismatch: dw",
  why = "takes 0 times a weight for 0",
}
