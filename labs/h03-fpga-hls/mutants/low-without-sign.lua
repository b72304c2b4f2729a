return mutant {
  base = "reference", file = "dataflow.c",
  replace = {
    {[[int64_t low = (p & ((1 << FIELD) - 1)) - ((p & 1 << (FIELD - 1)) << 1);]],
     [[int64_t low = p & ((1 << FIELD) - 1);]]},
  },
  fails = "correct", message = "expected",
  why = "the lower field has a sign of its own",
}
