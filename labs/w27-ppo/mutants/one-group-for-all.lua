return mutant {
  base = "reference", file = "ppo.c",
  replace = {
    {"for (int k = 0; k <= groups && k < ROLES; k++) {",
     "for (int k = 0; k < 1; k++) {"},
  },
  fails = "profile", message = "generation_pct",
  why = "all roles take turns on all GPUs, and nothing is done beside sampling",
}
