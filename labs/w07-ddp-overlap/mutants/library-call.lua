return mutant {
  base = "reference", file = "ddp.c",
  replace = {
    {"    int P = comm_size(c), r = comm_rank(c);\n    float *got = malloc((size_t)(n / P + 1) * sizeof *got);",
     "    comm_all_reduce(c, buf, buf, n, COMM_F32, COMM_SUM);\n    if (n >= 0)\n        return;\n" ..
     "    int P = comm_size(c), r = comm_rank(c);\n    float *got = malloc((size_t)(n / P + 1) * sizeof *got);"},
  },
  fails = "profile", message = "all_reduce",
  why = "the collective was to be written, not called",
}
