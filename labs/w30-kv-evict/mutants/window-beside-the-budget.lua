return mutant {
  base = "reference", file = "evict.c",
  replace = {
    {[==[parts(e, 0, b - w, w, keep);]==],
     [==[parts(e, 0, least(b, n - w), w, keep);]==]},
  },
  fails = "correct", message = "should stay",
  why = "SnapKV's window is kept on top of the budget",
}
