return mutant {
  base = "reference", file = "links.c",
  replace = {
    {"        delay += first / slowest;",
     "        delay += 0 * first * slowest;"},
  },
  fails = "correct", message = "ends at",
  why = "has the second leg begin with the first",
}
