return mutant {
  base = "reference", file = "qlora.c",
  replace = {
    {[=[int64_t end = blocks < g + NF4_GROUP ? blocks : g + NF4_GROUP;
        float far = 0;
        for (int64_t b = g; b < end; b++)]=],
     [=[int64_t end = blocks < g + NF4_GROUP ? blocks : g + NF4_GROUP;
        float far = 0;
        for (int64_t b = 0; b < blocks; b++)]=]},
  },
  fails = "correct", message = "step",
  why = "one step for all groups: the largest scale of the matrix sets the error of all others",
}
