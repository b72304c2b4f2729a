return mutant {
  base = "reference", file = "allreduce.c",
  replace = {
    {"    stream_run(side, one_tree",
     "    side = comm_stream();\n" ..
     "    stream_run(side, one_tree"},
  },
  fails = "correct",
  why = "makes a stream of its own for each call, of which a rank has seven",
}
