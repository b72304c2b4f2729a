return mutant {
  base = "reference", file = "ppo.c",
  replace = {
    {"*dlogp = free ? -ratio * adv : 0;",
     "*dlogp = free ? -adv : 0;"},
  },
  fails = "correct", message = "by logp",
  why = "the gradient of the ratio lacks the ratio",
}
