return mutant {
  base = "reference", file = "evict.c",
  replace = {
    {[==[expf(p[j] - top);]==],
     [==[expf(p[j] + 0 * top);]==]},
  },
  fails = "correct", message = "weight",
  why = "no largest score is taken off before the exponential",
}
