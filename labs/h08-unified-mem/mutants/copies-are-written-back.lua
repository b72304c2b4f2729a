return mutant {
  base = "reference", file = "pager.c",
  replace = {
    {[==[    if (p->on[HOST][old]) {
        p->on[GPU][old] = 0, p->count--;
        return t;
    }
]==],
     [==[]==]},
  },
  fails = "correct", message = "um_run",
  why = "moves a block out that has a copy in host memory",
}
