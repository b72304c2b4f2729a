return mutant {
  base = "pipeline.json", file = "pipeline.json",
  replace = {
    {[==[{"answer":"explain","text":[]==],
     [==[{"answer":"explain","text":["The gather was the slowest."]},
  {"answer":"draft","text":[]==]},
  },
  fails = "explain", message = "of at least 100",
  why = "one sentence for three changes",
}
