return mutant {
  base = "reference", file = "dataflow.c",
  replace = {
    {[[FIELD = 18]],
     [[FIELD = 19]]},
  },
  fails = "correct", message = "more than 27 bits",
  why = "a field of 19 bits leaves none for the sign of -128 and its borrow",
}
