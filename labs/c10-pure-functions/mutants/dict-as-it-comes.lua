return mutant {
  base = "reference", file = "pure.c",
  replace = {
    {[[t->kind == DICT && at > 0]],
     [[t->kind > DICT && at > 0]]},
  },
  fails = "correct",
  why = "keeps entries of a dict in the order in which they were made",
}
