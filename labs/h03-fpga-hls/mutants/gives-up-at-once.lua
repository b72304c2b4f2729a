return mutant {
  base = "reference", file = "dataflow.c",
  replace = {
    {[[t - stat->last <= 128;]],
     [[t - stat->last <= 1;]]},
  },
  fails = "correct", message = "df_run of network",
  why = "nothing happened in a cycle, but something is still in a pipeline",
}
