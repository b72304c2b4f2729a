return mutant {
  base = "reference", file = "sched.c",
  replace = {
    {[=[accesses += node[v].in[0] >= 0 ? 2 + (node[v].in[1] >= 0) : 0;]=],
     [=[accesses += node[v].in[0] >= 0;
        int taken = 0;
        for (int r = v + 1; r < n && !taken; r++)
            taken = node[r].in[0] == v || node[r].in[1] == v;
        accesses += taken;]=]},
  },
  fails = "correct", message = "ss_bound",
  why = "counts one read for each value, however many nodes take it",
}
