return mutant {
  base = "reference", file = "stream.c",
  replace = {
    {[=[mix64(s->seed + mix64((uint64_t)epoch))]=],
     [=[mix64(s->seed + mix64((uint32_t)epoch))]=]},
  },
  fails = "correct", message = "case no-window",
  why = [[an epoch is cut off at 32 bits]],
}
