return mutant {
  base = "reference", file = "tree.c",
  replace = {
    {[==[kv->blocks * kv->block >= kv->len + kv->block)]==],
     [==[kv->blocks * kv->block >= kv->len + kv->block - 1)]==]},
  },
  fails = "correct",
  why = "a block with one slot in use is in use",
}
