return mutant {
  base = "reference", file = "ppo.c",
  replace = {
    {"q + at, 1 / sqrtf((float)hd), turned);",
     "q + at, 1, turned);"},
  },
  fails = "correct", message = "place",
  why = "scores are not divided by the root of hd",
}
