return mutant {
  base = "reference", file = "tree.c",
  replace = {
    {[==[    for (int k = 0; k < n; k++)
        if (path[k] != k)
            memcpy(slot(kv, kv->len + k), slot(kv, kv->len + path[k]), (size_t)kv->width * sizeof *kv->pool);
    kv->len += n;
    while (kv->blocks * kv->block >= kv->len + kv->block)
        block_free(kv, kv->table[--kv->blocks]);]==],
     [==[    while (kv->blocks * kv->block >= kv->len + n + kv->block)
        block_free(kv, kv->table[--kv->blocks]);
    for (int k = 0; k < n; k++)
        if (path[k] != k)
            memcpy(slot(kv, kv->len + k), slot(kv, kv->len + path[k]), (size_t)kv->width * sizeof *kv->pool);
    kv->len += n;]==]},
  },
  fails = "correct", message = "cache",
  why = "a block that was given back may be written by somebody else at once",
}
