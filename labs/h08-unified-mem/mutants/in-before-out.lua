return mutant {
  base = "reference", file = "pager.c",
  replace = {
    {[==[    return p->at[HOST][old];]==],
     [==[    return t;]==]},
  },
  fails = "correct", message = "um_run",
  why = "moves in while the block that makes room is still on its way out",
}
