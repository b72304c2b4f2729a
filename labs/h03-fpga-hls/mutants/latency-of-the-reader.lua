return mutant {
  base = "reference", file = "dataflow.c",
  replace = {
    {[=[int u = l->from[e], w = l->to[e], gap = l->lat[l->kind[u]] - p->ii * l->dist[e];]=],
     [=[int u = l->from[e], w = l->to[e], gap = l->lat[l->kind[w]] - p->ii * l->dist[e];]=]},
    {[=[p->start[w] + p->ii * l->dist[e] < t + l->lat[l->kind[v]])]=],
     [=[p->start[w] + p->ii * l->dist[e] < t + l->lat[l->kind[w]])]=]},
  },
  fails = "correct", message = "in iteration",
  why = "what counts is how long the result takes to be there",
}
