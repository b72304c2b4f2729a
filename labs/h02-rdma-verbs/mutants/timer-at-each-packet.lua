return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[
    if (q->next == q->una)
        q->timer = now;]==],
     [==[    q->timer = now;]==]},
  },
  fails = "correct", message = "qp_next",
  why = "each packet starts the timer anew, so that a busy sender never times out",
}
