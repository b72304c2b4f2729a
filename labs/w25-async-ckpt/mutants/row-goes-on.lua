return mutant {
  base = "reference", file = "ckpt.c",
  replace = {
    {[=[        w->bad = 0;
        return WATCH_ROLLBACK;]=],
     "        return WATCH_ROLLBACK;"},
  },
  fails = "correct", message = "watch",
  why = "a rollback does not begin a new row",
}
