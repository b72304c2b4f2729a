return mutant {
  base = "pipeline.json", file = "pipeline.json",
  replace = {
    {[==["ratio":1.6,"lo":1.52,"hi":1.68,"predict":2]==],
     [==["ratio":1.0,"lo":0.98,"hi":1.02,"predict":1]==]},
    {[==[I predicted 2 for it]==],
     [==[I predicted 1.0 for it]==]},
    {[==[    "1.6, since the]==],
     [==[    "1.0, since the]==]},
  },
  fails = "total", message = "faster than the first",
  why = "the change of the stream is a comment: predicted, measured and worth nothing",
}
