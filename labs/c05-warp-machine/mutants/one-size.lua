return mutant {
  base = "reference", file = "machine.c",
  replace = {
    {"uint32_t size = i->op == WM_LDG || i->op == WM_STG ? m->cfg->global_B : m->cfg->shared_B;",
     "uint32_t size = m->cfg->global_B;"},
  },
  fails = "correct",
  why = "holds addresses of shared memory against the size of the global one",
}
