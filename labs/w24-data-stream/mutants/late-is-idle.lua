return mutant {
  base = "reference", file = "stream.c",
  replace = {
    {[=[    case POOL_LATE:
        if (e.job]=],
     [=[    case POOL_LATE:
        f->idle[e.worker] = e.kind == POOL_LATE;
        if (e.job]=]},
  },
  fails = "correct", message = "dead or has one",
  why = "a late worker gets the next job while it still has one",
}
