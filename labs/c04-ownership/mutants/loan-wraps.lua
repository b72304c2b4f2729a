return mutant {
  base = "reference", file = "ownership.c",
  replace = {
    {"    at->gen++;",
     "    at->gen = at->gen % GEN_MAX + 1;"},
  },
  fails = "correct", message = "loan_",
  why = "the copy of an old loan becomes valid again",
}
