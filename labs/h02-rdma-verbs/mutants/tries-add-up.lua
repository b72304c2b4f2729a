return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[
    q->tries = q->rnr_tries = 0;
]==],
     [==[]==]},
  },
  fails = "correct",
  why = "tries are counted over the connection's whole life",
}
