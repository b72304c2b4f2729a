return mutant {
  base = "reference", file = "dataflow.c",
  replace = {
    {[[out->dist[at] = turns;]],
     [[out->dist[at] = ago;]]},
  },
  fails = "correct", message = "ago, expected",
  why = "what was two iterations ago is one iteration of two copies ago",
}
