return mutant {
  base = "reference", file = "txmath.c",
  replace = {
    {"c.topk * expert(&c)", "c.E * expert(&c)"},
  },
  fails = "correct", message = "mismatch",
  why = "a token goes through topk experts, not through all",
}
