return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[
    if (t->sent - released >= CH_SLOTS)
        return 0;
]==],
     [==[
    (void)released;
]==]},
  },
  fails = "correct",
  why = "sends whenever the send queue has a place",
}
