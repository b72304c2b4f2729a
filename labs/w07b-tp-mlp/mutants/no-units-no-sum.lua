return mutant {
  base = "reference", file = "tp.c",
  replace = {
    {"    float *A = room(T * m->ff);\n    tp_gemm(0, 0, T, m->ff, m->h, X, m->W1, U);",
     "    if (!m->ff) {\n        memset(Y, 0, (size_t)(T * m->h) * sizeof *Y);\n        return;\n    }\n" ..
     "    float *A = room(T * m->ff);\n    tp_gemm(0, 0, T, m->ff, m->h, X, m->W1, U);"},
  },
  fails = "correct", message = "deadlock",
  why = "a rank without hidden units stays away from the sum, and the others wait for it",
}
