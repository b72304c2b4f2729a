return mutant {
  base = "reference", file = "sched.c",
  replace = {
    {"            issue(&t, plan->place[v], write, 1);\n",
     ""},
  },
  fails = "correct", message = "SS_SLICE",
  why = "a write is no instruction of its slice",
}
