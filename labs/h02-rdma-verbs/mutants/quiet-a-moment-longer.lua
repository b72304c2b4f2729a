return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[
now < q->quiet_until)
        return 0;]==],
     [==[
now <= q->quiet_until)
        return 0;]==]},
  },
  fails = "correct", message = "qp_next",
  why = "is still quiet when the wait is over",
}
