return mutant {
  base = "reference", file = "qlora.c",
  replace = {
    {"y[o] = row_times(W, (int64_t)o * (in / NF4_BLOCK), in, xs);",
     "y[o] = row_times(W, (int64_t)o * ((in + 255) / 256 * 4) % (((int64_t)out - 1) * (in / NF4_BLOCK) + 1), in, xs);"},
  },
  fails = "correct", message = "gemv",
  why = "rows are thought to begin at a multiple of 256 numbers",
}
