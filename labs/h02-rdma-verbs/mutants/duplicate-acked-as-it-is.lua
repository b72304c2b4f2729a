return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[owe(q, PK_ACK, q->expected - 1, NAK_NONE)]==],
     [==[owe(q, PK_ACK, in->psn, NAK_NONE)]==]},
  },
  fails = "correct", message = "psn",
  why = "acknowledges a duplicate with its own number",
}
