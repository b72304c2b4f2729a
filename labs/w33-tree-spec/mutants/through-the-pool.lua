return mutant {
  base = "reference", file = "tree.c",
  replace = {
    {[==[slot(kv, kv->len + path[k]), (size_t)kv->width]==],
     [==[slot(kv, kv->len) + (ptrdiff_t)path[k] * kv->width, (size_t)kv->width]==]},
  },
  fails = "correct",
  why = "neighbouring slots are neighbours in the pool only within a block",
}
