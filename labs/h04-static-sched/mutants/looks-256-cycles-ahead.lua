return mutant {
  base = "reference", file = "sched.c",
  replace = {
    {[=[        while (!put(w, v, t))]=],
     [=[        int64_t end = t + 256;
        while (t < end && !put(w, v, t))]=]},
  },
  fails = "correct",
  why = "gives up 256 cycles behind the first in which a node could begin",
}
