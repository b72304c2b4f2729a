return mutant {
  base = "reference", file = "ckpt.c",
  replace = {
    {[=[    if (c->busy)
        return CKPT_BUSY;]=],
     ""},
  },
  fails = "correct", message = "ckpt_begin() gives",
  why = "a new snapshot replaces the one that is being written",
}
