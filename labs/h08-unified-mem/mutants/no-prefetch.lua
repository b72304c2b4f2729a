return mutant {
  base = "reference", file = "pager.c",
  replace = {
    {[==[    static const int windows[] = { -1, 0, 1, 2, 3, 5, 8, 16 };]==],
     [==[    static const int windows[] = { -1, -1, -1, -1, -1, -1, -1, -1 };]==]},
  },
  fails = "profile",
  why = "gives hints and prefetches nothing",
}
