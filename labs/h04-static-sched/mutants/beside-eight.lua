return mutant {
  base = "reference", file = "sched.c",
  replace = {
    {[=[    for (int v = 0; v < w->n; v++) {
        const int *in = w->node[v].in;
        int other]=],
     [=[    for (int v = 0, kept = 0; v < w->n; v++) {
        const int *in = w->node[v].in;
        int other]=]},
    {[=[        if (other >= 0 && w->plan.place[other] == m)]=],
     [=[        if (other >= 0 && kept++ < 8 && w->plan.place[other] == m)]=]},
    {[=[        while (!put(w, v, t))]=],
     [=[        int64_t end = t + 600;
        while (t < end && !put(w, v, t))]=]},
  },
  fails = "correct",
  why = "keeps eight of those that a value is taken beside",
}
