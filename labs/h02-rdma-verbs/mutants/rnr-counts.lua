return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[
        owe(q, PK_NAK, in->psn, NAK_RNR);
        return;]==],
     [==[
        owe(q, PK_NAK, in->psn, NAK_RNR);
        q->expected = (q->expected + 1) & PSN;
        return;]==]},
  },
  fails = "correct",
  why = "says RNR and expects the next packet",
}
