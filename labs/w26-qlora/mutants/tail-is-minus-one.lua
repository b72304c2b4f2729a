return mutant {
  base = "reference", file = "qlora.c",
  replace = {
    {"s > 0 && i + 1 < q->n ? level_of(w[i + 1] / s) : 7;",
     "i + 1 < q->n ? s > 0 ? level_of(w[i + 1] / s) : 7 : 0;"},
  },
  fails = "correct", message = "odd",
  why = "behind the last number of an odd count there is code 0, which is -1",
}
