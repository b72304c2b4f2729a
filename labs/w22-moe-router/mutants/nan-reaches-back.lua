return mutant {
  base = "reference", file = "router.c",
  replace = {
    {[=[for (int j = 0; j < k && idx[j] >= 0; j++)
            dl[idx[j]] +=]=],
     [=[for (int j = 0; j < k; j++)
            dl[idx[j] < 0 ? 0 : idx[j]] +=]=]},
  },
  fails = "correct", message = "some-rejected",
  why = "a rejected token's gradient is added: 0 times NaN is NaN",
}
