return mutant {
  base = "reference", file = "sched.c",
  replace = {
    {"w.even = order % 6;",
     "w.even = 0;"},
  },
  fails = "profile",
  why = "writes and reads in the nearest slice, whose one port is then what all wait for",
}
