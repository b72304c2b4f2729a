return mutant {
  base = "reference", file = "links.c",
  replace = {
    {"    return last;",
     "    return n ? end[n - 1] : 0 * last;"},
  },
  fails = "correct", message = "ic_run returns",
  why = "returns the end of the last copy in the list, and not the last end",
}
