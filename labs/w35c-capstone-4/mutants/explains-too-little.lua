return mutant {
  base = "engine.json", file = "engine.json",
  replace = {
    {[==[{"answer":"explain","text":[]==],
     [==[{"answer":"explain","text":["Trees won least."]},
  {"answer":"draft","text":[]==]},
  },
  fails = "explain", message = "of at least 100",
  why = "one sentence for four changes",
}
