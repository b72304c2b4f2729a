return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[work_t w = { (double)b, context, context };]=],
     [=[work_t w = { (double)b, 0, context };]=]},
  },
  fails = "correct",
  why = [[attention has arithmetic, and in a large batch it shows]],
}
