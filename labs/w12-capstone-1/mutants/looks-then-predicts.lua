return mutant {
  base = "attention.json", file = "attention.json",
  replace = {
    {[[  {"n":7,]],
     [[
  {"n":12,"lab":"w04-flash-tiles","code":"vectors","versus":6,"bench":"flash","ratio":1.7,"lo":1.6,"hi":1.8},
  {"n":7,]]},
  },
  fails = "pairs", message = "without a prediction",
  why = "times a change, then predicts the ratio that it has seen and times it again",
}
