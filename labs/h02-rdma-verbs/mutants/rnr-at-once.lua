return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[    q->quiet_until = now + q->a.rnr_wait;]==],
     [==[    q->quiet_until = now;]==]},
  },
  fails = "correct",
  why = "comes back at once after RNR",
}
