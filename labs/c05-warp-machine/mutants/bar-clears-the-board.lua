return mutant {
  base = "reference", file = "machine.c",
  replace = {
    {[=[        m->warp[k].waits = 0;
]=], [=[        memset(m->warp[k].due, 0, sizeof m->warp[k].due);
        m->warp[k].waits = 0;
]=]},
  },
  fails = "correct", message = "issue",
  why = "all registers are taken as there when a barrier has passed",
}
