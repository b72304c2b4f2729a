return mutant {
  base = "reference", file = "ppo.c",
  replace = {
    {".beta = .3,",
     ".beta = 10,"},
  },
  fails = "correct", message = "scores",
  why = "a charge that is worth more than any answer",
}
