return mutant {
  base = "reference", file = "stream.c",
  replace = {
    {[=[    if (bytes < 8)
        return SHARD_SHORT;
    if (memcmp(data, "RSH1", 4))
        return SHARD_MAGIC;]=],
     [=[    if (bytes >= 4 && memcmp(data, "RSH1", 4))
        return SHARD_MAGIC;
    if (bytes < 8)
        return SHARD_SHORT;]=]},
  },
  fails = "correct", message = "of 5 bytes with another magic",
  why = [[compares the magic as soon as there are four bytes]],
}
