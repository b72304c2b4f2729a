return mutant {
  base = "reference", file = "sched.c",
  replace = {
    {"2 + (node[v].in[1] >= 0) : 0",
     "3 : 0"},
  },
  fails = "correct", message = "ss_bound",
  why = "counts two reads for each node",
}
