return mutant {
  base = "reference", file = "pager.c",
  replace = {
    {[==[        at *= (1 / two->mem_Bps - 1 / slow(two)) / (1 / one->mem_Bps - 1 / slow(two));]==],
     [==[        at = two->cap;]==]},
  },
  fails = "correct", message = "um_break_even",
  why = "takes the size that just fits for the border",
}
