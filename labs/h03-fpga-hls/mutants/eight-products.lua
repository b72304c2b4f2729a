return mutant {
  base = "reference", file = "dataflow.c",
  replace = {
    {[[MOST = 7]],
     [[MOST = 8]]},
  },
  fails = "correct", message = "expected",
  why = "the eighth product of -128 and -128 overflows the lower field",
}
