return mutant {
  base = "reference", file = "ckpt.c",
  replace = {
    {[=[    while (state == CKPT_WRITING)
        state = ckpt_work(l->writer, l->t->budget);
    gather(l);]=],
     [=[    gather(l);]=]},
  },
  fails = "correct",
  why = "returns while the last checkpoint is being written",
}
