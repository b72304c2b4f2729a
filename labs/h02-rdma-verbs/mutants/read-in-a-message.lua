return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[    if ((read || in->first) ? q->inside != 0 : q->inside != 1 + in->op) {]==],
     [==[    if (!read && (in->first ? q->inside != 0 : q->inside != 1 + in->op)) {]==]},
  },
  fails = "correct",
  why = "lets a READ into the middle of a message",
}
