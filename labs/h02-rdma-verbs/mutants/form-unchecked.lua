return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[    if ((read || in->first) ? q->inside != 0 : q->inside != 1 + in->op) {]==],
     [==[    if (!read && !in->first && q->inside != 1 + in->op) {]==]},
  },
  fails = "correct",
  why = "a message may begin within another one",
}
