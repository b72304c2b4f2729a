return mutant {
  base = "reference", file = "pager.c",
  replace = {
    {[==[    if (write && p->on[!side][b]) {]==],
     [==[    if (write && p->on[!side][b] && p->hint[b] != UM_MOSTLY) {]==]},
  },
  fails = "correct", message = "um_run",
  why = "a write to a read-mostly block leaves the other copy as it is",
}
