return mutant {
  base = "reference", file = "dataflow.c",
  replace = {
    {[[
        net->size[f] = 1 << 30;
    int64_t cycles = df_run(net, &stat);]],
     [[
        net->size[f] = 1 << 30;
    int64_t cycles = df_run(net, &stat);
    for (int f = 0; f < net->fifos; f++)
        stat.high[f] = 2;]]},
  },
  fails = "correct", message = "with your sizes it takes",
  why = "the default of two tokens for every FIFO",
}
