return mutant {
  base = "reference", file = "evict.c",
  replace = {
    {[==[i == 0 || keep[i] / block != keep[i - 1] / block;]==],
     [==[i > 0 && keep[i] / block != keep[i - 1] / block;]==]},
  },
  fails = "correct", message = "not in",
  why = "a block counts when it differs from the one before, and the first has none before",
}
