return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[(double)(k + 1 < chunks ? b->chunk : b->bytes - k * b->chunk)]==],
     [==[(double)b->chunk]==]},
  },
  fails = "correct", message = "bounce_s",
  why = "the last chunk is a whole one",
}
