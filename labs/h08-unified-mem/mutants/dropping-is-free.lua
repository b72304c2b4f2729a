return mutant {
  base = "reference", file = "pager.c",
  replace = {
    {[==[        p->now = later(p->now, p->at[!side][b]);
        fault(p);]==],
     [==[
        p->now = later(p->now, p->at[!side][b]);]==]},
  },
  fails = "correct", message = "um_run",
  why = "the other copy is dropped without a fault",
}
