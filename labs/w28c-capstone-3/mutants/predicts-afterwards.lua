return mutant {
  base = "pipeline.json", file = "pipeline.json",
  replace = {
    {[==[,"predict":2.5}]==],
     [==[,"predict_late":2.5}]==]},
  },
  fails = "pairs", message = "no pair before and after",
  why = "says what it expected of the gather once the ratio is known",
}
