return mutant {
  base = "reference", file = "sched.c",
  replace = {
    {"at < head[x] ? at",
     "at > head[x] ? at"},
  },
  fails = "correct", message = "ss_bound",
  why = "takes the first cycle of the node that was looked at last",
}
