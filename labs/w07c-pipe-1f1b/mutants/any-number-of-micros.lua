return mutant {
  base = "reference", file = "pipe.c",
  replace = {
    {"if (v > 1 && (kind != PIPE_INTERLEAVED || p == 1 || m % p))",
     "if (v > 1 && (kind != PIPE_INTERLEAVED || p == 1))"},
  },
  fails = "correct", message = "expected -1",
  why = "groups of p that are not full leave micro-batches out, and read as if they were there",
}
