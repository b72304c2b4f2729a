return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[
    q->tries = q->rnr_tries = 0;
]==],
     [==[
    q->tries = q->rnr_tries = 0, q->quiet_until = 0;
]==]},
  },
  fails = "correct",
  why = "an ACK ends the wait after RNR",
}
