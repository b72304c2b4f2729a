return mutant {
  base = "reference", file = "ckpt.c",
  replace = {
    {"all - c->at < bytes ? all - c->at : bytes;",
     "all - c->at < bytes ? all - c->at : bytes / 8 * 8;"},
  },
  fails = "correct", message = "CKPT_DONE was not given",
  why = "a slice is rounded down to whole numbers, and one of less than a number never ends",
}
