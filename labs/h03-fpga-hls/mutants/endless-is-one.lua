return mutant {
  base = "reference", file = "dataflow.c",
  replace = {
    {[[return !p->l->units[k] || p->used[k][t % p->ii] < p->l->units[k];]],
     [[return p->used[k][t % p->ii] < (p->l->units[k] ? p->l->units[k] : 1);]]},
  },
  fails = "profile",
  why = "additions need no unit, and are treated as if they had one",
}
