return mutant {
  base = "reference", file = "tiles.c",
  replace = {
    {"                t = most(t, end[s->op[q][op[k].after[q] - 1]]);",
     "                t = end[s->op[q][op[k].after[q] - 1]];"},
  },
  fails = "correct", message = "nt_time",
  why = "waits for the last queue that it looks at, not for the latest end",
}
