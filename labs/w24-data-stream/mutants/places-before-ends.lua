return mutant {
  base = "reference", file = "stream.c",
  replace = {
    {[=[        if ((int64_t)e.offset + 2]=],
     [=[    }
    for (uint32_t r = 0; r < n; r++) {
        struct entry e = entry_of(&s, (int32_t)r);
        if ((int64_t)e.offset + 2]=]},
  },
  fails = "correct", message = "lies near 2^32 and whose last is odd",
  why = [[looks at all places first and then at all ends: the first entry's end is told too late]],
}
