return mutant {
  base = "reference", file = "slo.c",
  replace = {
    {[=[*high = k - 1;]=],
     [=[*high = k;]=]},
  },
  fails = "correct",
  why = [[counts P(B >= k) for P(B > k): the upper rank is one too high]],
}
