return mutant {
  base = "reference", file = "sched.c",
  replace = {
    {"head[x] + count[x] - 1 + tail[x] > most)\n            most = head[x] + count[x] - 1 + tail[x]",
     "head[x] + count[x] + tail[x] > most)\n            most = head[x] + count[x] + tail[x]"},
  },
  fails = "correct", message = "ss_bound",
  why = "k issues take k - 1 cycles from the first to the last",
}
