return mutant {
  base = "reference", file = "machine.c",
  replace = {
    {[=[    if (is_memory(i->op) && addresses(m, w, i, mask, addr))
        return WM_ADDRESS;
]=], [=[]=]},
    {[=[    m->count->issued++;
]=], [=[    m->count->issued++;
    if (is_memory(i->op) && addresses(m, w, i, mask, addr))
        return WM_ADDRESS;
]=]},
  },
  fails = "correct", message = "issues",
  why = "tells and counts the instruction that is at fault",
}
