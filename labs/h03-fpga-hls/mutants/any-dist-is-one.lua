return mutant {
  base = "reference", file = "dataflow.c",
  replace = {
    {[=[int t = start[l->from[e]] + l->lat[l->kind[l->from[e]]] - ii * l->dist[e];]=],
     [=[int t = start[l->from[e]] + l->lat[l->kind[l->from[e]]] - ii * (l->dist[e] > 0);]=]},
  },
  fails = "correct", message = "df_ii of loop",
  why = "a result of four iterations ago has four IIs of time",
}
