return mutant {
  base = "attention.json", file = "attention.json",
  replace = {
    {[[,"verb":"profile","counters":{"c_loads":5000000}]], ""},
    {[[  {"n":9,]],
     [[
  {"n":12,"lab":"w04-flash-tiles","code":"naive","verb":"profile","counters":{"c_loads":5}},
  {"n":9,]]},
  },
  fails = "baseline", message = "no profile of attempt 1",
  why = "profiles the baseline once everything is done, too late to decide by",
}
