return mutant {
  base = "reference", file = "tiles.c",
  replace = {
    {"        return l->net_ns + up(l->out_B, l->net_rate);",
     "        return l->dma_ns + up(l->out_B, l->dma_rate);"},
  },
  fails = "correct", message = "nt_time",
  why = "a SEND takes as long as a STORE",
}
