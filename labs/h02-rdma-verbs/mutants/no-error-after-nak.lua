return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[
    owe(q, PK_NAK, in->psn, why);
    fail(q, rr, 0);]==],
     [==[
    owe(q, PK_NAK, in->psn, why);
    if (rr)
        fail(q, rr, 0);]==]},
  },
  fails = "correct",
  why = "refuses a packet and lives on",
}
