return mutant {
  base = "reference", file = "stream.c",
  replace = {
    {[=[    for (uint32_t r = 0; r < n; r++) {
        struct entry e = entry_of(&s, (int32_t)r);
        if (e.offset]=],
     [=[    ret->records = (int32_t)n;
    for (uint32_t r = 0; r < n; r++) {
        struct entry e = entry_of(&s, (int32_t)r);
        if (e.offset]=]},
  },
  fails = "correct", message = "records expected",
  why = "a shard that was refused keeps its records",
}
