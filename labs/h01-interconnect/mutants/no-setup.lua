return mutant {
  base = "reference", file = "links.c",
  replace = {
    {"double delay = t->setup, slowest",
     "double delay = 0, slowest"},
  },
  fails = "correct", message = "ends at",
  why = "leaves out what a copy takes until it begins",
}
