return mutant {
  base = "reference", file = "pager.c",
  replace = {
    {[==[    t = later(later(t, p->free[to]), p->at[!to][b]);
    p->free[to] = p->at[to][b] = t + p->move_ns;]==],
     [==[
    t = later(later(t, later(p->free[to], p->free[!to])), p->at[!to][b]);
    p->free[to] = p->at[to][b] = t + p->move_ns;]==]},
  },
  fails = "correct", message = "um_run",
  why = "moves in and out share one link",
}
