return mutant {
  base = "reference", file = "caches.c",
  replace = {
    {"draw(&seed) % (uint64_t)k;",
     "draw(&seed) % (uint64_t)(k + 1);"},
  },
  fails = "correct", message = "chain_build",
  why = "Fisher and Yates permute; a permutation is seldom one ring",
}
