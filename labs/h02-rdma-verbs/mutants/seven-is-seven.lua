return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[ && q->a.rnr_retries != RC_FOR_EVER)]==],
     [==[)]==]},
  },
  fails = "correct",
  why = "RNR retries of 7 end after seven",
}
