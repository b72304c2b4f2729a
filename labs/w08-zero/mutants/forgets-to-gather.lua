return mutant {
  base = "reference", file = "zero.c",
  replace = {
    {"        if (z->stage == 1 || z->stage == 2)\n" ..
     "            start_gather(y); /* the next forward pass waits for it, layer by layer */\n", ""},
  },
  fails = "correct", message = "ends with other bits than rank 0 in w",
  why = "each rank goes on with its own part new and all others' old",
}
