return mutant {
  base = "reference", file = "allreduce.c",
  replace = {
    {[[malloc((size_t)((n / P + 1) * width));]],
     [[malloc((size_t)(n / P * width));]]},
  },
  fails = "sanitize",
  why = "takes n/P elements for room, and the first n mod P parts have one more",
}
