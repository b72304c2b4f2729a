return mutant {
  base = "reference", file = "ckpt.c",
  replace = {
    {[=[    memcpy(c->copy, j->part, (size_t)j->count * sizeof *c->copy);
    c->n = j->n]=],
     [=[    free(c->copy);
    c->copy = j->part;
    c->n = j->n]=]},
  },
  fails = "correct", message = "not the state of that step",
  why = "the snapshot is a pointer: training goes on to change it",
}
