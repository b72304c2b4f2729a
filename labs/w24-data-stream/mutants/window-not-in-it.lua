return mutant {
  base = "reference", file = "stream.c",
  replace = {
    {", h = mix64(h ^ (uint64_t)s->window)",
     ""},
  },
  fails = "correct", message = "another window",
  why = "the window is not in the configuration's hash",
}
