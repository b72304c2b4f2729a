return mutant {
  base = "reference", file = "zero.c",
  replace = {
    {"        comm_reduce_scatter(z->c, y->g, y->sum, y->mine, COMM_F32, COMM_AVG);",
     "        if (comm_rank(z->c) * y->mine < y->n)\n" ..
     "            comm_reduce_scatter(z->c, y->g, y->sum, y->mine, COMM_F32, COMM_AVG);"},
  },
  fails = "correct", message = "do not agree on their collective",
  why = "a rank that owns nothing of a layer has nothing to reduce, it thinks, so its next collective meets their " ..
        "last one",
}
