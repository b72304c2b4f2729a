return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[
        else
            owe(q, PK_ACK, q->expected - 1, NAK_NONE);
        return;]==],
     [==[        return;]==]},
  },
  fails = "correct", message = "qp_next",
  why = "says nothing to a packet that was there before, whose ACK may be what was lost",
}
