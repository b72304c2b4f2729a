return mutant {
  base = "reference", file = "links.c",
  replace = {
    {"p->back[p->hops++] = k->b == at;",
     "p->back[p->hops++] = k->a == at;"},
  },
  fails = "correct", message = "back[",
  why = "takes a for the end that is behind",
}
