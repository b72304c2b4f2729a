return mutant {
  base = "reference", file = "pure.c",
  replace = {
    {[[enum { DEPTH = 8 };]],
     [[enum { DEPTH = 4096 };]]},
    {[[    depth--;
    return rc;]],
     [[    depth -= rc == OK;
    return rc;]]},
  },
  fails = "correct", message = "outside of any trace",
  why = "leaves the trace of a function that fails open",
}
