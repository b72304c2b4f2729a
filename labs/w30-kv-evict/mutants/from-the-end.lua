return mutant {
  base = "reference", file = "evict.c",
  replace = {
    {[==[    for (int i = 0; i < kept; i++) {
        if (keep[i] == i)]==],
     [==[    for (int i = kept - 1; i >= 0; i--) {
        if (keep[i] == i)]==]},
  },
  fails = "correct", message = "not what was kept",
  why = "the last entry moves first, and onto one that has not moved yet",
}
