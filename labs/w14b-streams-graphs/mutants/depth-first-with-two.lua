return mutant {
  base = "reference", file = "streams.c",
  replace = {
    {[==[    int behind = ns > 2 ? 2 : ns - 1;]==],
     [==[    int behind = ns > 2 ? 2 : 0;]==]},
  },
  fails = "profile", message = "two-places-gate",
  why = "with two places each chunk is issued whole",
}
