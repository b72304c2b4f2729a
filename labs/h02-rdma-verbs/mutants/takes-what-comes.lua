return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[
        q->naked = 1;
        return;]==],
     [==[
        q->naked = 1;
        q->expected = in->psn;]==]},
  },
  fails = "correct",
  why = "takes a packet behind a gap, and waits for the one after it",
}
