return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[
    q->naked = 0;
    int read]==],
     [==[    int read]==]},
    {[==[
    q->expected = (q->expected + 1) & PSN;
    if (read)]==],
     [==[
    q->naked = 0;
    q->expected = (q->expected + 1) & PSN;
    if (read)]==]},
  },
  fails = "correct",
  why = "a NAK of sequence is due again only when the missing packet was done, not when it has come",
}
