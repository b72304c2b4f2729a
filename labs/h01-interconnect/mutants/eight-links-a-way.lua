return mutant {
  base = "reference", file = "links.c",
  replace = {
    {"p->link[p->hops] = l, p->back[p->hops++] = k->b == at;",
     "p->link[p->hops & 7] = l, p->back[p->hops++ & 7] = k->b == at;"},
  },
  fails = "correct", message = "machine",
  why = "has room for eight links, where lab.h allows 16",
}
