return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[ || !mr_allows(q->a.nic, q->a.pd, wr->key, wr->addr, wr->length, MR_LOCAL_WRITE)) {]==],
     [==[) {]==]},
  },
  fails = "correct",
  why = "writes a READ's bytes into a buffer that may be gone by now",
}
