return mutant {
  base = "reference", file = "stream.c",
  replace = {
    {"mix64(s->seed + mix64((uint64_t)epoch))",
     "mix64(s->seed + mix64((uint64_t)epoch * 0))"},
  },
  fails = "correct", message = "epoch",
  why = "the epoch is not in the key: every epoch is the same",
}
