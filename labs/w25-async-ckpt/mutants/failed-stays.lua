return mutant {
  base = "reference", file = "ckpt.c",
  replace = {
    {"    forget(c, c->extra.step);",
     ""},
  },
  fails = "correct", message = "leaves",
  why = "what was written of a checkpoint that is given up stays on the disk",
}
