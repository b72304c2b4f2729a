return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[(double)b->bytes / (b->gpu_Bps < b->wire_Bps ? b->gpu_Bps : b->wire_Bps)]==],
     [==[(double)b->bytes / b->gpu_Bps + (double)b->bytes / b->wire_Bps]==]},
  },
  fails = "correct", message = "bounce_s",
  why = "GPUDirect copies first and writes then",
}
