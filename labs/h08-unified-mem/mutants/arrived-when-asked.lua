return mutant {
  base = "reference", file = "pager.c",
  replace = {
    {[==[    p->now = later(p->now, p->at[side][b]);
    if]==],
     [==[
    if]==]},
  },
  fails = "correct", message = "um_run",
  why = "uses a prefetched block before it has arrived",
}
