return mutant {
  base = "reference", file = "pager.c",
  replace = {
    {[==[__builtin_popcount(all & tree)]==],
     [==[__builtin_popcount(there & tree)]==]},
  },
  fails = "correct", message = "um_grow",
  why = "leaves that are faulted do not count as full",
}
