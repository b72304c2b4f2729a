return mutant {
  base = "reference", file = "tco.c",
  replace = {
    {[==[*(step(w, a, n, half, &by) <= w->tpot]==],
     [==[*(step(w, a, n, half, &by) < w->tpot]==]},
  },
  fails = "correct",
  why = [[a step that takes tpot to the nanosecond keeps it]],
}
