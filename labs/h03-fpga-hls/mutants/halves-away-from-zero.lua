return mutant {
  base = "reference", file = "dataflow.c",
  replace = {
    {[[int64_t v = ((int64_t)acc * mult + (INT64_C(1) << (shift - 1))) >> shift,]],
     [[
int64_t p = (int64_t)acc * mult, half = INT64_C(1) << (shift - 1);
    int64_t v = p < 0 ? -((half - p) >> shift) : (p + half) >> shift,]]},
  },
  fails = "correct", message = "expected",
  why = "a half goes up, below 0, too",
}
