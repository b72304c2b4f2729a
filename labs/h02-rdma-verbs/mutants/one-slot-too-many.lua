return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[if (t->sent - released >= CH_SLOTS)]==],
     [==[if (t->sent - released > CH_SLOTS)]==]},
  },
  fails = "correct",
  why = "sends one message more than there are slots",
}
