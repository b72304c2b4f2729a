return mutant {
  base = "reference", file = "ring.c",
  replace = {
    {[[        LSE[r] = top + logf(sum);]],
     [[        LSE[r] = top;]]},
  },
  fails = "correct", message = "mismatch: L",
  why = "keeps the larger log-sum-exp: the third block is merged with too large a share",
}
