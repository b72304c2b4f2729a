return mutant {
  base = "reference", file = "allreduce.c",
  replace = {
    {"                sent[n++] = give(h, i, h->at.down[k]);\n" ..
     "",
     "                comm_wait(give(h, i, h->at.down[k]), NULL);\n" ..
     ""},
  },
  fails = "profile", message = "vtime_ns of tree",
  why = "waits for each message to the children before it takes the next chunk from above",
}
