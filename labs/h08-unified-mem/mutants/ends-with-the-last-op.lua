return mutant {
  base = "reference", file = "pager.c",
  replace = {
    {[==[    s->ns = later(p.now, later(p.free[HOST], p.free[GPU]));]==],
     [==[    s->ns = p.now;]==]},
  },
  fails = "correct", message = "ns is",
  why = "forgets moves that are still under way",
}
