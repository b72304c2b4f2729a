return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[    while (s->pending.n && send(s, s->pending.id[0], p))
        drop(&s->pending, 0);
]=],
     [=[]=]},
    {[=[    for (int k = 0; k < s->cfg.sites; k++)
        if (s->cfg.role[k] == DS_DECODE && !s->site[k].busy)
            decode(]=],
     [=[    while (s->pending.n && send(s, s->pending.id[0], p))
        drop(&s->pending, 0);
    for (int k = 0; k < s->cfg.sites; k++)
        if (s->cfg.role[k] == DS_DECODE && !s->site[k].busy)
            decode(]=]},
  },
  fails = "correct",
  why = [[room goes to whoever has waited longest for it, and that is a computed prompt]],
}
