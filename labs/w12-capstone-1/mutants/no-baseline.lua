return mutant {
  base = "attention.json", file = "attention.json",
  replace = {
    {[[,"verb":"profile","counters":{"c_loads":5000000}]], ""},
  },
  fails = "baseline", message = "nothing was profiled before",
  why = "optimises what was never looked at",
}
