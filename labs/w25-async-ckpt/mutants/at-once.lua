return mutant {
  base = "reference", file = "ckpt.c",
  replace = {
    {"all - c->at < bytes ? all - c->at : bytes;",
     "all - c->at;"},
  },
  fails = "profile", message = "stall_B",
  why = "the shard is written as a whole while training waits",
}
