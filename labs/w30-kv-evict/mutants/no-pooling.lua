return mutant {
  base = "reference", file = "evict.c",
  replace = {
    {[==[pool(e->spare, S - w, e->c.kernel, e->score);]==],
     [==[pool(e->spare, S - w, 1, e->score);]==]},
  },
  fails = "correct", message = "should be byte",
  why = "each entry stands for itself",
}
