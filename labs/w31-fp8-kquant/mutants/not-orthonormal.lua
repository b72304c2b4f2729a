return mutant {
  base = "reference", file = "codec.c",
  replace = {
    {[==[float by = 1 / sqrtf((float)n);]==],
     [==[float by = 1;]==]},
  },
  fails = "correct",
  why = "the root of n is left out",
}
