return mutant {
  base = "reference", file = "engine.c",
  replace = {
    {[==[    if (!e->m->busy || e->m->over > door_now(e->w))
        return 0;]==],
     [==[    if (!e->m->busy)
        return 0;]==]},
  },
  fails = "correct", message = "no byte",
  why = "what a pass answers is said before that pass is over",
}
