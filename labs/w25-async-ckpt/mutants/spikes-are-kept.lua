return mutant {
  base = "reference", file = "ckpt.c",
  replace = {
    {[=[        return WATCH_SPIKE;
    w->value[w->kept++ % 16] = norm;]=],
     [=[        return w->value[w->kept++ % 16] = norm, WATCH_SPIKE;
    w->value[w->kept++ % 16] = norm;]=]},
  },
  fails = "correct", message = "watch",
  why = "a spike goes into the median",
}
