return mutant {
  base = "reference", file = "tp.c",
  replace = {
    {"    stream_run(s, all_reduce, &job);", "    (void)job, (void)all_reduce;"},
  },
  fails = "correct", message = "other bits",
  why = "each rank's dX knows its own hidden units only",
}
