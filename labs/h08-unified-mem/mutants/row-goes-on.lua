return mutant {
  base = "reference", file = "pager.c",
  replace = {
    {[==[            until[b] = t + pin, row[b] = 0;]==],
     [==[            until[b] = t + pin, last[b] = until[b];]==]},
  },
  fails = "correct", message = "um_thrash",
  why = "after the pin the old row goes on",
}
