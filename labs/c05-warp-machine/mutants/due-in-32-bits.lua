return mutant {
  base = "reference", file = "machine.c",
  replace = {
    {"    int64_t due[WM_REGS], when;",
     "    int64_t when;\n" ..
     "    int due[WM_REGS];"},
    {[[m->clock + (global ? m->cfg->lat_global : m->cfg->lat_shared) + passes - 1;]],
     [[(int)(m->clock + (global ? m->cfg->lat_global : m->cfg->lat_shared) + passes - 1);]]},
    {[[    w->due[i->d] = m->clock + m->cfg->lat_alu;]],
     [[    w->due[i->d] = (int)(m->clock + m->cfg->lat_alu);]]},
  },
  fails = "correct",
  why = "keeps due times in 32 bits, and a latency may be as long as these go",
}
