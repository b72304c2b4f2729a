return mutant {
  base = "reference", file = "tree.c",
  replace = {
    {[==[    out[n - 1] = next;
    kv_commit(kv, path, n);
    return n;]==],
     [==[    (void)next;
    kv_commit(kv, path, n);
    return n > 1 ? n - 1 : n;]==]},
  },
  fails = "correct",
  why = "the token behind the path is what no round ends without",
}
