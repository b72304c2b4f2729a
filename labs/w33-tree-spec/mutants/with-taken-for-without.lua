return mutant {
  base = "reference", file = "tree.c",
  replace = {
    {[==[law == DRAFT_WITHOUT, V, p + row]==],
     [==[law != DRAFT_FIXED, V, p + row]==]},
  },
  fails = "correct", message = "mismatch",
  why = "independent draws come from the same q each time",
}
