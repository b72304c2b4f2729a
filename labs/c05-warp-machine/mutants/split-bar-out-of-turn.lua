return mutant {
  base = "reference", file = "machine.c",
  replace = {
    {[=[        int64_t when = w->when;
]=], [=[        int64_t when = w->when;
        if (w->live && m->code[w->path[w->now].pc].op == WM_BAR && w->path[w->now].mask != w->live)
            m->split = 1;
]=]},
    {[=[    int64_t clock, port;]=], [=[    int64_t clock, port;
    int split;]=]},
    {[=[        if (soon == INT64_MAX)
]=], [=[        if (m.split)
            return WM_SPLIT_BAR;
        if (soon == INT64_MAX)
]=]},
  },
  fails = "correct",
  why = "a split bar ends the run when a warp stands before it, though it is another one's turn",
}
