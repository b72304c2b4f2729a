return mutant {
  base = "reference", file = "machine.c",
  replace = {
    {[=[when < m->port && is_memory(m->code[w->path[w->now].pc].op))]=],
     [=[when < m->port && is_memory(m->code[w->path[w->now].pc].op) &&
            (when > m->clock ||
             !addresses(m, w, &m->code[w->path[w->now].pc], w->path[w->now].mask, addr)))]=]},
    {[=[    int64_t soon = INT64_MAX;
]=], [=[    int64_t soon = INT64_MAX;
    uint32_t addr[WM_LANES];
]=]},
  },
  fails = "correct",
  why = "an address at fault ends the run while the port is still busy",
}
