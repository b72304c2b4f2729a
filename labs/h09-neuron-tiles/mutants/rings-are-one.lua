return mutant {
  base = "reference", file = "tiles.c",
  replace = {
    {"        start[k] = t;\n",
     "        for (int j = 0; op[k].queue >= NT_RING && j < i; j++)\n" ..
     "            t = op[s->turn[j]].queue >= NT_RING ? most(t, end[s->turn[j]]) : t;\n" ..
     "        start[k] = t;\n"},
  },
  fails = "correct", message = "nt_time",
  why = "all rings together do one transfer at a time",
}
