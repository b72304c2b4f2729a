return mutant {
  base = "reference", file = "machine.c",
  replace = {
    {[=[    if (w->waits || !w->live)
        meet(m);]=], [=[    if (w->waits)
        meet(m);]=]},
  },
  fails = "correct",
  why = "looks whether all have met when a warp comes to a bar, not when the last other one is done",
}
