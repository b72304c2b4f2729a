return mutant {
  base = "reference", file = "tp.c",
  replace = {
    {"        memcpy(part + k * count, W + k * width + first, (size_t)count * sizeof *W);",
     "        memcpy(part + k * count, W + first * rows + k * count, (size_t)count * sizeof *W);"},
  },
  fails = "correct", message = "mismatch: Y",
  why = "takes a P-th of W1 as it lies in memory: rows, not columns",
}
