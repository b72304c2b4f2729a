return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[case NAK_SEQUENCE: q->next = q->una; break;]==],
     [==[case NAK_SEQUENCE: q->next = q->una; q->high = (q->una + 1) & PSN; break;]==]},
  },
  fails = "correct",
  why = "sends the missing packet alone, and what was behind it was dropped",
}
