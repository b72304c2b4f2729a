return mutant {
  base = "reference", file = "tiles.c",
  replace = {
    {"    if (kind == NT_STORE || kind == NT_SEND)\n" ..
     "        need",
     "    if (kind == NT_SEND)\n" ..
     "        need"},
  },
  fails = "correct", message = "race",
  why = "a tile is stored without a wait for its epilogue",
}
