return mutant {
  base = "reference", file = "sched.c",
  replace = {
    {"    int least = 1 << 20;\n    for (int m = 0; m < chip->slices; m++)",
     "    int least = 1 << 20;\n    for (int m = 0; m < SS_SLICES; m++)"},
  },
  fails = "correct", message = "ss_bound",
  why = "looks for a memory behind the last slice",
}
