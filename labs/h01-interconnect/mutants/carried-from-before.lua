return mutant {
  base = "reference", file = "links.c",
  replace = {
    {"memset(carried, 0, (size_t)t->links * sizeof carried[0]);",
     "(void)0;"},
  },
  fails = "correct", message = "carried[",
  why = "adds to whatever was in carried",
}
