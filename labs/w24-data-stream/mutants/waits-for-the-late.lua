return mutant {
  base = "reference", file = "stream.c",
  replace = {
    {[=[        f->idle[e.worker] = 0; /* fall through */
    case POOL_LATE:
        if]=],
     [=[        f->idle[e.worker] = 0;
        if]=]},
  },
  fails = "correct", message = "feed",
  why = "a job is given away only when its worker has died: the hung one is waited for",
}
