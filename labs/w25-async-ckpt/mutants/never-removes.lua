return mutant {
  base = "reference", file = "ckpt.c",
  replace = {
    {"forget(c, c->older);",
     ""},
  },
  fails = "correct", message = "checkpoints failed",
  why = "old checkpoints stay until the disk is full",
}
