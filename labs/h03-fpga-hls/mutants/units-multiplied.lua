return mutant {
  base = "reference", file = "dataflow.c",
  replace = {
    {[[
        for (int v = 0; v < loop->ops; v++)
            out->kind[k * loop->ops + v] = loop->kind[v];]],
     [[
        for (int u = 0; u < DF_KINDS; u++)
            out->units[u] = loop->units[u] * times;
        for (int v = 0; v < loop->ops; v++)
            out->kind[k * loop->ops + v] = loop->kind[v];]]},
  },
  fails = "correct", message = "units, expected",
  why = "unrolling buys no units and no ports",
}
