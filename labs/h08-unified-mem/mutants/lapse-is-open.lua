return mutant {
  base = "reference", file = "pager.c",
  replace = {
    {[==[t - last[b] <= lapse]==],
     [==[t - last[b] < lapse]==]},
  },
  fails = "correct", message = "um_thrash",
  why = "a fault exactly a lapse later begins a new row",
}
