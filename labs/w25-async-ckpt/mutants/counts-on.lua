return mutant {
  base = "reference", file = "ckpt.c",
  replace = {
    {[=[    if (ckpt_load(&l.j) < 0)
        untrained(&l.j);
    int done = train(&l); /* its first step notices a death in the load, too */]=],
     [=[    static int64_t reached;
    if (ckpt_load(&l.j) < 0)
        untrained(&l.j);
    if (reached > l.j.extra.step)
        l.j.extra.step = reached;
    int done = train(&l);
    reached = l.j.extra.step;]=]},
  },
  fails = "correct",
  why = "goes back to the checkpoint, and the step counter of the loop does not",
}
