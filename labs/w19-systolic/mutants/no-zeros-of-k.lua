return mutant {
  base = "reference", file = "systolic.c",
  replace = {
    {"on && k < p->K ? A[(int64_t)m * p->K + k] : 0",
     "on ? A[((int64_t)m * p->K + k) % ((int64_t)p->M * p->K)] : 0"},
    {"k < p->K && n0 + c < p->N ? W[k * p->N + n0 + c] : 0",
     "n0 + c < p->N ? W[(k * p->N + n0 + c) % ((int64_t)p->K * p->N)] : 0"},
  },
  fails = "correct", message = "C[",
  why = "beyond the end of a row of A stands the next row",
}
