return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[ || (news < CH_CREDIT && r->came - r->told < CH_SLOTS))]==],
     [==[ || news < CH_CREDIT)]==]},
  },
  fails = "correct", message = "waits for ever",
  why = "keeps credits until the batch is full, which it may never be",
}
