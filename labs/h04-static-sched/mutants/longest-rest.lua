return mutant {
  base = "reference", file = "sched.c",
  replace = {
    {"after < tail[x] ? after",
     "after > tail[x] ? after"},
  },
  fails = "correct", message = "ss_bound",
  why = "takes the most that remains after an instruction: any of them may be the last",
}
