return mutant {
  base = "reference", file = "tp.c",
  replace = {
    {"    comm_all_reduce(c, Y, Y, T * m->h, COMM_F32, COMM_SUM);\n    add_bias(Y, T, m->h, m->b2);",
     "    add_bias(Y, T, m->h, m->b2);\n    comm_all_reduce(c, Y, Y, T * m->h, COMM_F32, COMM_SUM);"},
  },
  fails = "correct", message = "mismatch: Y",
  why = "b2 is added to each rank's part, so the sum has it P times",
}
