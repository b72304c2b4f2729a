return mutant {
  base = "reference", file = "pager.c",
  replace = {
    {[==[                bring(&p, b, hint[b] == UM_MOSTLY);]==],
     [==[                bring(&p, b, hint[b] == UM_MOSTLY), p.now = p.at[GPU][b];]==]},
  },
  fails = "correct", message = "PREFETCH of block",
  why = "the program waits for a prefetch",
}
