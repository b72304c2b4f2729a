return mutant {
  base = "reference", file = "stream.c",
  replace = {
    {"e.offset % 2 || e.offset < head",
     "e.offset % 2 || e.offset < 8"},
  },
  fails = "correct", message = "inside the index",
  why = "a record may begin within the index",
}
