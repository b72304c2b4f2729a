return mutant {
  base = "attention.json", file = "attention.json",
  replace = {
    {[["code":"naive","verb":"profile","counters":{"c_loads":5000000}]],
     [["code":"vectors","verb":"profile","counters":{"c_loads":5000000}]]},
  },
  fails = "baseline", message = "no profile of attempt 1",
  why = "the profile is of another version than the one that the first pair starts from",
}
