return mutant {
  base = "reference", file = "ppo.c",
  replace = {
    {"double ratio = exp(log_ratio),",
     "double ratio = expf((float)log_ratio),"},
    {"*dlogp = free ? -ratio * adv : 0;",
     "*dlogp = -ratio * adv * free;"},
  },
  fails = "correct", message = "far-away",
  why = "e^300 is infinite in float, and infinity times 0 is NaN",
}
