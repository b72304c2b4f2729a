return mutant {
  base = "reference", file = "dataflow.c",
  replace = {
    {[[if (df_run(net, &stat) == cycles)]],
     [[if (df_run(net, &stat) >= 0)]]},
  },
  fails = "correct", message = "with your sizes it takes",
  why = "the end is reached, but later",
}
