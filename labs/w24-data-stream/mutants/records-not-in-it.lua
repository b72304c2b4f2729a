return mutant {
  base = "reference", file = "stream.c",
  replace = {
    {[=[            h = mix64(h ^ (uint64_t)s->shard[j].records);]=],
     [=[            (void)s->shard[j].records;]=]},
  },
  fails = "correct", message = "number of records was not",
  why = [[only the number of shards is in the hash, not that of their records]],
}
