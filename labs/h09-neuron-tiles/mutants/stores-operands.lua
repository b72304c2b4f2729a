return mutant {
  base = "reference", file = "tiles.c",
  replace = {
    {"        return l->dma_ns + up(kind == NT_LOAD ? l->in_B : l->out_B, l->dma_rate);",
     "        return l->dma_ns + up(l->in_B, l->dma_rate);"},
  },
  fails = "correct", message = "nt_time",
  why = "a STORE moves as many bytes as a LOAD",
}
