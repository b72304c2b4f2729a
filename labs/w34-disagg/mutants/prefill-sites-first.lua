return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[    s->own = cfg->role[0] == DS_ANY;]=],
     [=[    s->own = cfg->role[0] == DS_ANY;
    int np = 0;
    for (int k = 0; k < cfg->sites; k++)
        np += cfg->role[k] == DS_PREFILL;
    for (int k = 0; k < cfg->sites; k++)
        s->cfg.role[k] = k < np ? DS_PREFILL : DS_DECODE;]=]},
  },
  fails = "correct",
  why = [[roles are counted and dealt out from site 0 on; the settings say who has which]],
}
