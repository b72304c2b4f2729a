return mutant {
  base = "reference", file = "tree.c",
  replace = {
    {[==[    while (kv->blocks * kv->block >= kv->len + kv->block)]==],
     [==[    while (kv->blocks > kv->len / kv->block)]==]},
  },
  fails = "correct",
  why = "a block that is begun is in use: round up",
}
