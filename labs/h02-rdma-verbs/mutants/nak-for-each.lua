return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[
        if (!q->naked)
            owe(q, PK_NAK, q->expected, NAK_SEQUENCE);]==],
     [==[        owe(q, PK_NAK, q->expected, NAK_SEQUENCE);]==]},
  },
  fails = "correct", message = "qp_next",
  why = "sends a NAK for each packet behind a gap",
}
