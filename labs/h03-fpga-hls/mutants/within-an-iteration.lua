return mutant {
  base = "reference", file = "dataflow.c",
  replace = {
    {[=[
        int u = l->from[e], w = l->to[e], gap = l->lat[l->kind[u]] - p->ii * l->dist[e];
]=],
     [=[
        int u = l->from[e], w = l->to[e], gap = l->dist[e] ? -100000 : l->lat[l->kind[u]];
]=]},
    {[[if (l->from[e] == v && w != v && p->start[w] >= 0 &&]],
     [[if (l->from[e] == v && w != v && p->start[w] >= 0 && !l->dist[e] &&]]},
  },
  fails = "correct", message = "in iteration",
  why = "edges from earlier iterations are left out",
}
