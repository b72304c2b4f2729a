return mutant {
  base = "reference", file = "ppo.c",
  replace = {
    {".beta = .3,",
     ".beta = 0,"},
  },
  fails = "correct", message = "nats",
  why = "without a charge the policy leaves the reference as far as it can",
}
