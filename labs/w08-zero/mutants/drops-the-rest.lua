return mutant {
  base = "reference", file = "zero.c",
  replace = {
    {"    int64_t part = (y->n + P - 1) / P,", "    int64_t part = y->n / P + (y->n < P),"},
    {"        memcpy(y->w, w0, (size_t)y->n * sizeof *w0);",
     "        memcpy(y->w, w0, (size_t)(y->n < y->whole ? y->n : y->whole) * sizeof *w0);"},
    {"static float *room(int64_t n)\n{\n    return comm_alloc(n * (int64_t)sizeof(float));",
     "static float *room(int64_t n)\n{\n    return comm_alloc((n + 64) * (int64_t)sizeof(float));"},
  },
  fails = "correct", message = "mismatch: w",
  why = "rounds a part down: the last elements of a layer belong to nobody and never learn",
}
