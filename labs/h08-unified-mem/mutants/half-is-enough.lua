return mutant {
  base = "reference", file = "pager.c",
  replace = {
    {[==[* 100 > size * percent]==],
     [==[* 100 >= size * percent]==]},
  },
  fails = "correct", message = "um_grow",
  why = "a subtree of exactly so many per cent comes, too",
}
