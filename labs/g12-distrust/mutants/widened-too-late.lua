return mutant {
  base = "reference", file = "review.c",
  replace = {
    {"int64_t row = (int64_t)layer * s->tokens + token;",
     "int64_t row = (uint32_t)layer * (uint32_t)s->tokens + (uint32_t)token;"},
  },
  fails = "correct", message = "offset",
  why = "64 bits behind a product of 32",
}
