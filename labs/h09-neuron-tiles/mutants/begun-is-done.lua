return mutant {
  base = "reference", file = "tiles.c",
  replace = {
    {"                t = most(t, end[s->op[q][op[k].after[q] - 1]]);",
     "                t = most(t, start[s->op[q][op[k].after[q] - 1]]);"},
  },
  fails = "correct", message = "nt_time",
  why = "a wait is over when the instruction starts, not when it ends",
}
