return mutant {
  base = "reference", file = "stream.c",
  replace = {
    {[=[int nagain, idle[WORKERS_MOST];]=],
     [=[int nagain, late, idle[WORKERS_MOST];]=]},
    {[=[        f->idle[e.worker] = 1;
        f->done]=],
     [=[        f->idle[e.worker] = 1, f->late = 0;
        f->done]=]},
    {[=[        if (e.kind == POOL_NONE)
            break;]=],
     [=[        f.late += e.kind == POOL_LATE;
        if (e.kind == POOL_NONE || f.late >= workers)
            break;]=]},
  },
  fails = "correct", message = "case late-alone",
  why = [[gives up when all workers are late, though they may come back]],
}
