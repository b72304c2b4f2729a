return mutant {
  base = "reference", file = "pager.c",
  replace = {
    {[==[for (int size = 32; size; size /= 2) {]==],
     [==[for (int size = 2; size <= 32; size *= 2) {]==]},
  },
  fails = "correct", message = "um_grow",
  why = "stops at the smallest subtree that is full enough",
}
