return mutant {
  base = "reference", file = "ppo.c",
  replace = {
    {"sum->kl += expm1(log_ratio) - log_ratio;",
     "sum->kl -= log_ratio;"},
  },
  fails = "correct", message = "divergence",
  why = "the distance of this step is estimated by the mean of -log ratio, which may be negative",
}
