return mutant {
  base = "reference", file = "evict.c",
  replace = {
    {[==[by = 1 / sqrtf((float)hd);]==],
     [==[by = 1;]==]},
  },
  fails = "correct", message = "weight",
  why = "scores are not divided by the root of the width",
}
