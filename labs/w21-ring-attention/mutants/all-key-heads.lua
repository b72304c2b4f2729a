return mutant {
  base = "reference", file = "ring.c",
  replace = {
    {[[    int64_t wide = (mine + 2 * kv) * d;]],
     [[    int64_t wide = 3 * mine * d;]]},
  },
  fails = "profile", message = "sent_B_max",
  why = "gives each rank as many key/value heads as it has query heads: copies where one would do",
}
