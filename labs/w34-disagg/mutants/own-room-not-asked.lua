return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[s->cfg.role[k] != DS_DECODE || need(s, id, k, &hit) > x->left || x->seats]=],
     [=[s->cfg.role[k] != DS_DECODE || (need(s, id, k, &hit), x->seats)]=]},
  },
  fails = "correct",
  why = [[by its own policy the calmest site, whether it has room or not]],
}
