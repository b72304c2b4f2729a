return mutant {
  base = "reference", file = "dataflow.c",
  replace = {
    {[[int64_t v = ((int64_t)acc * mult + (INT64_C(1) << (shift - 1))) >> shift,]],
     [[int64_t p = (int64_t)acc * mult, v = (p + (INT64_C(1) << (shift - 1)) - !(p >> shift & 1)) >> shift,]]},
  },
  fails = "correct", message = "expected",
  why = "lab.h rounds halves up, and not to even numbers",
}
