return mutant {
  base = "reference", file = "machine.c",
  replace = {
    {[=[        if (addr[l] % 4 || addr[l] >= size)
            return -1;
]=], [=[        int end = !(mask & (mask - 1)) || all == mask;
        if (end && (addr[l] % 4 || addr[l] >= size))
            return -1;
]=]},
    {[=[m->cfg->global_B : m->cfg->shared_B;
]=], [=[m->cfg->global_B : m->cfg->shared_B;
    uint32_t all = mask;
]=]},
  },
  fails = "correct",
  why = "looks at the addresses of the first and the last lane alone, as if those between lay between",
}
