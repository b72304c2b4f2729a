return mutant {
  base = "reference", file = "pages.c",
  replace = {
    {[==[
    struct part *p = &l->part[c->user];]==],
     [==[
    struct part *p = &l->part[(l->r->cq_head - 5) % (l->r->sq_entries < SLOTS ? l->r->sq_entries : SLOTS)];]==]},
  },
  fails = "correct", message = "load_ring",
  why = "takes completions in the order of submission",
}
