return mutant {
  base = "reference", file = "allreduce.c",
  replace = {
    {[[        int64_t from = cut(n, 2, w), count = cut(n, 2, w + 1) - from,]],
     [[        int64_t from = 0, count = w ? 0 : n,]]},
  },
  fails = "profile", message = "sent_B_max of tree",
  why = "the second tree carries nothing: an inner rank sends three buffers",
}
