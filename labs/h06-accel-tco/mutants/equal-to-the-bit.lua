return mutant {
  base = "reference", file = "tco.c",
  replace = {
    {[==[if (out[k].usd > out[first].usd * (1 + NEAR))]==],
     [==[if (out[k].usd > out[first].usd)]==]},
  },
  fails = "correct",
  why = [[the same price by another order of products is no other price]],
}
