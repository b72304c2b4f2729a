return mutant {
  base = "reference", file = "pager.c",
  replace = {
    {[==[p->used[b] < p->used[old]]==],
     [==[p->used[b] > p->used[old]]==]},
  },
  fails = "correct", message = "um_run",
  why = "throws out the block that was used last",
}
