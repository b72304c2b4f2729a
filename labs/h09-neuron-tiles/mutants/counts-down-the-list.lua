return mutant {
  base = "reference", file = "tiles.c",
  replace = {
    {"                t = most(t, end[s->op[q][op[k].after[q] - 1]]);",
     "                t = most(t, end[op[k].after[q] - 1]);"},
  },
  fails = "correct", message = "nt_time",
  why = "takes the n-th instruction of the list for the n-th of a queue",
}
