return mutant {
  base = "reference", file = "tp.c",
  replace = {
    {"    sum_over_tokens(dY, T, m->h, grad->b2);",
     "    sum_over_tokens(dY, T, m->h, grad->b2);\n" ..
     "    comm_all_reduce(c, grad->b2, grad->b2, m->h, COMM_F32, COMM_AVG);"},
  },
  fails = "correct", message = "sizes",
  why = "a second sum on the same communicator, while the stream's may not have begun: their order differs",
}
