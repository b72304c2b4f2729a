return mutant {
  base = "reference", file = "pager.c",
  replace = {
    {[==[                comes |= tree;]==],
     [==[                comes |= tree, all |= tree;]==]},
  },
  fails = "correct", message = "um_grow",
  why = "what came along for one leaf counts for the next",
}
