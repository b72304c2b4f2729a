return mutant {
  base = "reference", file = "tco.c",
  replace = {
    {[==[if (out[k].usd > out[first].usd * (1 + NEAR))
            first = k;
        out[k].place = first + 1;]==],
     [==[if (!k || out[k].usd > out[k - 1].usd * (1 + NEAR))
            first = k;
        out[k].place = first + 1;]==]},
  },
  fails = "correct",
  why = [[each is within 1e-9 of the one before, and the last is not of the first]],
}
