return mutant {
  base = "reference", file = "tiles.c",
  replace = {
    {"        start[k] = end[k] = -1;\n" ..
     "    for (int i = 0; i < s->turns; i++) {\n" ..
     "        int k = s->turn[i];\n" ..
     "        int64_t t",
     "        start[k] = end[k] = 0;\n" ..
     "    for (int i = 0; i < s->turns; i++) {\n" ..
     "        int k = s->turn[i];\n" ..
     "        int64_t t"},
  },
  fails = "correct", message = "nt_time",
  why = "what never starts is given the time 0",
}
