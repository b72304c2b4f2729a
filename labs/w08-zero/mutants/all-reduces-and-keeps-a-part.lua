return mutant {
  base = "reference", file = "zero.c",
  replace = {
    {"        comm_reduce_scatter(z->c, y->g, y->sum, y->mine, COMM_F32, COMM_AVG);",
     "    {\n        comm_all_reduce(z->c, y->g, y->g, y->whole, COMM_F32, COMM_AVG);\n" ..
     "        memmove(y->sum, y->g + comm_rank(z->c) * y->mine, (size_t)y->mine * sizeof *y->g);\n    }"},
  },
  fails = "profile", message = "sent_B_max of train (case stage-1)",
  why = "averages everything everywhere and then throws most of it away",
}
