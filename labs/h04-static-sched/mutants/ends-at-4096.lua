return mutant {
  base = "reference", file = "sched.c",
  replace = {
    {[=[while (!put(w, v, t))]=],
     [=[while (t < 4096 && !put(w, v, t))]=]},
  },
  fails = "correct",
  why = "looks for a cycle up to 4096: there its table ends",
}
