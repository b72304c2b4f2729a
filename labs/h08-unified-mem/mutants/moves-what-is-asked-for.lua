return mutant {
  base = "reference", file = "pager.c",
  replace = {
    {[==[        fault(p);
        if (side == GPU)]==],
     [==[        fault(p);
        p->move_ns = up(o->bytes, p->m->link);
        if (side == GPU)]==]},
  },
  fails = "correct", message = "um_run",
  why = "a move takes as long as the bytes that the access wants",
}
