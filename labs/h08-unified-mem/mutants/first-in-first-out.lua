return mutant {
  base = "reference", file = "pager.c",
  replace = {
    {[==[    if (side == GPU)
        p->used[b] = ++p->turn;
]==],
     [==[
    if (side == GPU && !p->on[GPU][b])
        p->used[b] = ++p->turn;
]==]},
  },
  fails = "correct", message = "um_run",
  why = "throws out who came first, not who was used longest ago",
}
