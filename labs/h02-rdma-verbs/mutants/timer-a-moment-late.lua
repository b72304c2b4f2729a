return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[now - q->timer >= q->a.timeout]==],
     [==[now - q->timer > q->a.timeout]==]},
  },
  fails = "correct", message = "qp_next",
  why = "the timer has to stand for longer than the time-out",
}
