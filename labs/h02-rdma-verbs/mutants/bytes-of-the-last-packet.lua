return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[.bytes = q->have,]==],
     [==[.bytes = in->bytes,]==]},
  },
  fails = "correct", message = "bytes",
  why = "reports the bytes of the last packet for those of the message",
}
