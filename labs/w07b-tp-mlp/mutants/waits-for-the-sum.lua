return mutant {
  base = "reference", file = "tp.c",
  replace = {
    {"    stream_run(s, all_reduce, &job);", "    stream_run(s, all_reduce, &job);\n    stream_sync(s);"},
  },
  fails = "profile", message = "exposed_comm_ns",
  why = "waits for the sum of dX before the products that do not need it",
}
