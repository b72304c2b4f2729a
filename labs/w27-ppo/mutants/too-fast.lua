return mutant {
  base = "reference", file = "ppo.c",
  replace = {
    {".lr = 7e-4,",
     ".lr = .05,"},
  },
  fails = "correct", message = "on average",
  why = "a learning rate at which the policy falls apart",
}
