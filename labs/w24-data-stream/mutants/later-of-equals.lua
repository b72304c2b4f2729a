return mutant {
  base = "reference", file = "stream.c",
  replace = {
    {"if (due > most)",
     "if (due >= most)"},
  },
  fails = "correct", message = "document",
  why = "of sources that are owed the same the last one is taken",
}
