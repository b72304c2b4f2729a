return mutant {
  base = "reference", file = "qlora.c",
  replace = {
    {[=[    memset(Y, 0, sizeof *Y * (size_t)T * (size_t)W->out);
]=],
     ""},
  },
  fails = "correct", message = "Y",
  why = "Y is added to what was there",
}
