return mutant {
  base = "reference", file = "evict.c",
  replace = {
    {[==[        to[i] = x[i] * cs[i] - x[h + i] * cs[h + i];
        to[h + i] = x[i] * cs[h + i] + x[h + i] * cs[i];]==],
     [==[        to[2 * i] = x[2 * i] * cs[i] - x[2 * i + 1] * cs[h + i];
        to[2 * i + 1] = x[2 * i] * cs[h + i] + x[2 * i + 1] * cs[i];]==]},
  },
  fails = "correct", message = "weight",
  why = "a pair is two neighbouring channels",
}
