return mutant {
  base = "reference", file = "dataflow.c",
  replace = {
    {[=[p->used[k][t % p->ii] < p->l->units[k]]=],
     [=[p->used[k][t % (DF_OPS * 40)] < p->l->units[k]]=]},
    {[=[p->used[p->l->kind[v]][t % p->ii]++]=],
     [=[p->used[p->l->kind[v]][t % (DF_OPS * 40)]++]=]},
    {[=[p->used[p->l->kind[v]][p->start[v] % p->ii]--]=],
     [=[p->used[p->l->kind[v]][p->start[v] % (DF_OPS * 40)]--]=]},
    {[[p->start[u] % p->ii == t % p->ii &&]],
     [[p->start[u] == t &&]]},
  },
  fails = "correct", message = "operations of kind",
  why = "iterations overlap: the table of what is taken goes round",
}
