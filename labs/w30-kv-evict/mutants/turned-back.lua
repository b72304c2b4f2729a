return mutant {
  base = "reference", file = "evict.c",
  replace = {
    {[==[        to[i] = x[i] * cs[i] - x[h + i] * cs[h + i];
        to[h + i] = x[i] * cs[h + i] + x[h + i] * cs[i];]==],
     [==[        to[i] = x[i] * cs[i] + x[h + i] * cs[h + i];
        to[h + i] = x[h + i] * cs[i] - x[i] * cs[h + i];]==]},
  },
  fails = "correct", message = "weight",
  why = "queries and keys turn the other way: scores near the diagonal still look right",
}
