return mutant {
  base = "reference", file = "pager.c",
  replace = {
    {[==[            p->now += up(o->bytes, p->m->far);]==],
     [==[            fault(p), p->now += up(o->bytes, p->m->far);]==]},
  },
  fails = "correct", message = "um_run",
  why = "a block at home has a fault at each access by the GPU",
}
