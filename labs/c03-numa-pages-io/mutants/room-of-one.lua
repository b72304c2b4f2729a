return mutant {
  base = "reference", file = "pages.c",
  replace = {
    {[==[
        int left = pages - k, zero = k < room[0] &&]==],
     [==[
        int left = pages - k, zero = ]==]},
  },
  fails = "correct", message = "numa_place",
  why = "more pages on node 0 than it has",
}
