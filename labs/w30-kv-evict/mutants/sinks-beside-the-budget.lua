return mutant {
  base = "reference", file = "evict.c",
  replace = {
    {[==[parts(e, s, 0, b - s, keep);]==],
     [==[parts(e, s, 0, e->n - s < b ? e->n - s : b, keep);]==]},
  },
  fails = "correct", message = "there should stay",
  why = "sinks are kept on top of the budget",
}
