return mutant {
  base = "reference", file = "ckpt.c",
  replace = {
    {"/* The next slice; makes the shard safe behind its last byte. */",
     "static void forget(const ckpt_t *c, int64_t step);"},
    {"if (c->at < 0 && disk_create(name))",
     "if (c->at < 0 && (forget(c, c->newest), disk_create(name)))"},
  },
  fails = "correct", message = "can be loaded is",
  why = "the newest checkpoint is removed when the next one begins: there is a time in which there is none",
}
