return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[    push(&s->site[at].run, id);
]=],
     [=[    struct list *l = &s->site[at].run;
    push(l, id);
    for (int k = l->n - 1; k > 0 && l->id[k] < l->id[k - 1]; k--) {
        l->id[k] = l->id[k - 1];
        l->id[k - 1] = id;
    }
]=]},
  },
  fails = "correct",
  why = [[passes have their requests in the order in which the caches came]],
}
