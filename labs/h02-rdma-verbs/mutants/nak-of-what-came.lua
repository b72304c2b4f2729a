return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[owe(q, PK_NAK, q->expected, NAK_SEQUENCE)]==],
     [==[owe(q, PK_NAK, in->psn, NAK_SEQUENCE)]==]},
  },
  fails = "correct", message = "psn",
  why = "a NAK says which packet came, and not which is missing",
}
