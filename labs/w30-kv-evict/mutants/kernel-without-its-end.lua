return mutant {
  base = "reference", file = "evict.c",
  replace = {
    {[==[to = least(j + kernel / 2 + 1, n);]==],
     [==[to = least(j + kernel / 2 + (kernel == 1), n);]==]},
  },
  fails = "correct", message = "should be byte",
  why = "the last neighbour is left out",
}
