return mutant {
  base = "reference", file = "pages.c",
  replace = {
    {[==[
    l->r->sqe[l->r->sq_tail & (l->r->sq_entries - 1)] =]==],
     [==[
    l->r->sqe[l->r->sq_tail % (l->r->sq_entries + 1) & (l->r->sq_entries - 1)] =]==]},
  },
  fails = "correct", message = "load_ring",
  why = "the place in the ring is not the index modulo its size",
}
