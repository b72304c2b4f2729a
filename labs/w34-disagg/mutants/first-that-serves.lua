return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[if (rate > best.rate)]=],
     [=[if (best.rate == 0 && rate > 0)]=]},
  },
  fails = "correct", message = "the best of",
  why = [[takes the first placement that serves anybody]],
}
