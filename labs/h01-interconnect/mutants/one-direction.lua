return mutant {
  base = "reference", file = "links.c",
  replace = {
    {"p->back[p->hops++] = k->b == at;",
     "p->back[p->hops++] = 0;"},
  },
  fails = "correct", message = "back[",
  why = "says that all links go from a to b",
}
