return mutant {
  base = "reference", file = "stream.c",
  replace = {
    {"at + w <= n",
     "at + w < n"},
  },
  fails = "correct", message = "document",
  why = "the last run of w tokens is left out",
}
