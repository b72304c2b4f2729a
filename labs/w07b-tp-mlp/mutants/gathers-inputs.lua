return mutant {
  base = "reference", file = "tp.c",
  replace = {
    {"    float *A = room(T * m->ff);\n    tp_gemm(0, 0, T, m->ff, m->h, X, m->W1, U);",
     "    float *A = room(T * m->ff), *all = room(comm_size(c) * T * m->h);\n" ..
     "    comm_all_gather(c, X, all, T * m->h, COMM_F32);\n" ..
     "    tp_gemm(0, 0, T, m->ff, m->h, all, m->W1, U);\n    comm_free(all);"},
  },
  fails = "profile", message = "all_gather",
  why = "gathers X, which every rank has",
}
