return mutant {
  base = "reference", file = "tree.c",
  replace = {
    {[==[    kv_commit(kv, path, n);
    return n;]==],
     [==[    kv_commit(kv, path + 1, n - 1);
    return n;]==]},
  },
  fails = "correct", message = "slots are in use",
  why = "the root was in the pass, too: its keys and values are part of the text now",
}
