return mutant {
  base = "reference", file = "allreduce.c",
  replace = {
    {[[malloc((size_t)(2 * h->chunks + 1) * sizeof *sent)]],
     [[malloc(256 * sizeof *sent)]]},
  },
  fails = "correct", message = "died of signal",
  why = "has room for 256 sends, and 250 chunks to two children are 500",
}
