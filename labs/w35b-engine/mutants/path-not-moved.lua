return mutant {
  base = "reference", file = "engine.c",
  replace = {
    {[==[    kv_commit(&s->kv, path, n);]==],
     [==[    s->kv.len += n;]==]},
  },
  fails = "correct", message = "plain decoding says",
  why = "what was accepted stays where the tree had it, among what was refused",
}
