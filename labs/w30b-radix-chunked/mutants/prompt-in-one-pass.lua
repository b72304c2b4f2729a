return mutant {
  base = "reference", file = "prefix.c",
  replace = {
    {[=[    for (int high = n; low < high;) {]=],
     [=[    for (int high = n; s->cfg.budget == -1;)
        return high;
    for (int high = n; low < high;) {]=]},
  },
  fails = "profile", message = "tbt_max_ms",
  why = [[a prompt is read in one pass, and everybody waits]],
}
