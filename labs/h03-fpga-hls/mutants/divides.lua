return mutant {
  base = "reference", file = "dataflow.c",
  replace = {
    {[[ + (INT64_C(1) << (shift - 1))) >> shift]],
     [[ + (INT64_C(1) << (shift - 1))) / (INT64_C(1) << shift)]]},
  },
  fails = "correct", message = "expected",
  why = "a division rounds towards 0, also below it",
}
