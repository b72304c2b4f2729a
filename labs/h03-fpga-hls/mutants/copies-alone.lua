return mutant {
  base = "reference", file = "dataflow.c",
  replace = {
    {[[(k - ago + turns * times) * loop->ops]],
     [[k * loop->ops]]},
  },
  fails = "correct", message = "ago, expected",
  why = "each copy keeps its own circle, as if they were loops side by side",
}
