return mutant {
  base = "reference", file = "tco.c",
  replace = {
    {[==[if (out[k].usd > out[first].usd * (1 + NEAR))]==],
     [==[if (out[k].usd > out[first].usd + NEAR * larger(1, out[first].usd))]==]},
  },
  fails = "profile",
  why = [[a tolerance in dollars: in another money all offers share the first place]],
}
