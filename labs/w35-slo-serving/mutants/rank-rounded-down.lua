return mutant {
  base = "reference", file = "slo.c",
  replace = {
    {[=[(N * per_million + 999999) / 1000000]=],
     [=[N * per_million / 1000000]=]},
  },
  fails = "correct",
  why = [[the value below the percentile: fewer than p of all are at or below it]],
}
