return mutant {
  base = "engine.json", file = "engine.json",
  replace = {
    {[==["hi":1.56,"predict":1.6}]==],
     [==["hi":1.56,"predict_late":1.6}]==]},
  },
  fails = "pairs", message = "no pair before and after",
  why = "says what it expected of wider trees once the ratio is known",
}
