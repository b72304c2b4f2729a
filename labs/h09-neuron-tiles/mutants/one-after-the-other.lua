return mutant {
  base = "reference", file = "tiles.c",
  replace = {
    {"        start[k] = t;\n",
     "        start[k] = t = most(t, i ? start[s->turn[i - 1]] : 0);\n"},
  },
  fails = "correct", message = "nt_time",
  why = "an engine that is free starts at once only if the instruction before in the list has started",
}
