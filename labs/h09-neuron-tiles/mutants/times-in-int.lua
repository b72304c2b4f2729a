return mutant {
  base = "reference", file = "tiles.c",
  replace = {
    {"        int64_t t = s->place[k] ? end",
     "        int t = s->place[k] ? (int)end"},
    {"                t = most(t, end[s->op[q][op[k].after[q] - 1]]);",
     "                t = (int)most(t, end[s->op[q][op[k].after[q] - 1]]);"},
  },
  fails = "correct", message = "nt_time",
  why = "times are kept in 32 bits",
}
