return mutant {
  base = "reference", file = "stream.c",
  replace = {
    {"|| s.config != l->s.config)",
     "|| s.config == 0)"},
  },
  fails = "correct", message = "another seed",
  why = "a state of another configuration is taken",
}
