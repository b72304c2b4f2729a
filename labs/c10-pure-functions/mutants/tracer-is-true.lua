return mutant {
  base = "reference", file = "pure.c",
  replace = {
    {[[        return NOT_CONCRETE;]],
     [[        return *ret = 1, OK;]]},
  },
  fails = "correct", message = "trace()",
  why = "lets a tracer decide an if, as if it were true",
}
