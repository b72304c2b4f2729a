return mutant {
  base = "reference", file = "pager.c",
  replace = {
    {[==[t < until[b]]==],
     [==[until[b] && t <= until[b]]==]},
  },
  fails = "correct", message = "um_thrash",
  why = "a block is still pinned at the moment in which it is free",
}
