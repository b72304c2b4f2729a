return mutant {
  base = "reference", file = "tiles.c",
  replace = {
    {"    int64_t races = 0;\n",
     "    static int64_t start[NT_OPS], end[NT_OPS];\n" ..
     "    int64_t races = 0;\n" ..
     "    nt_time(l, op, n, start, end);\n"},
    {"            races += meet(l, &op[a], &op[b]) && know[b][op[a].queue] <= s->place[a] &&\n" ..
     "                     know[a][op[b].queue] <= s->place[b];",
     "            races += meet(l, &op[a], &op[b]) && start[a] < end[b] && start[b] < end[a];"},
  },
  fails = "correct", message = "nt_races",
  why = "two instructions race if their times overlap: what is in order by luck is no race",
}
