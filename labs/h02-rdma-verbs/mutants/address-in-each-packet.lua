return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[(wr->op == WR_WRITE && !k))]==],
     [==[wr->op == WR_WRITE)]==]},
  },
  fails = "correct",
  why = "each packet of a WRITE carries key and address",
}
