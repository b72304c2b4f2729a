return mutant {
  base = "reference", file = "ckpt.c",
  replace = {
    {[=[    int64_t m = t->m, all = t->batch * j->world;]=],
     [=[    static int world;
    world = world ? world : j->world;
    int64_t m = t->m, all = t->batch * world;]=]},
  },
  fails = "correct", message = "the loss is",
  why = "the gradient is divided by the samples of the first world",
}
