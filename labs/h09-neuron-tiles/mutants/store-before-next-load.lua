return mutant {
  base = "reference", file = "tiles.c",
  replace = {
    {"    if (can_load && can_store) {",
     "    if (can_load && can_store && load.tile > p->placed[NT_STORE])\n" ..
     "        can_load = 0;\n" ..
     "    if (can_load && can_store) {"},
  },
  fails = "profile", message = "least_pct",
  why = "a tile is stored before operands of the next are loaded: the load waits behind it",
}
