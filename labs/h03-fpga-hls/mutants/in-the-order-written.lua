return mutant {
  base = "reference", file = "dataflow.c",
  replace = {
    {[[p.rank[v] = 8 * height[v] + (order ? (int)(seed >> 8) % (4 * order) : 0);]],
     [[p.rank[v] = -v;]]},
  },
  fails = "profile",
  why = "places operations by their number, and not by what waits for them",
}
