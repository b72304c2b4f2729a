return mutant {
  base = "reference", file = "tiles.c",
  replace = {
    {"    if (kind == NT_STORE || kind == NT_SEND)\n" ..
     "        need[NT_VECTOR] = tile + 1;",
     "    if (kind == NT_STORE || kind == NT_SEND)\n" ..
     "        need[NT_VECTOR] = tile + 1, need[NT_SEND] = kind == NT_STORE && l->send ? tile + 1 : 0;"},
  },
  fails = "profile", message = "least_pct",
  why = "a tile is stored when it has been sent, though both only read",
}
