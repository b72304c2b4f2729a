return mutant {
  base = "reference", file = "evict.c",
  replace = {
    {[==[        held += i == 0 || keep[i] / block != keep[i - 1] / block;]==],
     [==[        held += i % block == 0;]==]},
  },
  fails = "correct", message = "not in",
  why = "blocks are counted as if entries lay one behind the other",
}
