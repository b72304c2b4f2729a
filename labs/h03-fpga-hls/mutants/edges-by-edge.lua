return mutant {
  base = "reference", file = "dataflow.c",
  replace = {
    {[[int at = k * loop->edges + e,]],
     [[int at = e * times + k,]]},
  },
  fails = "correct", message = "edge 1 is",
  why = "copies of an edge side by side: not the order that lab.h asks for",
}
