return mutant {
  base = "reference", file = "evict.c",
  replace = {
    {[==[        return n + range(e->n - (b - e->fixed), e->n, keep + n);]==],
     [==[        return n + range(e->fixed, e->n, keep + n);]==]},
  },
  fails = "correct", message = "there should stay",
  why = "after its selection SAGE keeps all, as SnapKV does",
}
