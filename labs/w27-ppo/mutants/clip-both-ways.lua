return mutant {
  base = "reference", file = "ppo.c",
  replace = {
    {"int free = ratio * adv <= limited * adv,",
     "int free = ratio == limited,"},
  },
  fails = "correct", message = "place",
  why = "the ratio is clipped whatever the sign of the advantage, so a bad step is not taken back",
}
