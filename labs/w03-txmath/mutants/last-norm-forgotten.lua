return mutant {
  base = "reference", file = "txmath.c",
  replace = {
    {"c.L * layer + norm(&c) +", "c.L * layer +"},
  },
  fails = "correct", message = "mismatch",
  why = "there is a norm after the last layer",
}
