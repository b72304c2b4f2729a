return mutant {
  base = "reference", file = "ppo.c",
  replace = {
    {"(actor != generate ? job->sync_s : 0)",
     "job->sync_s"},
  },
  fails = "correct", message = "expected",
  why = "the weights travel within a group, too",
}
