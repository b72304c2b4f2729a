return mutant {
  base = "reference", file = "machine.c",
  replace = {
    {[=[    w->when = later(uses[i->op] & D]=], [=[    uint32_t addr[WM_LANES];
    if (is_memory(i->op) && addresses(m, w, i, w->path[w->now].mask, addr)) {
        w->when = 0;
        return;
    }
    w->when = later(uses[i->op] & D]=]},
    {[=[/* The registers that an operation reads and writes. */]=],
     [=[static int addresses(const struct machine *m, const struct warp *w, const wm_ins_t *i, uint32_t mask,
                     uint32_t *addr);

/* The registers that an operation reads and writes. */]=]},
  },
  fails = "correct",
  why = "an address at fault ends the run before the store's value is there",
}
