return mutant {
  base = "reference", file = "evict.c",
  replace = {
    {[==[    if (e->fixed >= 0) {
        n = range]==],
     [==[    if (e->fixed >= INT32_MAX) {
        n = range]==]},
  },
  fails = "correct", message = "should be byte",
  why = "SAGE ranks anew in every step",
}
