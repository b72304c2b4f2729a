return mutant {
  base = "reference", file = "pager.c",
  replace = {
    {[==[    return at <= one->cap ? at : -1;]==],
     [==[    return at;]==]},
  },
  fails = "correct", message = "um_break_even",
  why = "names a size that the one memory does not hold",
}
