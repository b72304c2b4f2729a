return mutant {
  base = "reference", file = "codec.c",
  replace = {
    {[==[(x->bsums[2 * j] + x->bsums[2 * j + 1])]==],
     [==[(2 * x->bsums[2 * j])]==]},
  },
  fails = "correct",
  why = "a sub-block has 32 codes, and one sum of sixteen is used",
}
