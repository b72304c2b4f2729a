return mutant {
  base = "reference", file = "ppo.c",
  replace = {
    {"turn(hd, angle + (t - from) * hd, k + at, 1, turned);",
     "turn(hd, angle, k + at, 1, turned);"},
  },
  fails = "correct", message = "place",
  why = "queries know their position, keys do not",
}
