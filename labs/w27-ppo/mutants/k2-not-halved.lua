return mutant {
  base = "reference", file = "ppo.c",
  replace = {
    {"sum += d * d / 2;",
     "sum += d * d;"},
  },
  fails = "correct", message = "k2",
  why = "the square is not halved",
}
