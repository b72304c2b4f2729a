return mutant {
  base = "reference", file = "evict.c",
  replace = {
    {[==[                sum[j] += by * row[j];]==],
     [==[                sum[j] = by * row[j] > sum[j] ? by * row[j] : sum[j];]==]},
  },
  fails = "correct", message = "should be byte",
  why = "the largest of the heads counts, not their sum",
}
