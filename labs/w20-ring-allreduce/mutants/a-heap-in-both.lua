return mutant {
  base = "reference", file = "allreduce.c",
  replace = {
    {"    plant(P, which ? turned(P, rank, 1) : rank, ret);\n" ..
     "    if (which)",
     "    (void)turned, (void)plant;\n" ..
     "    int left = 2 * rank + 1, right = 2 * rank + 2;\n" ..
     "    *ret = (struct tree){ rank ? (rank - 1) / 2 : -1, { left < P ? left : -1, right < P ? right : -1 } };\n" ..
     "    if (which > 1)"},
  },
  fails = "correct", message = "children in tree 0",
  why = "the children of r are 2r + 1 and 2r + 2 in both trees, so rank 0 has four",
}
