return mutant {
  base = "reference", file = "ppo.c",
  replace = {
    {"for (int k = 0; k <= groups && k < ROLES; k++) {",
     "for (int k = groups; k <= groups && k < ROLES; k++) {"},
  },
  fails = "correct", message = "all roles on all GPUs",
  why = "each role has a group of its own",
}
