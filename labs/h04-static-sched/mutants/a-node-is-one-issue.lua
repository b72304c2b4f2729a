return mutant {
  base = "reference", file = "sched.c",
  replace = {
    {"            count[x]++;\n",
     "            count[x] += k < 2 || node[v].stage[0] != x;\n"},
  },
  fails = "correct", message = "ss_bound",
  why = "counts nodes and not instructions: a chain may need a slice twice",
}
