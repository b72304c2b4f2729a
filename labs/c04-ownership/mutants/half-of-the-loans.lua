return mutant {
  base = "reference", file = "ownership.c",
  replace = {
    {"for (int k = 0; k < POOL_LOANS; k++) {\n        struct loan *l = &p->loan[k];\n"
     .. "        if (l->slot != NOBODY",
     "for (int k = 0; k < POOL_LOANS / 2; k++) {\n        struct loan *l = &p->loan[k];\n"
     .. "        if (l->slot != NOBODY"},
  },
  fails = "correct", message = "own_borrow",
  why = "there are POOL_LOANS loans",
}
