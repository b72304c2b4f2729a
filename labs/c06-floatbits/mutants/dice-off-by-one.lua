return mutant {
  base = "reference", file = "floatbits.c",
  replace = {
    {"return t + rnd >= 1ull << 32;",
     "return t + rnd > 1ull << 32;"},
  },
  fails = "correct", message = "stochastic",
  why = "with > the least random word that should round up does not: the mean is off",
}
