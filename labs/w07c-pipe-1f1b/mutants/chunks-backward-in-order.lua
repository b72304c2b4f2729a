return mutant {
  base = "reference", file = "pipe.c",
  replace = {
    {"put(out, n, PIPE_B, v - 1 - k % (p * v) / p,",
     "put(out, n, PIPE_B, k % (p * v) / p,"},
  },
  fails = "correct", message = "waits for ever",
  why = "the backward pass begins at the last piece",
}
