return mutant {
  base = "reference", file = "tiles.c",
  replace = {
    {",\n" ..
     "        need[NT_SEND] = l->send ? need[NT_STORE] : 0;",
     ";"},
  },
  fails = "correct", message = "race",
  why = "a tile is finished where the last one is still being sent",
}
