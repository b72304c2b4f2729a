return mutant {
  base = "reference", file = "ckpt.c",
  replace = {
    {"all - c->at < bytes ? all - c->at : bytes;",
     "all - c->at < 2 * bytes ? all - c->at : 2 * bytes;"},
  },
  fails = "profile", message = "stall_B",
  why = "each slice is two, of which training waits for one",
}
