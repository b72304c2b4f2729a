return mutant {
  base = "reference", file = "ckpt.c",
  replace = {
    {[=[m.extra = c->extra;
    for]=],
     [=[m.extra.step = c->extra.step;
    for]=]},
  },
  fails = "correct", message = "not the state",
  why = "the random generator and the loader are not in the checkpoint",
}
