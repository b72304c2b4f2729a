return mutant {
  base = "reference", file = "dataflow.c",
  replace = {
    {[[return !p->l->units[k] || p->used[k][t % p->ii] < p->l->units[k];]],
     [[return !p->l->units[k] || !p->used[k][t % p->ii];]]},
  },
  fails = "profile",
  why = "takes two ports for one",
}
