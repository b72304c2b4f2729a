return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[case NAK_SEQUENCE: q->next = q->una; break;]==],
     [==[case NAK_SEQUENCE: break;]==]},
  },
  fails = "correct",
  why = "ignores NAKs of sequence: the timer will see to it",
}
