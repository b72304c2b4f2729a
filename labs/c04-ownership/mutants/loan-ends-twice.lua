return mutant {
  base = "reference", file = "ownership.c",
  replace = {
    {"    at->slot = NOBODY;\n" ..
     "    at->gen++;",
     "    at->slot = s->readers ? at->slot : NOBODY;\n" ..
     "    at->gen += at->slot == NOBODY;"},
  },
  fails = "correct", message = "loan_end",
  why = "the copy of a loan is ended once more: another reader's loan is gone",
}
