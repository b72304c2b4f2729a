return mutant {
  base = "reference", file = "ckpt.c",
  replace = {
    {"|| crc32_more(0, room, got) != m->shard[r];",
     "|| (m->magic == 0 && crc32_more(0, room, got));"},
  },
  fails = "correct", message = "not the state",
  why = "the CRC of a shard is not looked at when it is loaded",
}
