return mutant {
  base = "reference", file = "qlora.c",
  replace = {
    {"float *scaled = take(sizeof *scaled * (size_t)T * (size_t)l->r), by = l->alpha / (float)l->r;",
     "float *scaled = take(sizeof *scaled * (size_t)T * (size_t)l->r), by = l->alpha;"},
  },
  fails = "correct", message = "Y",
  why = "the adapter counts alpha times, not alpha/r times",
}
