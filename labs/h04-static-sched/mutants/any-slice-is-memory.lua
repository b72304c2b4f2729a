return mutant {
  base = "reference", file = "sched.c",
  replace = {
    {"        if (chip->kind[m] == SS_MEM && c < least)\n            least = c;",
     "        if (c < least)\n            least = c;"},
  },
  fails = "correct", message = "ss_bound",
  why = "the nearest slice of any kind keeps the value",
}
