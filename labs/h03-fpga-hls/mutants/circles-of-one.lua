return mutant {
  base = "reference", file = "dataflow.c",
  replace = {
    {[[
    while (!earliest(loop, ii, start))
        ii++;]],
     [=[
    earliest(loop, ii, start);
    for (int e = 0; e < loop->edges; e++)
        while (loop->from[e] == loop->to[e] && loop->lat[loop->kind[loop->to[e]]] > ii * loop->dist[e])
            ii++;]=]},
  },
  fails = "correct", message = "df_ii of loop",
  why = "only an operation that waits for itself is looked at",
}
