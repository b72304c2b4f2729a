return mutant {
  base = "reference", file = "ckpt.c",
  replace = {
    {"if (c->at < 0 && disk_create(name))",
     "char none;\n    if (c->at < 0 && disk_read(name, 0, &none, 1) < 0 && disk_create(name))"},
  },
  fails = "correct", message = "load then is",
  why = "a shard that a failed job has left is appended to",
}
