return mutant {
  base = "reference", file = "dataflow.c",
  replace = {
    {[[ + (INT64_C(1) << (shift - 1))) >> shift]],
     [[ + 0) >> shift]]},
  },
  fails = "correct", message = "expected",
  why = "shifts without rounding",
}
