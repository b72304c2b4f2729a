return mutant {
  base = "reference", file = "review.c",
  replace = {
    {"for (int o = ASCENDING; o <= SHUFFLED; o++) {",
     "for (int o = ASCENDING; o <= ASCENDING; o++) {"},
    {[==[    if (c.races || c.outside)
        return 1;
    if (n && n]==],
     "    if (n && n"},
  },
  fails = "correct", message = "BLOCK_SUM",
  why = "one order of threads, and nobody looks at the races",
}
