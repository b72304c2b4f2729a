return mutant {
  base = "reference", file = "ppo.c",
  replace = {
    {"-beta * ((double)logp[t] - ref[t])",
     "beta * ((double)logp[t] - ref[t])"},
  },
  fails = "correct", message = "reward",
  why = "distance from the reference is paid for",
}
