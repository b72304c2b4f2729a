return mutant {
  base = "reference", file = "slo.c",
  replace = {
    {[=[    free(walked);
    free(s.at);
]=],
     [=[    free(walked);
]=]},
  },
  fails = "sanitize",
  why = [[the sorted copy of a pass is never given back]],
}
