return mutant {
  base = "reference", file = "engine.c",
  replace = {
    {[==[    int n = evict_select(s->evict, keep), own = s->shared && n < s->kv.len;]==],
     [==[    int n = evict_select(s->evict, keep), own = 0;]==]},
  },
  fails = "correct", message = "mismatch",
  why = "what stays moves together in place, over blocks that the tree promised to others",
}
