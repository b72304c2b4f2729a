return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[wr->length ? (wr->length - 1) / RC_MTU + 1 : 1;]==],
     [==[(wr->length + RC_MTU - 1) / RC_MTU;]==]},
  },
  fails = "correct",
  why = "a message of 0 bytes has no packet",
}
