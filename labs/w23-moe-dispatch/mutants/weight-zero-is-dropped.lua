return mutant {
  base = "reference", file = "dispatch.c",
  replace = {
    {[[for (int64_t i = 0; p->at[k] >= 0 && i < d; i++)
            dw[k] +=]],
     [[for (int64_t i = 0; p->at[k] >= 0 && w[k] != 0 && i < d; i++)
            dw[k] +=]]},
  },
  fails = "correct", message = "mismatch: dw",
  why = "leaves out choices of weight 0, which have a gradient all the same",
}
