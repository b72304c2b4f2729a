return mutant {
  base = "reference", file = "ownership.c",
  replace = {
    {"    for (int k = child.index; k != NOBODY; k = p->slot[k].child)\n"
     .. "        if (k == parent.index)\n            return OWN_CYCLE;",
     "    if (child.index == parent.index || c->child == parent.index)\n"
     .. "        return OWN_CYCLE;"},
  },
  fails = "correct", message = "own_link",
  why = "a ring may be longer than two",
}
