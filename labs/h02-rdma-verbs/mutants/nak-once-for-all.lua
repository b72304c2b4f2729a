return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[
    q->naked = 0;
    int read]==],
     [==[    int read]==]},
  },
  fails = "correct", message = "qp_next",
  why = "never sends a second NAK, since the first one is never forgotten",
}
