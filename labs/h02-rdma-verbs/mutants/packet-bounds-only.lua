return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[uint64_t bytes = in->first ? in->length : in->bytes;]==],
     [==[uint64_t bytes = in->bytes;]==]},
  },
  fails = "correct",
  why = "asks of a WRITE for the bytes of each packet, so that half of a refused message is written",
}
