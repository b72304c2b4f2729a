return mutant {
  base = "reference", file = "pager.c",
  replace = {
    {[==[        int both = !write && p->hint[b] == UM_MOSTLY;]==],
     [==[        int both = p->hint[b] == UM_MOSTLY;]==]},
  },
  fails = "correct", message = "um_run",
  why = "a fault of a write leaves a read-mostly block in both memories",
}
