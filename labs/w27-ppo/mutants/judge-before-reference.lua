return mutant {
  base = "reference", file = "ppo.c",
  replace = {
    {"{ REFERENCE, REWARD, CRITIC }",
     "{ REWARD, REFERENCE, CRITIC }"},
  },
  fails = "correct", message = "expected",
  why = "the reward model scores before the reference",
}
