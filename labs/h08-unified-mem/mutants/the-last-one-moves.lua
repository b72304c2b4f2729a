return mutant {
  base = "reference", file = "pager.c",
  replace = {
    {[==[            until[b] = t + pin, row[b] = 0;]==],
     [==[            until[b] = t + pin, row[b] = 0, on[b] = a[k].gpu;]==]},
  },
  fails = "correct", message = "um_thrash",
  why = "the fault that pins moves the block first",
}
