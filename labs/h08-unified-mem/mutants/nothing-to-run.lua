return mutant {
  base = "reference", file = "pager.c",
  replace = {
    {[[    s->ns = later(p.now, later(p.free[HOST], p.free[GPU]));]],
     [[    s->ns = later(end[n - 1], later(p.free[HOST], p.free[GPU]));]]},
  },
  fails = "correct", message = "ns is",
  why = "takes the end of the last op, and there may be none",
}
