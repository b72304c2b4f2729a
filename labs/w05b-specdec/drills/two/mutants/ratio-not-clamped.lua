return mutant {
  base = "reference", file = "two.c",
  replace = {{"want >= had || rng_coin(", "rng_coin("}},
  fails = "correct", message = "misuse: rng_coin",
  why = "a ratio above 1 is no probability",
}
