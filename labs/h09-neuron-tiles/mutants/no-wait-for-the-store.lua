return mutant {
  base = "reference", file = "tiles.c",
  replace = {
    {"need[NT_STORE] = tile - p->out_slots + 1,\n" ..
     "        need[NT_SEND] = l->send ? need[NT_STORE] : 0;",
     "need[NT_SEND] = l->send ? tile - p->out_slots + 1 : 0;"},
  },
  fails = "correct", message = "race",
  why = "a tile is finished where the last one is still being stored",
}
