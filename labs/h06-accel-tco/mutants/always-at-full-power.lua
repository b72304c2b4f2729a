return mutant {
  base = "reference", file = "tco.c",
  replace = {
    {[==[(s->util * o->kw + idle * o->idle_kw)]==],
     [==[o->kw]==]},
  },
  fails = "correct",
  why = [[the data sheet says how much at most, not how much on average]],
}
