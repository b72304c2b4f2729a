return mutant {
  base = "reference", file = "ppo.c",
  replace = {
    {".vcoef = .5 }",
     ".vcoef = 0 }"},
  },
  fails = "correct", message = "critic's loss",
  why = "a critic that nobody trains: the policy learns without it, and the advantages are as noisy as the scores",
}
