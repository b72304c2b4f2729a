return mutant {
  base = "reference", file = "specdec.c",
  replace = {
    {"want < had && !rng_coin", "!rng_coin"},
  },
  fails = "correct", message = "rng_coin was asked for a probability of",
  why = "p/q may exceed 1",
}
