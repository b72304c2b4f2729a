return mutant {
  base = "reference", file = "tp.c",
  replace = {
    {"    stream_sync(s);\n",
     "    stream_sync(s);\n    comm_all_reduce(c, grad->b2, grad->b2, m->h, COMM_F32, COMM_AVG);\n"},
  },
  fails = "profile", message = "all_reduce",
  why = "data parallelism's habit: the gradient of b2 is averaged, though all ranks have it already",
}
