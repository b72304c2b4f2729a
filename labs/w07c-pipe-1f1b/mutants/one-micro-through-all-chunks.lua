return mutant {
  base = "reference", file = "pipe.c",
  replace = {
    {"put(out, n, PIPE_F, k % (p * v) / p, k / (p * v) * p + k % p)",
     "put(out, n, PIPE_F, k % v, k / v + 0 * p)"},
  },
  fails = "correct", message = "case inter-",
  why = "each micro-batch has to go round all stages before its next chunk, so p others go first",
}
