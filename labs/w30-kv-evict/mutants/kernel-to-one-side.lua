return mutant {
  base = "reference", file = "evict.c",
  replace = {
    {[==[to = least(j + kernel / 2 + 1, n);]==],
     [==[to = least(j + 1, n);]==]},
  },
  fails = "correct", message = "should be byte",
  why = "the neighbours before an entry alone",
}
