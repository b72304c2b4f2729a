return mutant {
  base = "reference", file = "evict.c",
  replace = {
    {[==[        e->score[i] = e->score[keep[i]];]==],
     [==[        (void)keep;]==]},
  },
  fails = "correct", message = "should be byte",
  why = "the cache moves up, the sums do not",
}
