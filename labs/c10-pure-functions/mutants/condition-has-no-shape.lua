return mutant {
  base = "reference", file = "pure.c",
  replace = {
    {[[type->rank = all.rank, memcpy(type->dim, all.dim, sizeof all.dim);]],
     [[(void)all;]]},
  },
  fails = "correct",
  why = "leaves the shape of a condition out of select's result",
}
