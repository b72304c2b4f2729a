return mutant {
  base = "reference", file = "roofline.c",
  replace = {
    {"(double)ops[k].calls", "(double)(int)ops[k].calls"},
  },
  fails = "correct", message = "mismatch",
  why = "calls is an int64_t and may pass 2^31",
}
