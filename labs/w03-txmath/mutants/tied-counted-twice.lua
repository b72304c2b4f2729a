return mutant {
  base = "reference", file = "txmath.c",
  replace = {
    {"(c.tied ? 0 : table)", "table"},
  },
  fails = "correct", message = "mismatch",
  why = "a tied head is the embedding's own memory",
}
