return mutant {
  base = "reference", file = "dataflow.c",
  replace = {
    {[[MOST = 7]],
     [[MOST = DF_WIDEST]]},
  },
  fails = "correct", message = "expected",
  why = "the lower field is taken out once, at the end",
}
