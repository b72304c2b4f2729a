return mutant {
  base = "reference", file = "pager.c",
  replace = {
    {[==[    return comes & ~there;]==],
     [==[    return comes;]==]},
  },
  fails = "correct", message = "um_grow",
  why = "moves leaves that are there already",
}
