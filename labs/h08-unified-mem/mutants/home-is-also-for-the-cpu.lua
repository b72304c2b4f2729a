return mutant {
  base = "reference", file = "pager.c",
  replace = {
    {[==[        if (side == GPU && p->hint[b] == UM_HOME) {]==],
     [==[        if (p->hint[b] == UM_HOME) {]==]},
  },
  fails = "correct", message = "um_run",
  why = "the CPU reads a block at home across the link, too",
}
