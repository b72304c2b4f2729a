return mutant {
  base = "reference", file = "tco.c",
  replace = {
    {[==[(s->util * o->kw + idle * o->idle_kw)]==],
     [==[(s->util * o->kw)]==]},
  },
  fails = "correct",
  why = [[an accelerator that waits draws a third or more of its power]],
}
