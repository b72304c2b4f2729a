return mutant {
  base = "reference", file = "allreduce.c",
  replace = {
    {"    plant(P, which ? turned(P, rank, 1) : rank, ret);\n" ..
     "    if (which)",
     "    plant(P, rank, ret);\n" ..
     "    if (which > 1)"},
  },
  fails = "correct", message = "children in tree 0",
  why = "both trees have the same inner ranks, which then carry everything",
}
