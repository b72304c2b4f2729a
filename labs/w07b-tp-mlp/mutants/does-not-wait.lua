return mutant {
  base = "reference", file = "tp.c",
  replace = {
    {"    stream_sync(s);\n    comm_free(dU);", "    comm_free(dU);"},
  },
  fails = "correct", message = "work left on its stream",
  why = "returns while the sum of dX is still running on the stream",
}
