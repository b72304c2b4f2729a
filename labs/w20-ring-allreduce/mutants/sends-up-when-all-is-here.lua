return mutant {
  base = "reference", file = "allreduce.c",
  replace = {
    {"        if (h->at.up >= 0)\n" ..
     "            sent[i] = give(h, i, h->at.up);\n" ..
     "    }\n" ..
     "    if (h->at.up >= 0)\n" ..
     "        comm_waitall(",
     "    }\n" ..
     "    for (int64_t i = 0; h->at.up >= 0 && i < h->chunks; i++)\n" ..
     "        sent[i] = give(h, i, h->at.up);\n" ..
     "    if (h->at.up >= 0)\n" ..
     "        comm_waitall("},
  },
  fails = "profile", message = "vtime_ns of tree",
  why = "a chunk waits for the last one before it goes on, so each level adds a transfer of everything",
}
