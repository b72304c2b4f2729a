return mutant {
  base = "reference", file = "tree.c",
  replace = {
    {[==[rng_coin(r, mass < left ? mass / left : 1)]==],
     [==[rng_coin(r, mass)]==]},
  },
  fails = "correct", message = "mismatch: law",
  why = "after a refusal what is left of p adds up to less than 1",
}
