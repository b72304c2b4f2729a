return mutant {
  base = "reference", file = "stream.c",
  replace = {
    {[=[        for (int j = 0; j < s->shards; j++)
            h = mix64(h ^ (uint64_t)s->shard[j].records);]=],
     [=[        h = mix64(h ^ (uint64_t)records_of(s));]=]},
  },
  fails = "correct", message = "the same in all",
  why = [[all records of a source are one number in the hash: two shards may be exchanged]],
}
