return mutant {
  base = "reference", file = "txmath.c",
  replace = {
    {"return c.L * (attention(&c) + mlp) + (int64_t)c.V * c.d;",
     "return c.L * (attention(&c) + mlp) + 2 * (int64_t)c.V * c.d;"},
  },
  fails = "correct", message = "mismatch",
  why = "the embedding is a look-up: its parameters multiply nothing",
}
