return mutant {
  base = "reference", file = "allreduce.c",
  replace = {
    {[[    return 2.0 * (P - 1) / P * bytes / seconds;]],
     "    (void)P;\n" ..
     "    return bytes / seconds;"},
  },
  fails = "correct", message = "mismatch: bus",
  why = "is what a user gets, and falls with P though no link has changed",
}
