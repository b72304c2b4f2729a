return mutant {
  base = "reference", file = "sched.c",
  replace = {
    {"            int x = node[v].stage[k], at",
     "            int x = chip->kind[node[v].stage[k]] - 1, at"},
    {"        if (count[x] && head",
     "        if (x < 3 && count[x] && head"},
  },
  fails = "correct", message = "ss_bound",
  why = "counts the units of a kind together",
}
