return mutant {
  base = "reference", file = "evict.c",
  replace = {
    {[==[int last = least(i + 1 - near, n);]==],
     [==[int last = least(i - near, n);]==]},
  },
  fails = "correct", message = "should be byte",
  why = "what an entry's own query gave to it is not counted",
}
